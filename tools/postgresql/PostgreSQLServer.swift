import Foundation
import Synchronization

/// A real PostgreSQL server of its own, in a temporary folder and on a socket in it; it ends with this process.
package final class PostgreSQLServer: Sendable {
    package struct DidNotStart: Error { let reason: String }

    /// The one that tests share unless they harm it.
    package static let shared = Result { try PostgreSQLServer() }

    private let folder: String
    private let programs: String
    private let keeper: Process
    private let input = Pipe()
    private let output = Mutex(Pipe())
    private let databaseCount = Mutex(0)

    /// Makes a server and starts it.
    ///
    /// Who runs it must not be root, so for root it is the account that Debian makes for servers.
    package init() throws {
        programs = try Self.findPrograms()
        folder = NSTemporaryDirectory() + "tenon-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o711])
        if geteuid() == 0 {
            guard let account = getpwnam("postgres"),
                chown(folder, account.pointee.pw_uid, account.pointee.pw_gid) == 0
            else { throw DidNotStart(reason: "There is no account for servers.") }
        }
        keeper = Process()
        keeper.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It lives as long as the other end of its input is open, however this process ends.
        keeper.arguments = ["-c", Self.script, "keeper", programs, folder]
        keeper.standardInput = input
        output.withLock { keeper.standardOutput = $0 }
        keeper.standardError = FileHandle.nullDevice
        try keeper.run()
        let answer = try output.withLock { try $0.fileHandleForReading.read(upToCount: 6) }
        guard answer == Data("ready\n".utf8) else {
            let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
            throw DidNotStart(reason: log ?? "There is no log.")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        keeper.waitUntilExit()
    }

    private static let script = """
        as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
        cd /
        as "$1/initdb" -D "$2/data" -U tenon -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1
        # One account needs its password.
        as sed -i '1i local all guarded scram-sha-256' "$2/data/pg_hba.conf"
        # Each change is brought to the disk, as at home.
        as sh -c 'cat >>"$1/data/postgresql.conf"' sh "$2" <<TEXT
        listen_addresses = ''
        unix_socket_directories = '$2'
        fsync = on
        synchronous_commit = on
        max_connections = 200
        TEXT
        as "$1/pg_ctl" -D "$2/data" -l "$2/server.log" -t 600 -w start >>"$2/log" 2>&1 &&
            as "$1/createuser" -h "$2" -U tenon guarded >>"$2/log" 2>&1 && echo ready
        while read -r command; do
            as "$1/pg_ctl" -D "$2/data" -l "$2/server.log" -t 600 -w -m fast "$command" \
                >>"$2/log" 2>&1 </dev/null
            echo "$?"
        done
        # One that stands still ends its own processes as soon as it goes on.
        kill -CONT "$(head -n 1 "$2/data/postmaster.pid")" 2>>"$2/log"
        as "$1/pg_ctl" -D "$2/data" -m immediate stop >>"$2/log" 2>&1
        rm -rf "$2"
        """

    private static func findPrograms() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: root)
        let folders = versions.compactMap { Int($0) }.sorted(by: >).map { "\(root)/\($0)/bin" }
        guard
            let first = folders.first(where: {
                FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
            })
        else { throw DidNotStart(reason: "PostgreSQL is not installed.") }
        return first
    }

    /// The address of a new, empty database.
    package func makeDatabase() throws -> String {
        let name = databaseCount.withLock { count in
            count += 1
            return "test\(count)"
        }
        let made = try run("createdb", ["-h", folder, "-U", "tenon", name])
        guard made == 0 else { throw DidNotStart(reason: "createdb ended with \(made).") }
        return address(of: name)
    }

    /// The account that is let in by its password alone; it has none until a test gives it one.
    package static let guardedUser = "guarded"

    /// The address of a database.
    package func address(of name: String, user: String = "tenon") -> String {
        "postgresql://\(user)@/\(name)?host=\(folder)"
    }

    /// Ends all connections and starts the server anew, as an update of it does.
    package func restart() throws { try control("restart") }

    /// Stops the server.
    package func stop() throws { try control("stop") }

    /// Kills all processes of the server, as a crash does, and starts it: it recovers what it had.
    package func crash() throws {
        for process in try processes() { kill(process, SIGKILL) }
        // It refuses to while the memory that they shared is in use.
        for _ in 0..<3000 {
            if (try? start()) != nil { return }
            usleep(100_000)
        }
        try start()
    }

    /// Stops all processes of the server where they are, as when a disk no longer answers.
    ///
    /// Connections are still accepted, since that is what the system does.
    package func freeze() throws {
        var frozen: Set<pid_t> = []
        while true {
            // One may come until the one that starts them stands still.
            let moving = try processes().filter { !frozen.contains($0) }
            guard !moving.isEmpty else { return }
            for process in moving { kill(process, SIGSTOP) }
            frozen.formUnion(moving)
        }
    }

    /// Lets all processes go on that ``freeze()`` has stopped.
    package func thaw() throws {
        for process in try processes() { kill(process, SIGCONT) }
    }

    /// The processes of the server, the one first that starts the others.
    private func processes() throws -> [pid_t] {
        let lines = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        guard let parent = lines.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw DidNotStart(reason: "It does not run.")
        }
        let children = try String(
            contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
        return [parent] + children.split(separator: " ").compactMap { pid_t($0) }
    }

    /// Starts the server.
    package func start() throws { try control("start") }

    /// What the server has written into its log.
    package func log() throws -> String {
        try String(contentsOfFile: folder + "/server.log", encoding: .utf8)
    }

    /// Has the server do something: by its keeper, since a server keeps what its starter has open.
    private func control(_ command: String) throws {
        try output.withLock { output in
            try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
            let answer = try output.fileHandleForReading.read(upToCount: 2) ?? Data()
            guard answer == Data("0\n".utf8) else {
                throw DidNotStart(reason: "pg_ctl \(command) failed.")
            }
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let account = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = account + ["\(programs)/\(program)"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
