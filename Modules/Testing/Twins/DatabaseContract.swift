public import TenonCore

/// The contract of every engine for databases; each check runs on an empty one.
///
/// ```swift
/// @Test("keeps its contract", arguments: DatabaseContract.checks)
/// func contract(_ check: DatabaseContract) async throws {
///     try await check.run(MyDatabases(), at: addressOfAnEmptyDatabase())
/// }
/// ```
public struct DatabaseContract: Sendable, CustomStringConvertible {
    typealias Body = @Sendable (DatabasePlace) async throws -> Void

    /// What is checked, as a sentence.
    public let description: String
    private let body: Body

    init(_ description: String, _ body: @escaping Body) {
        self.description = description
        self.body = body
    }

    /// Runs the check.
    ///
    /// - Parameters:
    ///   - databases: The engine.
    ///   - address: The address of an empty database, or the path of a file that is not there yet.
    /// - Throws: ``TestingError`` when it does not hold.
    public func run(_ databases: any DatabaseOpening, at address: String) async throws {
        try await body(DatabasePlace(databases: databases, address: address))
    }

    /// All checks.
    public static let checks: [DatabaseContract] =
        values + statements + transactions + openings + migrations
}

/// Where a check has its database, and what it does with it.
struct DatabasePlace: Sendable {
    let databases: any DatabaseOpening
    let address: String

    /// Opens the database.
    func open(readOnly: Bool = false) throws -> any Database {
        try databases.open(
            path: address, options: DatabaseOptions(readOnly: readOnly, create: !readOnly))
    }

    /// Opens the database, and makes a table of numbered values of each kind in it.
    func openTable() throws -> any Database {
        let database = try open()
        try database.write { connection in
            try connection.execute(
                "CREATE TABLE entry (k BIGINT PRIMARY KEY, n BIGINT, t TEXT, b BYTEA)")
        }
        return database
    }

    /// Makes sure that something is what it should be.
    func expect<Value: Equatable>(_ expected: Value, _ seen: Value) throws {
        guard seen == expected else { throw TestingError.unmet("\(expected)", seen: "\(seen)") }
    }

    /// Makes sure that something fails as it should.
    func expect<Ignored>(_ code: ErrorCode, _ body: () throws -> Ignored) throws {
        do {
            _ = try body()
        } catch let error as any ExplainedError where error.code == code {
            return
        } catch {
            throw TestingError.unmet("the error \(code.name)", seen: "\(error)")
        }
        throw TestingError.unmet("the error \(code.name)", seen: "No error.")
    }
}

extension Database {
    /// Adds rows with the given keys.
    func add(_ keys: Int64...) throws {
        try write { connection in
            for key in keys {
                try connection.execute("INSERT INTO entry (k) VALUES (?)", [.integer(key)])
            }
        }
    }

    /// The integers of the first column of a query.
    func integers(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> [Int64] {
        try read { try $0.integers(sql, arguments) }
    }

    /// The keys of the table.
    func keys() throws -> [Int64] { try integers("SELECT k FROM entry ORDER BY k") }
}

extension DatabaseConnection {
    /// The integers of the first column of a query.
    func integers(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> [Int64] {
        var result: [Int64] = []
        try query(sql, arguments) { result.append($0.integer(0)) }
        return result
    }
}
