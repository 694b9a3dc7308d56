import Glibc
import TenonCore

/// Bytes that are put together piece by piece, in memory that is wiped when it is given up.
final class WipedBuffer {
    private var memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { Self.release(memory) }

    /// The bytes so far; valid until the next change, and while somebody holds the buffer.
    ///
    /// A local buffer may go after its last use, which asking for the bytes would be: lend them with
    /// ``withBytes(_:)`` then.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Begins again; the memory is kept.
    func removeAll() { count = 0 }

    /// Appends some bytes.
    func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        guard let base = memory.baseAddress, let source = bytes.baseAddress else { return }
        memcpy(base + count, source, bytes.count)
        count += bytes.count
    }

    /// Appends the bytes of another buffer.
    func append(_ other: WipedBuffer) { other.withBytes { append($0) } }

    /// Appends one byte.
    func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Appends the UTF-8 bytes of a text that is no secret.
    func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes that are no secret.
    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Reads once from a source, until there are so many bytes at most.
    ///
    /// - Returns: How many bytes were read.
    func fill(from source: any ByteSource, upTo limit: Int) throws -> Int {
        reserve(limit - count)
        let read = try source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<max(count, limit)]))
        count += read
        return read
    }

    /// Lends the bytes so far; valid only inside the closure.
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) { try body(bytes) }
    }

    /// Lends the bytes so far to be changed in place.
    func withMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(self) {
            try body(UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
        }
    }

    /// The bytes so far in ordinary memory, for what is no secret.
    var array: [UInt8] { withBytes { Array($0) } }

    /// Keeps the first bytes only.
    func truncate(to count: Int) { self.count = min(count, self.count) }

    /// A copy of the bytes as a value that is wiped.
    var text: SecretText { withBytes { SecretText(utf8: $0) } }

    /// Replaces the bytes by those of a quoted field, with each doubled quotation mark made single.
    func unescape(_ field: UnsafeRawBufferPointer) {
        count = 0
        reserve(field.count)
        var index = 0
        while index < field.count {
            memory[count] = field[index]
            count += 1
            index += field[index] == UInt8(ascii: "\"") ? 2 : 1
        }
    }

    private func reserve(_ room: Int) {
        guard memory.count - count < room else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, count + room), alignment: 1)
        larger.copyMemory(from: bytes)
        Self.release(memory)
        memory = larger
    }

    private static func release(_ memory: UnsafeMutableRawBufferPointer) {
        if let base = memory.baseAddress { explicit_bzero(base, memory.count) }
        memory.deallocate()
    }
}
