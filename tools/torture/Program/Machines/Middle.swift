import Foundation
import RunningPostgreSQL
import Synchronization

/// What lies between the machines.
enum MiddleKind: String, CaseIterable, Sendable {
    case folder, sqlite, postgres
}

/// A folder, or a sync server that can be killed, with a proxy before it.
final class Middle: Sendable {
    private let folder: String
    private let tools: Tools
    private let database: String
    private let postgres: PostgreSQLServer?
    private let server: Mutex<Child?>
    private let proxy: BadProxy?

    /// Starts what is needed.
    init(_ kind: MiddleKind, in folder: String, _ tools: Tools, seed: UInt64) async throws {
        self.folder = folder
        self.tools = tools
        try FileManager.default.createDirectory(
            atPath: "\(folder)/shared", withIntermediateDirectories: true)
        postgres = kind == .postgres ? try PostgreSQLServer() : nil
        database = try postgres?.makeDatabase() ?? "\(folder)/server/sync.db"
        guard kind != .folder else {
            server = Mutex(nil)
            proxy = nil
            return
        }
        let (child, port) = try await Self.start(tools, folder, database)
        server = Mutex(child)
        proxy = try BadProxy(to: port, seed: seed)
    }

    /// The words of `wallet sync set-up` that name it.
    var words: [String] {
        guard let proxy else { return ["folder", "\(folder)/shared"] }
        return ["server", "http://127.0.0.1:\(proxy.port)"]
    }

    /// What can be killed here.
    var victims: Int { proxy == nil ? 0 : postgres == nil ? 1 : 2 }

    var troubleCount: Int { proxy?.troubleCount ?? 0 }

    /// Kills the server, or what it keeps its data in, and starts that anew.
    ///
    /// The new server has a port of its own, since others may have taken the former one.
    func kill(_ victim: Int) async throws {
        if victim == 1, let postgres {
            return try postgres.crash()
        }
        let former = server.withLock { $0 }
        former?.kill()
        _ = await former?.ending()
        let (child, port) = try await Self.start(tools, folder, database)
        server.withLock { $0 = child }
        proxy?.lead(to: port)
    }

    /// Disturbs connections from now on, or no longer.
    func disturb(_ isDisturbing: Bool) { proxy?.disturb(isDisturbing) }

    func end() async {
        proxy?.close()
        let child = server.withLock { $0 }
        child?.kill()
        _ = await child?.ending()
    }

    private static func start(
        _ tools: Tools, _ folder: String, _ database: String
    ) async throws -> (child: Child, port: UInt16) {
        let streams = "\(folder)/wallet-sync"
        let child = try Child(
            "\(tools.programs)/wallet-sync",
            ["--listen", "127.0.0.1:0", "--database", database],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder, "SWIFT_BACKTRACE": "enable=no"],
            in: folder, streams: streams)
        for _ in 0..<6_000 {
            let line = try? String(contentsOfFile: "\(streams).out", encoding: .utf8)
            if let line, line.hasSuffix("\n"),
                let number = line.dropLast().split(separator: ":").last.flatMap({ UInt16($0) })
            {
                return (child, number)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        child.kill()
        throw Problem(message: "wallet-sync does not start: \(await child.ending().words)")
    }
}
