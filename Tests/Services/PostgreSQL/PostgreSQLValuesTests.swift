import TenonCore
import TenonPostgreSQL
import Testing

@Suite("Values in PostgreSQL")
struct PostgreSQLValuesTests {
    private let entries: TestDatabase

    init() throws { entries = try TestDatabase() }

    private func text(of expression: String) throws -> String {
        var text = ""
        try entries.database.read { connection in
            try connection.query("SELECT \(expression)", []) { text = $0.text(0) }
        }
        return text
    }

    private func integer(of expression: String) throws -> Int64 {
        try entries.database.integers("SELECT \(expression)").first ?? -1
    }

    @Test("A text with a NUL character is refused, and the transaction goes on")
    func textWithNUL() throws {
        try entries.database.write { connection in
            #expect(
                code {
                    try connection.execute(
                        "INSERT INTO entry (k, t) VALUES (1, ?)", [.text("a\u{0}b")])
                } == .databaseUnstorable)
            try connection.execute("INSERT INTO entry (k, t) VALUES (1, ?)", [.text("ab")])
        }
        #expect(try entries.keys() == [1])
    }

    @Test(
        "Numbers of every type are read in full",
        arguments: [
            ("CAST(-7 AS SMALLINT)", "-7", -7), ("CAST(-70000 AS INTEGER)", "-70000", -70000),
            ("-9223372036854775808", "-9223372036854775808", Int64.min), ("true", "1", 1),
            ("CAST(0 AS NUMERIC)", "0", 0),
            ("12345678901234567890.0012", "12345678901234567890.0012", 0),
            ("-0.00050", "-0.00050", 0), ("-10000.5", "-10000.5", -10000),
            (
                "CAST(9000000000000000000 AS NUMERIC)", "9000000000000000000",
                9_000_000_000_000_000_000
            ),
            ("CAST('NaN' AS NUMERIC)", "NaN", 0), ("CAST(-2.5 AS DOUBLE PRECISION)", "-2.5", -2),
            ("CAST(0.5 AS REAL)", "0.5", 0), ("'  -12 apples'", "  -12 apples", -12),
        ] as [(String, String, Int64)])
    func numbers(expression: String, text: String, integer: Int64) throws {
        #expect(try self.text(of: expression) == text)
        #expect(try self.integer(of: expression) == integer)
    }

    @Test("Text goes where dates and JSON are kept, and comes back when it is asked for as text")
    func inferred() throws {
        try entries.database.write { connection in
            try connection.execute("CREATE TABLE other (d DATE, j JSONB, v VARCHAR(10))")
            try connection.execute(
                "INSERT INTO other VALUES (?, ?, ?)",
                [.text("2026-11-25"), .text("{\"a\": 1}"), .null])
            try connection.query(
                "SELECT CAST(d AS TEXT), CAST(j AS TEXT), v FROM other", []
            ) { row in
                #expect(row.text(0) == "2026-11-25")
                #expect(row.text(1) == "{\"a\": 1}")
                #expect(row.isNull(2))
            }
        }
    }

    @Test("A column of another type is an error that names it, before any row")
    func unknownType() throws {
        let error = #expect(throws: PostgreSQLError.self) {
            try entries.database.read { connection in
                try connection.query("SELECT now() AS moment", []) { _ in
                    Issue.record("There was a row.")
                }
            }
        }
        #expect(error?.code == .databaseMisuse)
        #expect(error?.message.description.contains("moment") == true)
    }

    @Test("An error says what went wrong and its SQLSTATE, and repeats no value")
    func noValues() throws {
        let secret = "s3cret-value"
        let statements: [(String, [DatabaseValue], String, ErrorCode)] = [
            (
                "INSERT INTO entry (k) SELECT CAST(? AS BIGINT)", [.text(secret)], "22P02",
                .databaseUnstorable
            ),
            ("SELECT CAST('\(secret)' AS BIGINT)", [], "22P02", .databaseUnstorable),
            (
                "INSERT INTO entry (k, t) VALUES (1, ?), (1, ?)", [.text(secret), .text(secret)],
                "23505", .databaseConstraint
            ),
            ("SELECT CAST(? AS VARCHAR(3)), 1/0", [.text(secret)], "22012", .databaseUnstorable),
            ("SELEKT ?", [.text(secret)], "42601", .databaseMisuse),
            ("INSERT INTO entry (t) VALUES (?)", [.text(secret)], "23502", .databaseConstraint),
        ]
        for (sql, arguments, state, code) in statements {
            let error = #expect(throws: PostgreSQLError.self) {
                try entries.database.write { try $0.execute(sql, arguments) }
            }
            let text = "\(error.map { "\($0) \(String(describing: $0.cause))" } ?? "")"
            #expect(error?.code == code)
            #expect(text.contains("(\(state))"))
            #expect(!text.contains(secret))
        }
        #expect(try entries.keys() == [])
    }
}
