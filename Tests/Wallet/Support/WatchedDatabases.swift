import Synchronization
package import TenonCore
import TenonSQLite

/// What somebody does with a database.
package enum DatabaseStep {
    case hasRead
    case willWrite
    case query(String)
}

/// Opens real files, and says what is done with them as it is done; a step may fail.
package struct WatchedDatabases: DatabaseOpening {
    private let watch: @Sendable (DatabaseStep) throws -> Void

    /// Says each step; what is thrown then is thrown by the step.
    package init(watch: @escaping @Sendable (DatabaseStep) throws -> Void) { self.watch = watch }

    /// Opens a file.
    package func open(path: String, options: DatabaseOptions) throws -> any Database {
        WatchedDatabase(
            base: try SQLiteDatabases().open(path: path, options: options), watch: watch)
    }

    /// Makes the folder of a file.
    package func prepareFolder(of path: String) throws {
        try SQLiteDatabases().prepareFolder(of: path)
    }
}

/// Questions that were put to databases, in their order.
package final class QueryNotes: Sendable {
    private let noted = Mutex<[String]>([])

    /// Nothing is noted yet.
    package init() {}

    /// Notes a question; other steps are none.
    package func note(_ step: DatabaseStep) {
        if case .query(let sql) = step { noted.withLock { $0.append(sql) } }
    }

    /// The questions since the last call.
    package func take() -> [String] {
        noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}

private final class WatchedDatabase: Database {
    private let base: any Database
    private let watch: @Sendable (DatabaseStep) throws -> Void

    init(base: any Database, watch: @escaping @Sendable (DatabaseStep) throws -> Void) {
        self.base = base
        self.watch = watch
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let result = try base.read { try body(WatchedConnection(base: $0, watch: watch)) }
        try watch(.hasRead)
        return result
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try watch(.willWrite)
        return try base.write { try body(WatchedConnection(base: $0, watch: watch)) }
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

private struct WatchedConnection: DatabaseConnection {
    let base: any DatabaseConnection
    let watch: @Sendable (DatabaseStep) throws -> Void

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try base.execute(sql, arguments)
    }

    func query(
        _ sql: String, _ arguments: [DatabaseValue], _ row: (any DatabaseRow) throws -> Void
    ) throws {
        try watch(.query(sql))
        try base.query(sql, arguments, row)
    }
}
