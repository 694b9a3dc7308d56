import GRDB
import GRDBSQLite
import TenonCore

/// Runs statements on a connection of GRDB, which owns it and caches the compiled statements.
///
/// Binding and stepping go straight to SQLite: GRDB's rows and arguments copy every value, and a
/// vault of 100,000 items reads as many rows when it is opened.
struct SQLiteConnection: DatabaseConnection {
    let database: GRDB.Database
    let path: String

    @discardableResult
    func execute(_ sql: String, _ arguments: [TenonCore.DatabaseValue]) throws -> Int {
        let before = sqlite3_total_changes(database.sqliteConnection)
        try run(sql, arguments) { _ in }
        return Int(sqlite3_total_changes(database.sqliteConnection) - before)
    }

    func query(
        _ sql: String, _ arguments: [TenonCore.DatabaseValue],
        _ row: (any DatabaseRow) throws -> Void
    ) throws {
        try run(sql, arguments, row)
    }

    private func run(
        _ sql: String, _ arguments: [TenonCore.DatabaseValue],
        _ row: (any DatabaseRow) throws -> Void
    ) throws {
        var compiled = try database.cachedStatement(sql: sql)
        if sqlite3_stmt_busy(compiled.sqliteStatement) != 0 {
            // The same query is being walked further up the stack: leave that cursor alone.
            compiled = try database.makeStatement(sql: sql)
        }
        // Keeps the statement, and with it the pointer, alive to the end.
        try withExtendedLifetime(compiled) {
            let statement = compiled.sqliteStatement
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            try bind(arguments, to: statement)
            let current = SQLiteRow(statement: statement)
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW: try row(current)
                case SQLITE_DONE: return
                default: throw failure()
                }
            }
        }
    }

    private func bind(_ arguments: [TenonCore.DatabaseValue], to statement: OpaquePointer) throws {
        guard sqlite3_bind_parameter_count(statement) == Int32(arguments.count) else {
            throw SQLiteError(
                .databaseMisuse,
                "A statement got \(arguments.count) arguments, but takes a different number.")
        }
        // SQLite copies what is marked as transient before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, argument) in arguments.enumerated() {
            let position = Int32(index + 1)
            let status =
                switch argument {
                case .null: sqlite3_bind_null(statement, position)
                case .integer(let value): sqlite3_bind_int64(statement, position, value)
                case .text(let value):
                    sqlite3_bind_text(
                        statement, position, value, Int32(value.utf8.count), transient)
                case .blob(let value) where value.isEmpty:
                    sqlite3_bind_zeroblob(statement, position, 0)
                case .blob(let value):
                    sqlite3_bind_blob(statement, position, value, Int32(value.count), transient)
                }
            guard status == SQLITE_OK else { throw failure() }
        }
    }

    /// The error that SQLite reported last on this connection.
    private func failure() -> SQLiteError {
        let connection = database.sqliteConnection
        let text = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "unknown error"
        return .translating(
            code: sqlite3_extended_errcode(connection), text: text, path: path)
    }
}
