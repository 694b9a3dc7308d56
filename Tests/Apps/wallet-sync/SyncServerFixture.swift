import Foundation
import RunningPostgreSQL
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
    init(
        in folder: TemporaryFolder, port: Int = 0, database: String, _ arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        self.folder = folder
        self.database = database
        server = try RunningProgram(
            built: "wallet-sync",
            ["--listen", "127.0.0.1:\(port)", "--database", database] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
                .merging(environment) { $1 },
            errors: "\(folder.path)/log")
    }

    var port: Int { server.port }
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
