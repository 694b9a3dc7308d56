import Glibc
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
        // What is not written to takes no memory.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 16)
        var count = 0
        defer {
            UnsafeMutableRawBufferPointer(rebasing: memory[..<count]).wipe()
            memory.deallocate()
        }
        while true {
            let room = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
            guard !room.isEmpty else { return nil }
            let received = read(STDIN_FILENO, room.baseAddress, room.count)
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { return nil }
            count += received
            let bytes = UnsafeRawBufferPointer(rebasing: memory[..<count])
            if received == 0 || isComplete(bytes) { return body(bytes) }
        }
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
