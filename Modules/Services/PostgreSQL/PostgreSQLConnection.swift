import TenonCore

/// Statements within one read or one transaction on a connection to a server.
struct PostgreSQLConnection: DatabaseConnection {
    let link: ServerLink

    @discardableResult
    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try link.execute([DatabaseStatement(sql, arguments)]).first ?? 0
    }

    @discardableResult
    func execute(_ batch: [DatabaseStatement]) throws -> [Int] { try link.execute(batch) }

    func query(
        _ sql: String, _ arguments: [DatabaseValue], _ row: (any DatabaseRow) throws -> Void
    ) throws {
        try link.query(sql, arguments, row)
    }
}
