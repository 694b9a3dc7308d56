import CProcessHandle
import Glibc
import TenonMemory

/// The process that is the agent of a place, whether it answers or not.
///
/// An agent holds a lock on `agent.lock` as long as it lives. The kernel knows the process that
/// holds it, so it can be ended without its socket and never confused with another process.
package final class AgentHolder: Sendable {
    /// How long the agent has to lock and end by itself, in milliseconds; then it is killed.
    private static let grace = 350 * Int64(Patience.factor)
    /// How long the kernel may take to end a process that was killed, in milliseconds.
    private static let patience = 2000 * Int64(Patience.factor)

    /// The process.
    package let process: Int32
    /// Refers to this process even when its number is reused.
    private let descriptor: Int32

    /// Finds the process.
    ///
    /// - Returns: `nil` when there is none, or it is this one.
    package init?(at place: AgentPlace) {
        guard let first = Self.owner(of: place.lock), first > 0 else { return nil }
        let descriptor = wallet_process_open(first)
        guard descriptor >= 0 else { return nil }
        // The process that still holds the lock is the one that held it when the descriptor was
        // opened.
        guard Self.owner(of: place.lock) == first else {
            close(descriptor)
            return nil
        }
        process = first
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Lets the agent lock its vaults and end, and kills it if it does not; every change that it has
    /// acknowledged is durable.
    ///
    /// - Returns: Whether it has ended.
    package func end() -> Bool {
        _ = wallet_process_signal(descriptor, SIGTERM)
        // A stopped process gets no signal before it continues.
        _ = wallet_process_signal(descriptor, SIGCONT)
        if waitForEnd(within: Self.grace) { return true }
        _ = wallet_process_signal(descriptor, SIGKILL)
        return waitForEnd(within: Self.patience)
    }

    /// Waits until the process has ended.
    ///
    /// - Parameter limit: The longest wait, in milliseconds.
    /// - Returns: Whether it has ended.
    package func waitForEnd(within limit: Int64) -> Bool {
        FrameSocket.wait(for: POLLIN, of: descriptor, until: FrameSocket.now() + limit)
    }

    /// The process that holds the lock of a file of this user; `nil` when no other one does.
    private static func owner(of path: String) -> pid_t? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else { return nil }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }
}
