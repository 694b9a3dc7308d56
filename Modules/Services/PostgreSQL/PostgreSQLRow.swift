import CPostgreSQL
import TenonCore

/// A row as libpq holds it; texts and bytes are lent without a copy.
struct PostgreSQLRow: DatabaseRow {
    /// A result with one row.
    let result: OpaquePointer
    /// The kinds of its columns.
    let kinds: [ColumnKind]

    func integer(_ column: Int) -> Int64 {
        isNull(column) ? 0 : kinds[column].integer(bytes(column))
    }

    func text(_ column: Int) -> String {
        isNull(column) ? "" : kinds[column].text(bytes(column))
    }

    func blob(_ column: Int) -> [UInt8] { withBlob(column) { Array($0) } }

    func withBlob<Result>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard !isNull(column) else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        if kinds[column].isBytes { return try body(bytes(column)) }
        return try Array(text(column).utf8).withUnsafeBytes(body)
    }

    func isNull(_ column: Int) -> Bool { PQgetisnull(result, 0, Int32(column)) == 1 }

    private func bytes(_ column: Int) -> UnsafeRawBufferPointer {
        let start = PQgetvalue(result, 0, Int32(column))
        return UnsafeRawBufferPointer(
            start: start, count: Int(PQgetlength(result, 0, Int32(column))))
    }
}
