import Glibc
import TenonMemory

/// Starts `wallet-agent` when it is not running.
package struct AgentStarter: Sendable {
    /// The longest wait for an agent that was started, in milliseconds.
    private static let patience = 8000 * Int64(Patience.factor)
    /// A log that is larger than this is put aside, in bytes.
    private static let logLimit: off_t = 256 << 10

    /// The variables that the agent inherits: paths, and how to reach the desktop and the network.
    ///
    /// It outlives its starter, so it takes nothing else.
    private static let variables = [
        "HOME", "USER", "LOGNAME", "PATH", "LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "TZ",
        "TMPDIR", "LD_LIBRARY_PATH", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
        "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_STATE_HOME",
        "XDG_CACHE_HOME", "WALLET_HOME", "WALLET_VAULT", "WALLET_AUTO_LOCK",
        "TENON_TRUST_ROOTS", "TENON_PROXY", "https_proxy", "HTTPS_PROXY", "http_proxy",
        "HTTP_PROXY", "all_proxy", "ALL_PROXY",
        "no_proxy", "NO_PROXY",
        "WALLET_AGENT_IDLE", "TENON_FLAVOUR",
    ]

    /// The executable.
    let executable: String
    private let place: AgentPlace

    /// Finds the executable: beside that of this process, or in the folders of `PATH`.
    ///
    /// - Throws: `noExecutable`.
    package init(for place: AgentPlace) throws(LinkError) {
        guard let executable = Self.findExecutable() else { throw .noExecutable }
        self.executable = executable
        self.place = place
    }

    /// Whether there is an agent that could be started.
    package static var isPossible: Bool { findExecutable() != nil }

    /// Connects, and starts the agent first if it is not running.
    ///
    /// A client that finds no agent takes a lock and looks again, so that only one is started.
    ///
    /// - Throws: What ``AgentPlace/connect(within:)`` throws; `startFailed`.
    func connect() throws(LinkError) -> FrameSocket {
        if let connection = try listening() { return connection }
        guard let log = place.log else { throw .noHome }
        let failure: LinkError = AgentHolder(at: place) == nil ? .startFailed(log: log) : .timedOut
        try place.prepareFolder()
        let deadline = FrameSocket.now() + Self.patience
        let lock = open("\(place.folder)/start.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .unsafePlace(place.folder) }
        defer { close(lock) }
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard FrameSocket.now() < deadline else { throw failure }
            usleep(5000)
        }
        if let connection = try listening() { return connection }
        guard let process = spawn() else { throw failure }
        var pause: UInt32 = 1000
        var hasEnded = false
        while FrameSocket.now() < deadline {
            if let connection = try listening() { return connection }
            // An agent that ends at once has found another, which may be about to listen.
            guard !hasEnded || pause < 20_000 else { break }
            if waitpid(process, nil, WNOHANG) == process { hasEnded = true }
            usleep(pause)
            pause = min(pause * 3 / 2, 20_000)
        }
        throw failure
    }

    /// A connection to an agent that runs; `nil` when none does.
    private func listening() throws(LinkError) -> FrameSocket? {
        do {
            return try place.connect()
        } catch .notRunning {
            return nil
        }
    }

    private static func findExecutable() -> String? {
        let own = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { room in
            let count = room.baseAddress.map { readlink("/proc/self/exe", $0, room.count) } ?? -1
            return String(
                decoding: room[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        let folder = own.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(own[..<$0]) }
        let path = AgentPlace.environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        let folders = path.utf8.split(separator: UInt8(ascii: ":")).compactMap { String($0) }
            .filter { $0.utf8.first == UInt8(ascii: "/") }
        return ([folder].compactMap { $0 } + folders).map { "\($0)/wallet-agent" }.first {
            var status = stat()
            return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && access($0, X_OK) == 0
        }
    }

    /// Starts the agent in its own session, with nothing on its standard streams but its log.
    ///
    /// Other descriptors that were left open for programs are closed by the agent itself.
    private func spawn() -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW
        posix_spawn_file_actions_addopen(&actions, 2, logPath(), flags, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX.1-2024 has this flag, but glibc shows it to GNU sources only; its value is fixed.
        let newSession: Int32 = 0x80
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

        var settings = (Self.variables + Patience.variables).compactMap { name in
            AgentPlace.environmentVariable(name).map { "\(name)=\($0)" }
        }
        // A report of a crash would write memory into the log, even before the agent forbids it.
        settings.append("SWIFT_BACKTRACE=enable=no")
        var arguments = [strdup(executable), nil]
        var environment = settings.map { strdup($0) } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(
            &process, executable, &actions, &attributes, &arguments, &environment)
        return result == 0 ? process : nil
    }

    /// The log, with room in it.
    private func logPath() -> String {
        guard let log = place.log, let slash = log.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return "/dev/null"
        }
        AgentPlace.makeFolders(String(log[..<slash]))
        var status = stat()
        if stat(log, &status) == 0, status.st_size > Self.logLimit { rename(log, "\(log).1") }
        return access(String(log[..<slash]), W_OK) == 0 ? log : "/dev/null"
    }
}
