import Glibc
import Synchronization
import WalletAgentLink

/// The socket that clients connect to; there is one agent for each.
final class AgentListener: Sendable {
    private struct State {
        var descriptor: Int32
        /// The file at the path of the socket; `nil` when there never was one, or it is not
        /// checked.
        var socket: FileNode?
        var isClosed = false
    }

    private let place: AgentPlace
    private let state: Mutex<State>
    /// The lock that says that this is the agent; held as long as this lives.
    private let lock: Int32
    /// Whether the socket belongs to systemd, which goes on listening.
    private let isAdopted: Bool

    /// The first descriptor that systemd hands over (sd_listen_fds(3)).
    private static let firstHandedOver: Int32 = 3
    /// How many clients may wait until they are accepted.
    private static let queue: Int32 = 4096

    /// Listens at a place, or takes over the socket that systemd has made there.
    ///
    /// - Returns: `nil` when another agent listens there already.
    /// - Throws: `unsafePlace`, `noFolder`, `noSession`, `pathTooLong`.
    init?(at place: AgentPlace, adopting handedOver: Int32? = nil) throws(LinkError) {
        self.place = place
        try place.prepareFolder()
        let lock = open(place.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .unsafePlace(place.lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0, Self.signLock(lock) else {
            Glibc.close(lock)
            return nil
        }
        let descriptor: Int32
        do throws(LinkError) {
            descriptor = if let handedOver { handedOver } else { try Self.listen(at: place.socket) }
        } catch {
            Glibc.close(lock)
            throw error
        }
        self.lock = lock
        isAdopted = handedOver != nil
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        state = Mutex(State(descriptor: descriptor, socket: FileNode(path: place.socket)))
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(lock)
    }

    /// The socket that systemd hands over to this process, if it does.
    static func handedOver(variable: (String) -> String?) -> Int32? {
        guard variable("LISTEN_PID").flatMap(Int32.init) == getpid(),
            let count = variable("LISTEN_FDS").flatMap(Int32.init), count >= 1
        else { return nil }
        var isListening: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = getsockopt(
            firstHandedOver, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
        return result == 0 && isListening == 1 ? firstHandedOver : nil
    }

    /// Becomes readable when a client has come.
    var descriptor: Int32 { state.withLock(\.descriptor) }

    /// A client that has come; `nil` when there is none.
    func next() -> FrameSocket? {
        while true {
            let client = accept(descriptor, nil, nil)
            if client >= 0 { return FrameSocket(client) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            // Out of descriptors or memory: connected clients are still served, and soon there is
            // room again.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                usleep(50_000)
                return nil
            default: return nil
            }
        }
    }

    /// Keeps the socket reachable: makes a removed one again.
    ///
    /// - Returns: Whether clients reach it. An agent that cannot be found must not go on: it could
    ///   not be asked to lock.
    func isReachable() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return true }
            // Without its lock a second agent would begin beside this one.
            guard FileNode(path: place.lock) == FileNode(descriptor: lock) else { return false }
            guard let socket = state.socket else { return isAdopted }
            guard FileNode(path: place.socket) != socket else { return true }
            // The socket of systemd is not replaced.
            guard !isAdopted, let new = try? Self.listen(at: place.socket) else { return false }
            Glibc.close(state.descriptor)
            state = State(descriptor: new, socket: FileNode(path: place.socket))
            return state.socket != nil
        }
    }

    /// Stops listening; clients no longer find an agent here.
    ///
    /// The socket of systemd is not shut down, since that would shut it down for systemd, too: the
    /// next client waits there until systemd has started the next agent.
    func close() {
        state.withLock { state in
            state.isClosed = true
            guard !isAdopted else { return }
            if FileNode(path: place.socket) == state.socket { unlink(place.socket) }
            shutdown(state.descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Lets others ask the kernel which process this is; see `AgentHolder`.
    ///
    /// The first lock says that there is an agent, and belongs to the open file; this one belongs to
    /// the process.
    private static func signLock(_ file: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(file, F_SETLK, &lock) == 0
    }

    /// Only the holder of the lock gets here, so an existing socket is a dead one.
    private static func listen(at path: String) throws(LinkError) -> Int32 {
        let descriptor = try AgentPlace.makeSocket()
        unlink(path)
        do throws(LinkError) {
            let bound = try AgentPlace.withAddress(path) { bind(descriptor, $0, $1) }
            // The folder is closed to others, so no other process was quicker than the mode.
            guard bound == 0, chmod(path, 0o600) == 0, Glibc.listen(descriptor, queue) == 0 else {
                throw LinkError.unsafePlace(path)
            }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// Which file a path leads to, links not followed.
private struct FileNode: Equatable {
    private let device: dev_t
    private let number: ino_t

    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
