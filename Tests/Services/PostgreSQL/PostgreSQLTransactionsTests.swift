import Foundation
import TenonCore
import TenonPostgreSQL
import TestSupport
import Testing

@Suite("Transactions in PostgreSQL")
struct PostgreSQLTransactionsTests {
    private let entries: TestDatabase

    init() throws { entries = try TestDatabase() }

    @Test("One that is undone because of another one is run again, and both have their effect")
    func retry() throws {
        let other = try entries.open()
        try entries.add(1)
        try entries.add(2)
        var attempts = 0
        // Each reads the row that the other one writes: no order of the two explains that (40001).
        try entries.database.write { connection in
            attempts += 1
            let count = try connection.integers("SELECT count(n) FROM entry WHERE k = 1")
            if attempts == 1 {
                try other.write { connection in
                    let count = try connection.integers("SELECT count(n) FROM entry WHERE k = 2")
                    try connection.execute(
                        "UPDATE entry SET n = ? WHERE k = 1", [.integer(count[0])])
                }
            }
            try connection.execute("UPDATE entry SET n = ? WHERE k = 2", [.integer(count[0])])
        }
        #expect(attempts == 2)
        #expect(try entries.database.integers("SELECT n FROM entry ORDER BY k") == [0, 1])
    }

    @Test("With less isolation, those that change one row first take turns, and none is run again")
    func readCommitted() async throws {
        try entries.add(1)
        try entries.database.write { try $0.execute("UPDATE entry SET n = 0") }
        let options = DatabaseOptions(busyTimeout: 20_000, isolation: .readCommitted)
        let databases = try (0..<2).map { _ in
            try PostgreSQLDatabases().open(path: entries.address, options: options)
        }
        let attempts = Shared(0)
        try await withThrowingTaskGroup { group in
            for number in 0..<16 {
                let database = databases[number % 2]
                group.addTask {
                    try await onThread {
                        try database.write { connection in
                            attempts.change { $0 += 1 }
                            try connection.execute("UPDATE entry SET n = n WHERE k = 1")
                            let count = try connection.integers("SELECT n FROM entry")
                            try connection.execute(
                                "UPDATE entry SET n = ? WHERE k = 1", [.integer(count[0] + 1)])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try entries.database.integers("SELECT n FROM entry") == [16])
        #expect(attempts.value == 16)
    }

    @Test("One that others always get in the way of is an error in the end, after so many attempts")
    func limit() throws {
        let database = try entries.open(PostgreSQLLimits(retries: 3))
        try entries.add(1)
        var attempts = 0
        let error = #expect(throws: PostgreSQLError.self) {
            try database.write { connection in
                attempts += 1
                _ = try connection.integers("SELECT n FROM entry")
                try entries.database.write {
                    try $0.execute("UPDATE entry SET n = ?", [.integer(Int64(attempts))])
                }
                try connection.execute("UPDATE entry SET n = 0")
            }
        }
        #expect(attempts == 4)
        #expect(error?.code == .databaseBusy)
        #expect(error?.message.description.contains("(40001)") == true)
        #expect(try entries.database.integers("SELECT n FROM entry") == [4])
    }

    @Test("Of two that wait for each other one is run again")
    func deadlock() async throws {
        let database = entries.database
        try entries.add(1)
        try entries.add(2)
        // Both hold a row before either asks for that of the other.
        let holders = Shared(0)
        try await withThrowingTaskGroup { group in
            for keys in [[1, 2], [2, 1]] as [[Int64]] {
                group.addTask {
                    try await onThread {
                        try database.write { connection in
                            try connection.execute(
                                "UPDATE entry SET n = 1 WHERE k = ?", [.integer(keys[0])])
                            holders.change { $0 += 1 }
                            try blockUntil("both to hold a row") { holders.value >= 2 }
                            try connection.execute(
                                "UPDATE entry SET n = 2 WHERE k = ?", [.integer(keys[1])])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(holders.value > 2)
        #expect(try database.integers("SELECT n FROM entry").count == 2)
    }

    @Test("Many that make the same table at the same moment, if there is none, all get it")
    func sameTable() async throws {
        // Where all is slow, they meet more often.
        let limits = PostgreSQLLimits(retries: 1000)
        let databases = try (0..<8).map { _ in try entries.open(limits, busyTimeout: 60_000) }
        for round in 0..<100 {
            try await withThrowingTaskGroup { group in
                for (key, database) in databases.enumerated() {
                    group.addTask {
                        try await onThread {
                            try database.write { connection in
                                try connection.execute(
                                    "CREATE TABLE IF NOT EXISTS t\(round) (k BIGINT)")
                                try connection.execute(
                                    "INSERT INTO t\(round) VALUES (?)", [.integer(Int64(key))])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(
                try databases[0].integers("SELECT k FROM t\(round) ORDER BY k") == Array(0..<8))
        }
    }

    @Test("A table that is there already is an error, and not tried for ever")
    func duplicate() throws {
        var attempts = 0
        let error = #expect(throws: PostgreSQLError.self) {
            try entries.database.write { connection in
                attempts += 1
                try connection.execute("CREATE TABLE entry (k BIGINT)")
            }
        }
        #expect(error?.code == .databaseMisuse)
        #expect(attempts == 6)
    }

    @Test("An error that the closure keeps to itself does not commit the rest")
    func swallowed() throws {
        let error = #expect(throws: PostgreSQLError.self) {
            try entries.database.write { connection in
                try connection.execute("INSERT INTO entry (k) VALUES (1)")
                _ = try? connection.execute("INSERT INTO entry (k) VALUES (1)")
                _ = try? connection.execute("INSERT INTO entry (k) VALUES (2)")
            }
        }
        #expect(error?.code == .databaseConstraint)
        #expect(try entries.keys() == [])
    }

    @Test("Sixty-four tasks share a few connections, and no more")
    func pool() async throws {
        let database = try entries.open(PostgreSQLLimits(connections: 4), busyTimeout: 60_000)
        let processes = Shared<Set<pid_t>>([])
        try await withThrowingTaskGroup { group in
            for key in Int64(0)..<64 {
                group.addTask {
                    try await onThread {
                        try database.write { connection in
                            let process = try connection.serverProcess()
                            processes.change { _ = $0.insert(process) }
                            // The first keeps its connection until another one is used.
                            try blockUntil("a second connection") {
                                key != 0 || processes.value.count >= 2
                            }
                            try connection.execute(
                                "INSERT INTO entry (k) VALUES (?)", [.integer(key)])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try entries.keys() == Array(0..<64))
        #expect((2...4).contains(processes.value.count))
    }

    @Test("Who waits too long for a connection, or for a lock, is told that it is busy")
    func busy() throws {
        let database = try entries.open(PostgreSQLLimits(connections: 1), busyTimeout: 100)
        try entries.add(1)
        try database.read { _ in
            #expect(code { try database.read { _ in } } == .databaseBusy)
        }
        try database.read { _ in }
        try entries.database.write { connection in
            try connection.execute("UPDATE entry SET n = 1")
            #expect(
                code { try database.write { try $0.execute("UPDATE entry SET n = 2") } }
                    == .databaseBusy)
        }
        #expect(try database.integers("SELECT n FROM entry") == [1])
    }

    @Test("A statement that takes too long is ended by the server")
    func statementTimeout() throws {
        let database = try entries.open(PostgreSQLLimits(statementTimeout: .milliseconds(200)))
        #expect(
            code { try database.read { try $0.query("SELECT pg_sleep(600)", []) { _ in } } }
                == .databaseTimedOut)
        try database.read { try $0.query("SELECT pg_sleep(0)", []) { _ in } }
    }

    @Test("Statements are prepared once for a connection, and only so many are kept")
    func prepared() throws {
        try entries.database.write { connection in
            for key in Int64(0)..<50 {
                try connection.execute("INSERT INTO entry (k) VALUES (?)", [.integer(key)])
            }
            #expect(
                try connection.integers(
                    """
                    SELECT count(*) FROM pg_prepared_statements
                        WHERE statement LIKE 'INSERT INTO entry (k) VALUES%'
                    """) == [1])
            for number in 0..<600 { _ = try connection.integers("SELECT \(number)") }
            #expect(
                try connection.integers("SELECT count(*) FROM pg_prepared_statements")[0] < 300)
        }
    }

    @Test("A table that gets another column is read by a statement that was prepared before")
    func stale() throws {
        let other = try entries.open()
        try entries.add(1)
        let columns = "SELECT * FROM entry"
        #expect(try other.integers(columns) == [1])
        try entries.database.write { try $0.execute("ALTER TABLE entry ADD COLUMN m BIGINT") }
        #expect(try other.integers(columns) == [1])
    }
}

/// Runs what blocks on a thread of its own.
func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
