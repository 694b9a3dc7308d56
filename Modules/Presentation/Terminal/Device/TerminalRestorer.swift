import Glibc
import Synchronization

/// Puts the terminal back as it was, from anywhere: a signal handler may do it as well.
///
/// ``restore()`` calls nothing but what POSIX allows in a handler ("async-signal-safe"), and touches
/// memory only that never changes after it was published and is never freed.
enum TerminalRestorer {
    /// What is put back.
    struct Record {
        /// The terminal.
        let descriptor: Int32
        /// How it was.
        let attributes: termios
        /// The original standard error; -1 when it was not redirected.
        let errors: Int32
        /// The file with the output held back; -1 when standard error was not redirected.
        let heldErrors: Int32
        /// The sequence that ends what was begun.
        let leave: StaticString
    }

    /// The address of a record, which is never changed or freed.
    struct Memory: Sendable {
        fileprivate let address: UInt
    }

    /// The address of the record to restore; 0 while the terminal is unchanged.
    private static let present = Atomic<UInt>(0)

    /// Keeps in mind what to put back; it lasts as long as the process.
    static func remember(_ record: Record) -> Memory {
        let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
        memory.initialize(to: record)
        return Memory(address: UInt(bitPattern: memory))
    }

    /// Says that the terminal is changed from now on.
    static func arm(_ memory: Memory) {
        present.store(memory.address, ordering: .sequentiallyConsistent)
    }

    /// Puts the terminal back, once; `false` when it is as it was.
    @discardableResult
    static func restore() -> Bool {
        let address = present.exchange(0, ordering: .sequentiallyConsistent)
        guard let memory = UnsafePointer<Record>(bitPattern: address) else { return false }
        let savedError = errno
        let descriptor = memory.pointee.descriptor
        let leave = memory.pointee.leave
        var written = 0
        while written < leave.utf8CodeUnitCount {
            let count = write(
                descriptor, leave.utf8Start + written, leave.utf8CodeUnitCount - written)
            if count > 0 { written += count } else if errno != EINTR { break }
        }
        // The shell must not get the terminal's late reports, such as of the mouse.
        tcflush(descriptor, TCIFLUSH)
        var attributes = memory.pointee.attributes
        tcsetattr(descriptor, TCSANOW, &attributes)
        if memory.pointee.errors >= 0 {
            dup2(memory.pointee.errors, STDERR_FILENO)
            copy(from: memory.pointee.heldErrors, to: STDERR_FILENO)
        }
        errno = savedError
        return true
    }

    /// Copies a file from its beginning, and empties it.
    private static func copy(from source: Int32, to target: Int32) {
        lseek(source, 0, SEEK_SET)
        // On the stack: a handler may not allocate.
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            while true {
                let count = read(source, buffer.baseAddress, buffer.count)
                guard count > 0, write(target, buffer.baseAddress, count) == count else { break }
            }
        }
        ftruncate(source, 0)
        lseek(source, 0, SEEK_SET)
    }
}
