import Glibc
import WalletAgentLink

/// The socket that clients connect to; there is one agent for each.
final class AgentListener: Sendable {
    private let place: AgentPlace
    private let descriptor: Int32
    /// The lock that says that this is the agent; held as long as this lives.
    private let lock: Int32
    /// Whether the socket belongs to systemd, which goes on listening.
    private let isAdopted: Bool

    /// The first descriptor that systemd hands over (sd_listen_fds(3)).
    private static let firstHandedOver: Int32 = 3

    /// Listens at a place, or takes over the socket that systemd has made there.
    ///
    /// - Returns: `nil` when another agent listens there already.
    /// - Throws: `unsafePlace`, `pathTooLong`.
    init?(at place: AgentPlace, adopting handedOver: Int32? = nil) throws(LinkError) {
        self.place = place
        try place.prepareFolder()
        let path = "\(place.folder)/agent.lock"
        let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .unsafePlace(path) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(lock)
            return nil
        }
        do throws(LinkError) {
            if let handedOver {
                descriptor = handedOver
            } else {
                descriptor = try Self.listen(at: place.socket)
            }
        } catch {
            Glibc.close(lock)
            throw error
        }
        self.lock = lock
        isAdopted = handedOver != nil
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
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

    /// Waits for a client.
    ///
    /// - Returns: `nil` when it was told to end.
    func next() -> FrameSocket? {
        while true {
            let client = accept(descriptor, nil, nil)
            if client >= 0 { return FrameSocket(client) }
            switch errno {
            case EINVAL, EBADF: return nil
            // Out of descriptors or memory: what is there goes on, and soon there is room again.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(50_000)
            default: break
            }
        }
    }

    /// Ends ``next()``; clients find no agent here any more.
    func close() {
        if !isAdopted { unlink(place.socket) }
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Only the holder of the lock comes here, so that a socket which is there is a dead one.
    private static func listen(at path: String) throws(LinkError) -> Int32 {
        let descriptor = try AgentPlace.makeSocket()
        unlink(path)
        do throws(LinkError) {
            let bound = try AgentPlace.withAddress(path) { bind(descriptor, $0, $1) }
            // The folder is closed to others, so that nobody was quicker than the mode.
            guard bound == 0, chmod(path, 0o600) == 0, Glibc.listen(descriptor, 64) == 0 else {
                throw LinkError.unsafePlace(path)
            }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }
}
