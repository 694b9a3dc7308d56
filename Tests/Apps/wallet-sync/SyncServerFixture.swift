import Foundation
import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TenonSQLite
import TestSupport
import Testing
import WalletSyncRequests

/// What a server keeps its vaults in.
enum SyncEngine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }

    /// The address of a database that nothing is in yet.
    func address(in folder: TemporaryFolder) throws -> String {
        switch self {
        case .sqlite: "\(folder.path)/data/sync.db"
        case .postgreSQL: try PostgreSQLServer.shared.get().makeDatabase()
        }
    }
}

/// A sync server of its own, with its database.
struct SyncServerFixture {
    let folder: TemporaryFolder
    let database: String
    let server: RunningProgram

    /// Starts a server on a new database.
    init(_ engine: SyncEngine, _ arguments: String...) throws {
        let folder = try TemporaryFolder()
        try self.init(in: folder, database: engine.address(in: folder), arguments)
    }

    /// Starts a server on a database that may be there.
    ///
    /// - Parameter disk: A disk that only the server has.
    init(
        in folder: TemporaryFolder, port: Int = 0, database: String, _ arguments: [String] = [],
        environment: [String: String] = [:], disk: OwnMounts.Disk? = nil
    ) throws {
        self.folder = folder
        self.database = database
        server = try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:\(port)", "--database", database] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
                .merging(environment) { $1 },
            errors: "\(folder.path)/log", disk: disk)
    }

    var port: Int { server.port }

    /// Copies all tables, beside the server.
    func makeCopy() throws {
        try change { ["CREATE TABLE copied_\($0) AS SELECT * FROM \($0)"] }
    }

    /// Puts the copy in the place of what there is, in one transaction.
    func putCopyBack() throws {
        try change { ["DELETE FROM \($0)", "INSERT INTO \($0) SELECT * FROM copied_\($0)"] }
    }

    private func change(_ statements: (String) -> [String]) throws {
        let database = try openDatabase()
        defer { try? database.close() }
        let tables = ["vault", "device", "log_entry", "blob", "invitation", "used_nonce"]
        try database.write { connection in
            for statement in tables.flatMap(statements) { try connection.execute(statement) }
        }
    }

    /// Opens the database beside the server.
    func openDatabase() throws -> any Database {
        try DatabaseEngines([
            DatabaseEngine(SQLiteDatabases()),
            DatabaseEngine(schemes: ["postgresql"], PostgreSQLDatabases()),
        ]).open(path: database, options: DatabaseOptions())
    }
}

/// A server, and a device with a vault that it has not brought yet.
struct SyncSite {
    let fixture: SyncServerFixture
    let desk: SyncClient
    let vaultBytes: [UInt8]
    let vault: String

    init(_ engine: SyncEngine) throws { try self.init(SyncServerFixture(engine)) }

    /// A device on a server that runs.
    init(_ fixture: SyncServerFixture) throws {
        self.fixture = fixture
        desk = try SyncClient(port: fixture.port)
        vaultBytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
        vault = "/v1/vaults/\(try #require(SyncName(bytes: vaultBytes)))"
    }

    /// Where a commit of a device is.
    func path(_ number: Int, of client: SyncClient) -> String {
        "\(vault)/devices/\(client.device)/commits/\(number)"
    }
}
