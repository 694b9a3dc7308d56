import Glibc
import TenonMemory
import WalletAgentLink

/// Reading and writing whole pieces, whatever the system interrupts.
enum StandardStreams {
    /// Reads until the end, or until `isComplete`, into memory that is wiped afterwards.
    ///
    /// - Returns: What the closure returns; `nil` when there is more than the limit or reading fails.
    static func withInput<Result>(
        atMost limit: Int, isComplete: (UnsafeRawBufferPointer) -> Bool = { _ in false },
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let buffer = SecretBuffer(capacity: 4096)
        while buffer.count <= limit {
            let received = buffer.fill(atMost: min(limit + 1 - buffer.count, 4096)) {
                read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { return nil }
            if received == 0 || buffer.withBytes(isComplete) { return buffer.withBytes(body) }
        }
        return nil
    }

    /// Fills memory from standard input; `false` when it ends before.
    static func fill(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
        var rest = memory[...]
        while !rest.isEmpty {
            let room = UnsafeMutableRawBufferPointer(rebasing: rest)
            let received = read(STDIN_FILENO, room.baseAddress, room.count)
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { return false }
            rest = rest.dropFirst(received)
        }
        return true
    }

    /// Writes all bytes; `false` when the reader is gone.
    @discardableResult
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let chunk = UnsafeRawBufferPointer(rebasing: rest)
            let written = Glibc.write(descriptor, chunk.baseAddress, chunk.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    /// Writes a text.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = write(UnsafeRawBufferPointer($0), to: descriptor) }
    }
}
