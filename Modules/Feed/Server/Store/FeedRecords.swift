import TenonCore

/// What is in the database, within one read or one transaction.
struct FeedRecords {
    let connection: any DatabaseConnection

    init(_ connection: any DatabaseConnection) { self.connection = connection }

    /// The rows of a query.
    func rows<Row>(
        _ sql: String, _ arguments: [DatabaseValue] = [], _ make: (any DatabaseRow) -> Row
    ) throws -> [Row] {
        var rows: [Row] = []
        try connection.query(sql, arguments) { rows.append(make($0)) }
        return rows
    }

    /// The number that a query leads to; 0 for none.
    func number(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int64 {
        try rows(sql, arguments) { $0.integer(0) }.first ?? 0
    }

    /// Whether nobody is there yet.
    func isEmpty() throws -> Bool { try number("SELECT count(*) FROM account", []) == 0 }

    /// A name for something new: greater than all before, and in the order of time.
    func newName(at time: Timestamp) throws -> Int64 {
        let last = try number("SELECT number FROM last_name", [])
        let next = max(last + 1, time.milliseconds * 1_000)
        try connection.execute("UPDATE last_name SET number = ?", [.integer(next)])
        return next
    }
}

/// What part of a list is asked for.
struct Range: Sendable {
    /// Only what comes before this name; `nil` for no bound.
    var before: Int64?
    /// Only what comes after this name, the newest first; `nil` for no bound.
    var since: Int64?
    /// Only what comes after this name, beginning right behind it; `nil` for no bound.
    var after: Int64?
    /// How many.
    var limit: Int

    /// A query for a part of a list: names in descending order.
    ///
    /// - Parameters:
    ///   - source: What follows `SELECT`, up to its conditions, which end open: `… WHERE x = ?`.
    ///   - name: The column with the name.
    func query(_ source: String, name: String) -> (sql: String, arguments: [DatabaseValue]) {
        var (sql, arguments) = (source, [DatabaseValue]())
        if let before {
            sql += " AND \(name) < ?"
            arguments.append(.integer(before))
        }
        if let bound = after ?? since {
            sql += " AND \(name) > ?"
            arguments.append(.integer(bound))
        }
        sql += " ORDER BY \(name) \(after == nil ? "DESC" : "ASC") LIMIT ?"
        arguments.append(.integer(Int64(limit)))
        return (sql, arguments)
    }
}

extension FeedRecords {
    /// A part of a list of names with what each is about.
    ///
    /// - Parameters:
    ///   - source: The query, which selects the name and what it is about.
    ///   - arguments: Its arguments.
    ///   - name: The column with the name.
    ///   - range: The part.
    func names(
        _ source: String, _ arguments: [DatabaseValue], name: String = "id", in range: Range
    ) throws -> [(name: Int64, subject: Int64)] {
        let (sql, further) = range.query(source, name: name)
        let rows = try rows(sql, arguments + further) {
            (name: $0.integer(0), subject: $0.integer(1))
        }
        return range.after == nil ? rows : rows.reversed()
    }
}
