import TenonCore
import TenonSQLite

/// Opens real files, and lets something else happen right after each read and before each write.
struct InterleavedDatabases: DatabaseOpening {
    let meanwhile: @Sendable () -> Void

    func open(path: String, options: DatabaseOptions) throws -> any Database {
        InterleavedDatabase(
            base: try SQLiteDatabases().open(path: path, options: options), meanwhile: meanwhile)
    }

    func prepareFolder(of path: String) throws { try SQLiteDatabases().prepareFolder(of: path) }
}

private final class InterleavedDatabase: Database {
    private let base: any Database
    private let meanwhile: @Sendable () -> Void

    init(base: any Database, meanwhile: @escaping @Sendable () -> Void) {
        self.base = base
        self.meanwhile = meanwhile
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let result = try base.read(body)
        meanwhile()
        return result
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        meanwhile()
        return try base.write(body)
    }

    func dataVersion() throws -> Int64 { try base.dataVersion() }
    func backup(to path: String) throws { try base.backup(to: path) }
    func checkpoint() throws -> Int { try base.checkpoint() }
    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result {
        try base.closeAlone(body)
    }
    func compact() throws { try base.compact() }
    func close() throws { try base.close() }
}
