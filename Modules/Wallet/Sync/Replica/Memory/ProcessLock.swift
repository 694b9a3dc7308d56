import Glibc

/// A lock of a file that only one process has, and in it one opening; a file beside it says which.
final class ProcessLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock, without waiting for it.
    ///
    /// - Throws: ``SyncError``: `syncInUse`, or `syncLocalState` when there can be no lock.
    init(besides path: String) throws {
        let path = "\(path).lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SyncError.unusable(path, errno) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            let holder = Self.holder(descriptor)
            // What has all its properties is deinitialised, too, which closes it.
            throw code == EWOULDBLOCK ? SyncError.inUse(holder) : .unusable(path, code)
        }
        // Only for people: without it, nobody can be told who has the lock.
        let text = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    // Closing gives the lock back.
    deinit { if descriptor >= 0 { close(descriptor) } }

    private static func holder(_ descriptor: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty ? "?" : String(decoding: digits, as: UTF8.self)
    }
}
