import Glibc
package import TenonCore

/// A lock that one program has at a time, and in it one task; it is given back with its last reference.
package final class FileLock: Sendable {
    private static let pause = Duration.milliseconds(20)

    private let descriptor: CInt

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - path: The file that is locked, which is made and stays.
    ///   - clock: Measures time.
    ///   - patience: How long it is waited for.
    /// - Throws: ``FeedStoreError`` when others have it for longer, or the file cannot be made;
    ///   `CancellationError`.
    package init(_ path: String, clock: any TimeTelling, patience: Duration) async throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FeedStoreError.unlockable(path, errno) }
        let end = clock.sinceBoot() + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            // What has all its properties is deinitialised, too, which closes it.
            guard code == EINTR || code == EWOULDBLOCK && clock.sinceBoot() < end else {
                throw FeedStoreError.unlockable(path, code)
            }
            try await clock.sleep(for: Self.pause)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
