import Synchronization
import TenonCore
import TenonSQLite

/// Opens real files, and notes each question that is put to them.
final class RecordingDatabases: DatabaseOpening {
    private let noted = Mutex<[String]>([])

    /// The questions since the last call, in their order.
    func takeQueries() -> [String] {
        noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }

    func open(path: String, options: DatabaseOptions) throws -> any Database {
        RecordingDatabase(
            base: try SQLiteDatabases().open(path: path, options: options),
            note: { sql in self.noted.withLock { $0.append(sql) } })
    }

    func prepareFolder(of path: String) throws { try SQLiteDatabases().prepareFolder(of: path) }
}

private final class RecordingDatabase: Database {
    private let base: any Database
    private let note: @Sendable (String) -> Void

    init(base: any Database, note: @escaping @Sendable (String) -> Void) {
        self.base = base
        self.note = note
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try base.read { try body(RecordingConnection(base: $0, note: note)) }
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        try base.write { try body(RecordingConnection(base: $0, note: note)) }
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

private struct RecordingConnection: DatabaseConnection {
    let base: any DatabaseConnection
    let note: @Sendable (String) -> Void

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try base.execute(sql, arguments)
    }

    func query(
        _ sql: String, _ arguments: [DatabaseValue], _ row: (any DatabaseRow) throws -> Void
    ) throws {
        note(sql)
        try base.query(sql, arguments, row)
    }
}
