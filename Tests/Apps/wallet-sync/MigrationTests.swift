import Foundation
import TenonCore
import TenonPostgreSQL
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletSyncRequests

@Suite("Copying the vaults of a sync server into another database", .serialized)
struct MigrationTests {
    /// All columns of the tables, as they are compared.
    private static let tables = [
        "vault": "vault, made, bytes", "device": "vault, device, added, removed, number, hash",
        "log_entry": "vault, device, number, content", "blob": "vault, name, content",
        "invitation": "vault, invitation, public_key, made, offer, request",
        "used_nonce": "vault, device, nonce, used",
        "registration": "name, made, expires, uses",
    ]

    private static let blobs: Set = ["hash", "content", "public_key", "offer", "request", "nonce"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ address: String) throws -> any Database {
        let engines = DatabaseEngines([
            DatabaseEngine(SQLiteDatabases()),
            DatabaseEngine(schemes: ["postgresql"], PostgreSQLDatabases()),
        ])
        return try engines.open(path: address, options: DatabaseOptions())
    }

    /// Every row of a database, in no order.
    private func rows(of address: String) throws -> Set<[String]> {
        let database = try open(address)
        defer { try? database.close() }
        return try database.read { connection in
            var rows: Set<[String]> = []
            for (table, columns) in Self.tables {
                let names = columns.components(separatedBy: ", ")
                try connection.query("SELECT \(columns) FROM \(table)", []) { row in
                    let values = names.enumerated().map { index, name in
                        if row.isNull(index) { return "null" }
                        return Self.blobs.contains(name)
                            ? "\(SyncClient.hash(row.blob(index)))" : row.text(index)
                    }
                    rows.insert([table] + values)
                }
            }
            return rows
        }
    }

    private func migrate(_ from: String, _ to: String) async throws -> Program.Result {
        try await Program(
            built: "wallet-sync", environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
        ).run("migrate", from, to)
    }

    /// Adds vaults with commits, each of which has a device that is not there any more.
    private func fill(_ address: String, vaults: Int, commits: Int, bytes: Int) throws {
        let database = try open(address)
        defer { try? database.close() }
        for _ in 0..<vaults {
            func name() throws -> DatabaseValue {
                let name = try #require(SyncName(bytes: (0..<16).map { _ in .random(in: 0...255) }))
                return .text("\(name)")
            }
            let (vault, device) = (try name(), try name())
            try database.write { connection in
                try connection.execute("INSERT INTO vault VALUES (?, 5, 6)", [vault])
                try connection.execute(
                    "INSERT INTO device VALUES (?, ?, 1, 2, ?, ?)",
                    [vault, device, .integer(Int64(commits)), .blob([7, 0, 8])])
                for number in 1...commits {
                    try connection.execute(
                        "INSERT INTO log_entry VALUES (?, ?, ?, ?)",
                        [
                            vault, device, .integer(Int64(number)),
                            .blob(
                                [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: bytes)),
                        ])
                }
            }
        }
    }

    /// Adds an invitation for new vaults.
    private func invite(in address: String) throws {
        let database = try open(address)
        defer { try? database.close() }
        let name = try SyncClient(port: 1).device
        try database.write { connection in
            try connection.execute(
                "INSERT INTO registration VALUES (?, 1, 2, 3)", [.text("\(name)")])
        }
    }

    @Test("Invitations for new vaults in the target are not lost to a copy")
    func invited() async throws {
        let site = try SyncSite(.sqlite)
        _ = try await site.desk.send("PUT", site.vault)
        #expect(site.fixture.server.end() == 0)
        let other = try SyncSite(.sqlite)
        #expect(other.fixture.server.end() == 0)
        try invite(in: other.fixture.database)
        let result = try await migrate(site.fixture.database, other.fixture.database)
        #expect(result.status == 78)
        #expect(result.errors.contains("has vaults or invitations already"))
    }

    @Test(
        "All of it is there afterwards, whichever way it goes, and servers go on with it",
        arguments: [
            (SyncEngine.sqlite, SyncEngine.postgreSQL), (.postgreSQL, .sqlite), (.sqlite, .sqlite),
        ])
    func both(_ from: SyncEngine, _ to: SyncEngine) async throws {
        let site = try SyncSite(from)
        let (desk, vault) = (site.desk, site.vault)
        _ = try await desk.send("PUT", vault)
        let guest = try SyncClient(port: desk.port)
        let notes = "\(vault)/invitations/\(guest.device)"
        let key = Base64Text.url(guest.keys.publicKey)
        _ = try await desk.send("PUT", "\(notes)/offer?key=\(key)", [1, 2, 3])
        var commits: [[UInt8]] = []
        for number in 1...3 {
            let commit = desk.commit(UInt64(number), of: site.vaultBytes, after: commits.last)
            _ = try await desk.send("PUT", site.path(number, of: desk), commit)
            commits.append(commit)
        }
        for number in 0..<9 {
            let part = [UInt8](repeating: UInt8(number), count: 1_000_000)
            let name = try SyncClient(port: 1).device
            #expect(try await desk.send("PUT", "\(vault)/blobs/\(name)", part).status == 201)
        }
        #expect(site.fixture.server.end() == 0)
        // More than one page of commits, and of vaults.
        try fill(site.fixture.database, vaults: 2, commits: 1_100, bytes: 10)
        try fill(site.fixture.database, vaults: 1, commits: 9, bytes: 1_000_000)
        try fill(site.fixture.database, vaults: 101, commits: 1, bytes: 1)
        try invite(in: site.fixture.database)
        let all = try rows(of: site.fixture.database)

        let target = try to.address(in: folder)
        let result = try await migrate(site.fixture.database, target)
        #expect(result.status == 0, "\(result.errors)")
        let count = 3 + 2 * 1_100 + 9 + 101
        #expect(
            result.output.hasPrefix(
                "Copied. Vaults: 105, devices: 105, commits: \(count), parts of files: 9, bytes: ")
        )
        #expect(try rows(of: target) == all)
        #expect(try rows(of: site.fixture.database) == all)

        let again = try await migrate(site.fixture.database, target)
        #expect(again.status == 78)
        #expect(again.errors.contains("has vaults or invitations already"))
        let other = try SyncServerFixture(in: folder, database: target)
        let moved = try SyncClient(port: other.port, keys: desk.keys)
        let page = try await moved.send("GET", "\(vault)/commits")
        #expect(CommitPage.commits(in: page.body) == commits)
        let next = desk.commit(4, of: site.vaultBytes, after: commits.last)
        #expect(try await moved.send("PUT", site.path(4, of: desk), next).status == 201)
    }

    /// Begins to copy into a new database, and is killed in the middle.
    ///
    /// - Returns: How many vaults are there.
    private func migratePart(
        _ from: String, _ to: String, in place: TemporaryFolder
    ) async throws -> Int {
        // The tables are there, so that it can be seen how far it is.
        #expect(try SyncServerFixture(in: place, database: to).server.end() == 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "\(Program.products)/wallet-sync")
        process.arguments = ["migrate", from, to]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": place.path]
        try process.run()
        let seen = try open(to)
        defer { try? seen.close() }
        try await until("vaults in the copy") { try seen.count("vault") > 3 }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return try seen.count("vault")
    }

    @Test(
        "Killed in the middle, it goes on when it is run again; no server starts before",
        arguments: [(SyncEngine.sqlite, SyncEngine.postgreSQL), (.postgreSQL, .sqlite)])
    func killed(_ from: SyncEngine, _ to: SyncEngine) async throws {
        let source = try SyncServerFixture(from)
        #expect(source.server.end() == 0)
        try fill(source.database, vaults: 80, commits: 40, bytes: 20_000)
        var (place, target) = (folder, try to.address(in: folder))
        var count = try await migratePart(source.database, target, in: place)
        // This process may get no turn before all is copied.
        for _ in 0..<20 where count == 80 {
            place = try TemporaryFolder()
            target = try to.address(in: place)
            count = try await migratePart(source.database, target, in: place)
        }
        try #require(count < 80)
        defer { withExtendedLifetime(place) {} }

        let error = #expect(throws: RunningProgram.DidNotStart.self) {
            try SyncServerFixture(in: folder, database: target)
        }
        #expect(error?.description.contains("wallet-sync migrate") == true)
        // What has changed meanwhile counts, also in what was copied already.
        let database = try open(source.database)
        let gone = DatabaseValue.text(try #require(try database.vaults().first))
        let changed = DatabaseValue.text(try database.vaults()[1])
        try database.write { connection in
            for (table, columns) in Self.tables where columns.hasPrefix("vault,") {
                try connection.execute("DELETE FROM \(table) WHERE vault = ?", [gone])
            }
            try connection.execute("UPDATE device SET number = 41 WHERE vault = ?", [changed])
            try connection.execute(
                """
                INSERT INTO log_entry (vault, device, number, content)
                    SELECT vault, device, 41, hash FROM device WHERE vault = ?
                """, [changed])
        }
        try database.close()
        let result = try await migrate(source.database, target)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try rows(of: target) == rows(of: source.database))
        #expect(try SyncServerFixture(in: folder, database: target).server.end() == 0)
    }

    @Test("What is no database of a server is not read, and nothing is made for it")
    func others() async throws {
        let path = "\(folder.path)/other.db"
        let other = try SQLiteDatabases().open(
            path: path, options: DatabaseOptions(create: true))
        try other.write { try $0.execute("CREATE TABLE t (k BIGINT)") }
        try other.close()
        for from in [path, "\(folder.path)/missing.db"] {
            let result = try await migrate(from, "\(folder.path)/new.db")
            #expect(result.status != 0)
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new.db"))
        }
        // A command opens nothing but what it names.
        let home = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(!home.contains { $0.hasSuffix("sync-server.db") })
    }
}

extension Database {
    fileprivate func count(_ table: String) throws -> Int {
        try read { connection in
            var count = 0
            try connection.query("SELECT count(*) FROM \(table)", []) { count = Int($0.integer(0)) }
            return count
        }
    }

    fileprivate func vaults() throws -> [String] {
        try read { connection in
            var names: [String] = []
            try connection.query("SELECT vault FROM vault ORDER BY vault", []) {
                names.append($0.text(0))
            }
            return names
        }
    }
}
