package import Glibc

/// Where the agent of this person listens.
package struct AgentPlace: Equatable, Sendable {
    /// The private folder with the socket and the lock files.
    package let folder: String
    /// The folder of the session around it, which is never made here; `nil` where there is none.
    private let session: String?
    /// Where the agent's messages go when nothing else takes them; `nil` when there is no home.
    package let log: String?
    /// Whether the folder survives the end of the session, because there is no better one.
    package let isFallback: Bool

    /// The socket.
    package var socket: String { "\(folder)/agent.sock" }
    /// The file that the agent holds a lock on as long as it lives.
    package var lock: String { "\(folder)/agent.lock" }

    /// Finds the place from environment variables.
    ///
    /// `$XDG_RUNTIME_DIR/wallet`, or `/run/user/UID/wallet` when that folder is there and ours, or
    /// `run` in the folder for state. Relative values are ignored.
    ///
    /// - Throws: `noPlace`.
    package init(
        variable: (String) -> String? = AgentPlace.environmentVariable
    ) throws(LinkError) {
        func absolute(_ name: String) -> String? {
            variable(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
        }
        let state =
            absolute("WALLET_HOME").map { "\($0)/state" }
            ?? absolute("XDG_STATE_HOME").map { "\($0)/wallet" }
            ?? absolute("HOME").map { "\($0)/.local/state/wallet" }
        log = state.map { "\($0)/agent.log" }
        let system = "/run/user/\(geteuid())"
        if let runtime = absolute("XDG_RUNTIME_DIR") {
            folder = "\(runtime)/wallet"
            session = runtime
            isFallback = false
        } else if Self.isPrivateFolder(system) {
            folder = "\(system)/wallet"
            session = system
            isFallback = false
        } else if let state {
            folder = "\(state)/run"
            session = nil
            isFallback = true
        } else {
            throw .noPlace
        }
    }

    /// An environment variable of this process; `nil` when it is empty.
    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The vault file that an option or the environment names, for clients that have no settings.
    ///
    /// - Parameter option: The path that the option gave, if it was there.
    /// - Returns: An empty text when the environment names none: the agent's own default.
    package static func vault(
        naming option: String? = nil,
        variable: (String) -> String? = AgentPlace.environmentVariable
    ) -> String {
        if let path = option ?? variable("WALLET_VAULT") {
            if path.utf8.first == UInt8(ascii: "/") { return path }
            guard let current = getcwd(nil, 0) else { return path }
            defer { free(current) }
            return "\(String(cString: current))/\(path)"
        }
        return variable("WALLET_HOME").map { "\($0)/vault.db" } ?? ""
    }

    /// Makes the folder if it is missing.
    ///
    /// - Throws: `noSession` or `noFolder` when it cannot be made, `unsafePlace` when it is not ours
    ///   alone, `pathTooLong`.
    package func prepareFolder() throws(LinkError) {
        try checkPath()
        if Self.kind(of: folder) == nil {
            if session == nil { Self.makeFolders(folder) } else { mkdir(folder, 0o700) }
            let reason = errno
            guard Self.kind(of: folder) != nil else {
                throw .noFolder(folder, String(cString: strerror(reason)))
            }
        }
        guard Self.isPrivateFolder(folder) else { throw .unsafePlace(folder) }
    }

    /// Makes a private folder, and those above it.
    static func makeFolders(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT,
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex
        else { return }
        makeFolders(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    /// Connects to the agent that listens here.
    ///
    /// - Parameter limit: How long to wait until the agent takes the connection, in milliseconds.
    /// - Throws: `notRunning`, `noSession`, `noFolder`, `unsafePlace`, `pathTooLong`, `foreignPeer`,
    ///   or `timedOut`.
    package func connect(within limit: Int64 = AgentLink.patience) throws(LinkError) -> FrameSocket
    {
        try checkPath()
        guard Self.kind(of: folder) != nil else { throw .notRunning }
        guard Self.isPrivateFolder(folder) else { throw .unsafePlace(folder) }
        guard let kind = Self.kind(of: socket) else { throw .notRunning }
        guard kind == S_IFSOCK, Self.isPrivate(socket) else { throw .unsafePlace(socket) }
        let connection = FrameSocket(try Self.makeSocket())
        let deadline = FrameSocket.now() + limit
        while try Self.withAddress(socket, { Glibc.connect(connection.descriptor, $0, $1) }) != 0 {
            // The queue of an agent that is stopped, or has very many clients, is full.
            guard errno == EAGAIN || errno == EINTR else { throw .notRunning }
            guard FrameSocket.now() < deadline else { throw .timedOut }
            usleep(5000)
        }
        guard connection.peer == geteuid() else { throw .foreignPeer }
        return connection
    }

    /// Whether the path of the socket can be one: short enough, in a session that is there, in a folder.
    private func checkPath() throws(LinkError) {
        _ = try Self.withAddress(socket) { _, _ in 0 }
        if let session, Self.kind(of: session) == nil { throw .noSession(session) }
        switch Self.kind(of: folder) {
        case nil, S_IFDIR, S_IFLNK: break
        default: throw .noFolder(folder, String(cString: strerror(ENOTDIR)))
        }
    }

    /// Waits until no agent serves this place any more.
    ///
    /// - Parameter limit: The longest wait, in milliseconds.
    package func waitUntilFree(within limit: Int64) {
        let lock = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { return }
        defer { close(lock) }
        let deadline = FrameSocket.now() + limit
        while flock(lock, LOCK_SH | LOCK_NB) != 0, FrameSocket.now() < deadline { usleep(5000) }
    }

    /// A socket that no program started from here inherits, and that never blocks.
    package static func makeSocket() throws(LinkError) -> Int32 {
        let type =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .notRunning }
        return descriptor
    }

    /// Lends the address of a path.
    ///
    /// - Throws: `pathTooLong`.
    package static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(LinkError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard isShort else { throw .pathTooLong(path) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// What there is at a path, links not followed; `nil` when there is nothing.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether something belongs to this user and is closed to others.
    private static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    private static func isPrivateFolder(_ path: String) -> Bool {
        kind(of: path) == S_IFDIR && isPrivate(path)
    }
}
