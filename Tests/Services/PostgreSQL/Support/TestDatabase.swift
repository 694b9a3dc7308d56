import Foundation
import RunningPostgreSQL
import Synchronization
import TenonCore
import TenonPostgreSQL
import Testing

/// A new database on a server, and the rows of its one table.
struct TestDatabase {
    let server: PostgreSQLServer
    let address: String
    let database: any Database

    init(
        on server: PostgreSQLServer? = nil, _ limits: PostgreSQLLimits = PostgreSQLLimits(),
        busyTimeout: Int = 20_000
    ) throws {
        self.server = try server ?? PostgreSQLServer.shared.get()
        address = try self.server.makeDatabase()
        database = try PostgreSQLDatabases(limits).open(
            path: address, options: DatabaseOptions(busyTimeout: busyTimeout))
        try database.write {
            try $0.execute("CREATE TABLE entry (k BIGINT PRIMARY KEY, n BIGINT, t TEXT, b BYTEA)")
        }
    }

    /// Opens the same database once more.
    func open(
        _ limits: PostgreSQLLimits = PostgreSQLLimits(), busyTimeout: Int = 5000
    ) throws -> any Database {
        try PostgreSQLDatabases(limits).open(
            path: address, options: DatabaseOptions(busyTimeout: busyTimeout))
    }

    func add(_ key: Int64) throws {
        try database.write {
            try $0.execute("INSERT INTO entry (k) VALUES (?)", [.integer(key)])
        }
    }

    func keys() throws -> [Int64] { try database.integers("SELECT k FROM entry ORDER BY k") }
}

extension Database {
    func integers(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> [Int64] {
        try read { try $0.integers(sql, arguments) }
    }
}

extension DatabaseConnection {
    func integers(_ sql: String, _ arguments: [DatabaseValue] = []) throws -> [Int64] {
        var result: [Int64] = []
        try query(sql, arguments) { result.append($0.integer(0)) }
        return result
    }

    /// The process of the server that serves this connection.
    func serverProcess() throws -> pid_t {
        pid_t(try integers("SELECT pg_backend_pid()").first ?? 0)
    }
}

/// The code of the error that a closure throws, if it throws one of this module.
func code(_ body: () throws -> Any) -> ErrorCode? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? PostgreSQLError)?.code
    }
}

/// A value that several threads of a test change.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func change(_ body: @Sendable (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
