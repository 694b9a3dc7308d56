import Glibc
import TenonCore

/// One end of a connection, or what listens for them; closed with the last reference.
final class PushSocket: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    // MARK: - Beginning

    /// Listens at a path that nothing is at, with mode 0600.
    ///
    /// - Throws: ``PushError``.
    static func listen(at path: String) throws -> PushSocket {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        makeFolders(folder)
        guard isPrivate(folder, S_IFDIR) else { throw PushError.unsafePlace(folder) }
        let listener = try make()
        // A name that no sender looks for, until it listens.
        let draft = "\(path).new"
        unlink(draft)
        guard try withAddress(draft, { bind(listener.descriptor, $0, $1) }) == 0,
            chmod(draft, 0o600) == 0, Glibc.listen(listener.descriptor, 8) == 0,
            rename(draft, path) == 0
        else {
            let number = errno
            unlink(draft)
            throw PushError.failed(number)
        }
        return listener
    }

    /// Connects to a program of the same user.
    ///
    /// - Returns: `nil` when no program listens there any more, whose socket is removed then, or when
    ///   the program has not taken earlier connections for a second.
    /// - Throws: ``PushError``.
    static func connect(to path: String) throws -> PushSocket? {
        guard status(of: path) != nil else { return nil }
        guard isPrivate(path, S_IFSOCK) else { throw PushError.unsafePlace(path) }
        let connection = try make()
        var second = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout.size(ofValue: second))
        setsockopt(connection.descriptor, SOL_SOCKET, SO_SNDTIMEO, &second, size)
        guard try withAddress(path, { Glibc.connect(connection.descriptor, $0, $1) }) == 0 else {
            if errno == ECONNREFUSED { unlink(path) }
            return nil
        }
        guard connection.isOwn else { throw PushError.unsafePlace(path) }
        return connection
    }

    /// Takes the next connection; `nil` when it is of another user, or was given up.
    func accept() -> PushSocket? {
        let descriptor = Glibc.accept(descriptor, nil, nil)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let connection = PushSocket(descriptor)
        return connection.isOwn ? connection : nil
    }

    /// The sockets in a folder, of the program that began last first.
    ///
    /// - Parameter executable: The name of the program; `nil` for any.
    static func all(in folder: String, of executable: String?) -> [String] {
        guard isPrivate(folder, S_IFDIR), let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [(path: String, begin: Timestamp)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let path = "\(folder)/\(name)"
            guard let dot = name.lastIndex(of: "."), pid_t(name[name.index(after: dot)...]) != nil,
                executable == nil || name[..<dot] == executable ?? "", let status = status(of: path)
            else { continue }
            let time = status.st_ctim
            let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
            found.append((path, Timestamp(milliseconds: milliseconds)))
        }
        return found.sorted { $0.begin > $1.begin }.map(\.path)
    }

    // MARK: - Bytes

    /// Sends all bytes.
    ///
    /// - Returns: Whether the connection took them.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Says that nothing more is sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What comes until the other end says that nothing more does.
    ///
    /// - Parameters:
    ///   - limit: How many bytes are read at most; one more tells that there were too many.
    ///   - time: How long it may take in all, in milliseconds.
    /// - Returns: `nil` when it took too long, or the connection broke.
    func receive(upTo limit: Int, within time: Int64) -> [UInt8]? {
        let deadline = Self.now() + time
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1_024)
        while bytes.count <= limit {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Int32(clamping: max(0, deadline - Self.now())))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            let count = recv(descriptor, &room, room.count, 0)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        return bytes
    }

    // MARK: - Safety

    /// Whether the process at the other end is one of this user.
    private var isOwn: Bool {
        // What <sys/socket.h> calls ucred, shown to GNU sources only: process, user and group.
        var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
            && credentials.1 == geteuid()
    }

    /// Whether something is there, of this user, and closed to all others.
    private static func isPrivate(_ path: String, _ kind: mode_t) -> Bool {
        guard let status = status(of: path) else { return false }
        return status.st_mode & S_IFMT == kind && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func makeFolders(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"),
            slash != path.startIndex
        else { return }
        makeFolders(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    private static func make() throws -> PushSocket {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw PushError.failed(errno) }
        return PushSocket(descriptor)
    }

    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw PushError.longPath(path) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
