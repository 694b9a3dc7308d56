import GRDB
import GRDBSQLite
import Glibc
import Synchronization
import TenonCore

/// One SQLite file: a connection that writes, and as many that read as are needed at once.
///
/// The connections are GRDB's queues, not its pool: a pool makes and drops a table each time it
/// opens a file without a log, two durable commits where a reader wants to write nothing.
final class SQLiteDatabase: TenonCore.Database {
    /// The connections; `nil` after closing.
    private struct Connections {
        /// Missing when the file was opened for reading only.
        var writer: DatabaseQueue?
        var idleReaders: [DatabaseQueue] = []
        /// Asked for nothing but `data_version`, which a connection reports about all others.
        var watcher: DatabaseQueue?
    }

    private static let keptReaders = 3

    private let path: String
    private let options: DatabaseOptions
    private let connections: Mutex<Connections?>

    init(path: String, options: DatabaseOptions) throws {
        self.path = path
        self.options = options
        let first = try Self.connect(path, options, writes: !options.readOnly)
        connections = Mutex(
            options.readOnly ? Connections(idleReaders: [first]) : Connections(writer: first))
    }

    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let reader = try takeReader()
        defer { giveBack(reader) }
        return try translating {
            try reader.read { try body(SQLiteConnection(database: $0, path: path)) }
        }
    }

    func write<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        guard let writer = try open({ $0.writer }) else {
            throw SQLiteError(.databaseReadOnly, "\(path) was opened for reading only.")
        }
        return try translating {
            try writer.writeWithoutTransaction { database in
                // `inTransaction` returns nothing, so the result is handed out by hand.
                var results: [Result] = []
                try database.inTransaction(.immediate) {
                    let connection = SQLiteConnection(database: database, path: path)
                    // Here and not at opening: under the write lock no other process can add one.
                    try connection.refuseActiveSchema()
                    results.append(try body(connection))
                    return .commit
                }
                return results[0]
            }
        }
    }

    func dataVersion() throws -> Int64 {
        let known = try open { $0.watcher }
        let watcher = try known ?? Self.connect(path, options, writes: false)
        if known == nil { try open { $0.watcher = $0.watcher ?? watcher } }
        return try translating {
            try watcher.unsafeRead { database in
                var version: Int64 = 0
                try SQLiteConnection(database: database, path: path)
                    .query("PRAGMA data_version", []) { version = $0.integer(0) }
                return version
            }
        }
    }

    func backup(to target: String) throws {
        guard !FilePrivacy.exists(target) else {
            throw SQLiteError.exists(target)
        }
        let target = try FilePrivacy.make(target)
        let source = try takeReader()
        defer { giveBack(source) }
        try translating {
            let copy = try DatabaseQueue(path: target)
            try source.backup(to: copy)
            try copy.close()
        }
    }

    @discardableResult
    func checkpoint() throws -> Int {
        guard let writer = try open({ $0.writer }) else {
            throw SQLiteError(.databaseReadOnly, "\(path) was opened for reading only.")
        }
        return try translating { try writer.writeWithoutTransaction(Self.emptyLog(of:)) }
    }

    func closeAlone<Result>(_ body: () throws -> Result) throws -> Result {
        defer { try? close() }
        let others = try open { held in
            defer {
                held.idleReaders = []
                held.watcher = nil
            }
            return held.idleReaders + [held.watcher].compactMap(\.self)
        }
        guard let writer = try open({ $0.writer }) else {
            throw SQLiteError(.databaseReadOnly, "\(path) was opened for reading only.")
        }
        return try translating {
            for other in others { try other.close() }
            return try writer.writeWithoutTransaction { database in
                try Self.emptyLog(of: database)
                // Without a log there is one file, and SQLite itself refuses to write to it once it
                // has another name. This requires all other connections to be closed.
                try Self.waiting(options) {
                    try database.execute(sql: "PRAGMA journal_mode = DELETE")
                }
                var results: [Result] = []
                try database.inTransaction(.exclusive) {
                    // Another process was quicker and has begun a new log.
                    guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "delete"
                    else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
                    results.append(try body())
                    return .commit
                }
                return results[0]
            }
        }
    }

    /// Tries something again as long as others keep it from being done, which SQLite does not itself
    /// when a log is begun or given up.
    private static func waiting(_ options: DatabaseOptions, _ body: () throws -> Void) throws {
        let end = ContinuousClock.now.advanced(by: .milliseconds(options.busyTimeout))
        while true {
            do {
                return try body()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
            {
                usleep(20_000)
            }
        }
    }

    /// Merges the whole log into the file; closing would ignore a failure.
    @discardableResult
    private static func emptyLog(of database: GRDB.Database) throws -> Int {
        // Only a passive checkpoint counts the frames, and it does not wait for others; the second
        // one must succeed.
        let count = (try? database.checkpoint(.passive).walFrameCount) ?? 0
        try database.checkpoint(.truncate)
        return max(count, 0)
    }

    func compact() throws {
        guard let writer = try open({ $0.writer }) else {
            throw SQLiteError(.databaseReadOnly, "\(path) was opened for reading only.")
        }
        try translating { try writer.vacuum() }
        try checkpoint()
    }

    func close() throws {
        let closing = connections.withLock { held in
            defer { held = nil }
            return held
        }
        guard let closing else { return }
        // The writer goes last: the last connection to close tidies the log away.
        try translating {
            try closing.watcher?.close()
            for reader in closing.idleReaders { try reader.close() }
            try closing.writer?.close()
        }
    }

    // MARK: - Connections

    private func open<Value>(_ body: (inout Connections) throws -> Value) throws -> Value
    where Value: Sendable {
        try connections.withLock { held in
            guard var open = held else {
                throw SQLiteError(.databaseMisuse, "The database \(path) was closed.")
            }
            defer { held = open }
            return try body(&open)
        }
    }

    private func takeReader() throws -> DatabaseQueue {
        try open { $0.idleReaders.popLast() } ?? Self.connect(path, options, writes: false)
    }

    /// Keeps a reader for the next one who asks; beyond a few, or after closing, it is closed.
    private func giveBack(_ reader: DatabaseQueue) {
        let isKept = connections.withLock { held in
            guard let count = held?.idleReaders.count, count < Self.keptReaders else {
                return false
            }
            held?.idleReaders.append(reader)
            return true
        }
        // A read-only connection has nothing to lose when closing it fails.
        if !isKept { try? reader.close() }
    }

    private static func connect(
        _ path: String, _ options: DatabaseOptions, writes: Bool
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "tenon.sqlite"
        configuration.readonly = !writes
        configuration.busyMode = .timeout(Double(options.busyTimeout) / 1000)
        configuration.prepareDatabase { database in
            if writes {
                try waiting(options) { try database.execute(sql: "PRAGMA journal_mode = WAL") }
            }
            for setting in [
                "synchronous = FULL", "secure_delete = ON", "temp_store = MEMORY",
                "trusted_schema = OFF", "cell_size_check = ON",
            ] {
                try database.execute(sql: "PRAGMA \(setting)")
            }
        }
        return try SQLiteError.translating(path: path) {
            try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    // MARK: - Errors

    private func translating<Result>(_ body: () throws -> Result) throws -> Result {
        try SQLiteError.translating(path: path, body)
    }
}
