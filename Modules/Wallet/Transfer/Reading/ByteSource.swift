import Glibc
import TenonCore

/// Delivers bytes from beginning to end, once.
protocol ByteSource: AnyObject {
    /// Reads at least one byte into the memory and returns how many; 0 only at the end.
    ///
    /// - Throws: ``TransferError`` when the bytes cannot be read.
    func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes that are in memory already.
final class MemorySource: ByteSource {
    private let text: SecretText
    private var position = 0

    init(_ text: SecretText) { self.text = text }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        text.withBytes { bytes in
            let count = min(memory.count, bytes.count - position)
            memory.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
    }
}

/// The bytes of an open file descriptor.
final class DescriptorSource: ByteSource {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool

    /// Takes a descriptor; an owned one is closed when the source is released.
    init(_ descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw TransferError.unreadable(name, errno: errno) }
        }
    }

    /// Reads everything to the end, into memory that is wiped.
    ///
    /// - Throws: ``TransferError`` when it cannot be read, or is longer than the limit in bytes.
    func readAll(limit: Int) throws -> SecretText {
        do {
            return try InputFile.contents(of: descriptor, limit: limit)
        } catch InputFile.Refusal.system(let code) {
            throw TransferError.unreadable(name, errno: code)
        } catch is InputFile.Refusal {
            throw TransferError.tooLarge(name, limit: limit)
        }
    }
}
