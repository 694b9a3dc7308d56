import RunningPostgreSQL
import TenonPostgreSQL
import TenonSQLite
import TestSupport
import Testing

@testable import WalletSyncServer  // A program has no store of its own that a test could ask.

/// What a store keeps its vaults in.
enum StoreEngine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }

    /// Opens a store with nothing in it.
    ///
    /// - Parameter connections: How many connections it may have, where it has several.
    func openStore(in folder: TemporaryFolder, connections: Int = 16) throws -> SyncStore {
        let store =
            switch self {
            case .sqlite: SyncStore(SQLiteDatabases(), address: "\(folder.path)/sync.db")
            case .postgreSQL:
                SyncStore(
                    PostgreSQLDatabases(PostgreSQLLimits(connections: connections)),
                    address: try PostgreSQLServer.shared.get().makeDatabase())
            }
        try store.open()
        return store
    }
}
