import GRDBSQLite
import TenonCore

/// The row that a stepping statement stands on; it reads SQLite's own memory.
struct SQLiteRow: DatabaseRow {
    let statement: OpaquePointer

    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

    func text(_ column: Int) -> String {
        // The order of the two calls matters: asking for the text may convert the value.
        guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) -> [UInt8] { withBlob(column) { Array($0) } }

    func withBlob<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }
}
