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
    func openStore(in folder: TemporaryFolder) throws -> SyncStore {
        let store =
            switch self {
            case .sqlite: SyncStore(SQLiteDatabases(), address: "\(folder.path)/sync.db")
            case .postgreSQL:
                SyncStore(
                    PostgreSQLDatabases(),
                    address: try PostgreSQLServer.shared.get().makeDatabase())
            }
        try store.open()
        return store
    }
}
