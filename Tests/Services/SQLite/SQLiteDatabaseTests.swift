import Foundation
import TenonCore
import TenonSQLite
import Testing

@Suite struct SQLiteDatabaseTests {
    private let folder = ScratchFolder()
    private let database: any Database

    init() throws {
        database = try SQLiteDatabases()
            .open(path: folder.path("file.db"), options: .init(create: true))
        try database.write { try $0.execute("CREATE TABLE t (k INTEGER PRIMARY KEY, a)") }
    }

    @Test("Every kind of value comes back as it was bound")
    func values() throws {
        let values: [DatabaseValue] = [
            .null, .integer(.min), .integer(.max), .text(""), .text("zwei\u{0}é😀"), .blob([]),
            .blob([0, 255, 1]),
        ]
        try database.write { connection in
            for value in values {
                let count = try connection.execute("INSERT INTO t (a) VALUES (?)", [value])
                #expect(count == 1)
            }
        }
        var read: [DatabaseValue] = []
        try database.read { connection in
            try connection.query("SELECT a, typeof(a) FROM t ORDER BY k", []) { row in
                switch row.text(1) {
                case "integer": read.append(.integer(row.integer(0)))
                case "text": read.append(.text(row.text(0)))
                case "blob":
                    read.append(.blob(row.blob(0)))
                    #expect(row.withBlob(0) { Array($0) } == row.blob(0))
                default:
                    #expect(row.isNull(0))
                    read.append(.null)
                }
            }
        }
        #expect(read == values)
    }

    @Test("Settings: write-ahead log, full synchronisation, secure deletion, foreign keys")
    func settings() throws {
        let wanted = [
            "journal_mode": "wal", "synchronous": "2", "secure_delete": "1", "foreign_keys": "1",
        ]
        try database.write { connection in
            for (name, value) in wanted {
                try connection.query("PRAGMA \(name)", []) { #expect($0.text(0) == value) }
            }
        }
    }

    @Test("A transaction that throws leaves nothing, and its own error comes out")
    func rollback() throws {
        struct Abort: Error {}
        #expect(throws: Abort.self) {
            try database.write { connection in
                try connection.execute("INSERT INTO t (a) VALUES (1)")
                throw Abort()
            }
        }
        #expect(try count() == 0)
        try database.write { try $0.execute("INSERT INTO t (a) VALUES (1)") }
        #expect(try count() == 1)
    }

    @Test("A read sees one moment, whatever is written meanwhile")
    func snapshot() throws {
        try database.read { connection in
            var counts: [Int64] = []
            func look() throws {
                try connection.query("SELECT count(*) FROM t", []) { counts.append($0.integer(0)) }
            }
            try look()
            try database.write { try $0.execute("INSERT INTO t (a) VALUES (1)") }
            try look()
            #expect(counts == [0, 0])
        }
        #expect(try count() == 1)
    }

    @Test("The same query may run inside its own rows")
    func nested() throws {
        try database.write { try $0.execute("INSERT INTO t (a) VALUES (1), (2), (3)") }
        var pairs = 0
        try database.read { connection in
            try connection.query("SELECT a FROM t", []) { _ in
                try connection.query("SELECT a FROM t", []) { _ in pairs += 1 }
            }
        }
        #expect(pairs == 9)
    }

    @Test("The data version differs after a commit here or through another connection")
    func dataVersion() throws {
        let first = try database.dataVersion()
        #expect(try database.dataVersion() == first)
        try database.write { try $0.execute("INSERT INTO t (a) VALUES (1)") }
        let second = try database.dataVersion()
        #expect(second != first)
        let other = try SQLiteDatabases().open(path: folder.path("file.db"), options: .init())
        try other.write { try $0.execute("INSERT INTO t (a) VALUES (2)") }
        #expect(try database.dataVersion() != second)
        try other.close()
    }

    @Test("A second writer waits for the busy timeout and then says that the file is busy")
    func busy() throws {
        let other = try SQLiteDatabases()
            .open(path: folder.path("file.db"), options: .init(busyTimeout: 50))
        try database.write { _ in
            #expect(code { try other.write { _ in } } == .databaseBusy)
        }
        try other.write { _ in }
        try other.close()
    }

    @Test("A copy holds the same rows, is private, and never overwrites a file")
    func backup() throws {
        try database.write { try $0.execute("INSERT INTO t (a) VALUES (7)") }
        let target = folder.path("copy.db")
        try database.backup(to: target)
        let copy = try SQLiteDatabases().open(path: target, options: .init(readOnly: true))
        try copy.read { try $0.query("SELECT a FROM t", []) { #expect($0.integer(0) == 7) } }
        #expect(code { try copy.write { _ in } } == .databaseReadOnly)
        try copy.close()
        #expect(code { try database.backup(to: target) } == .databaseExists)
    }

    @Test("Wrong SQL, a wrong number of arguments, a broken rule and a closed file are errors")
    func errors() throws {
        #expect(code { try database.read { try $0.execute("SELEKT") } } == .databaseMisuse)
        #expect(
            code { try database.write { try $0.execute("INSERT INTO t (a) VALUES (?)", []) } }
                == .databaseMisuse)
        #expect(
            code { try database.write { try $0.execute("INSERT INTO t (k) VALUES (1), (1)") } }
                == .databaseConstraint)
        #expect(
            code { try database.read { try $0.execute("INSERT INTO t (a) VALUES (1)") } }
                == .databaseReadOnly)
        try database.close()
        #expect(code { _ = try count() } == .databaseMisuse)
        #expect(code { try database.write { _ in } } == .databaseMisuse)
        #expect(code { _ = try database.dataVersion() } == .databaseMisuse)
    }

    @Test(
        "A file with a trigger, a view or a virtual table is not written to, and the error names it",
        arguments: [
            "TRIGGER planted AFTER INSERT ON t BEGIN DELETE FROM t; END",
            "VIEW planted AS SELECT 1", "VIRTUAL TABLE planted USING fts5(a)",
        ])
    func activeSchema(definition: String) throws {
        try database.write { connection in
            try connection.execute("INSERT INTO t (a) VALUES (1)")
            try connection.execute("CREATE \(definition)")
        }
        let error = #expect(throws: SQLiteError.self) {
            try database.write { try $0.execute("INSERT INTO t (a) VALUES (2)") }
        }
        #expect(error?.code == .databaseActive)
        #expect(error?.message.description.contains("planted") == true)
        #expect(try count() == 1)
    }

    @Test("Eight threads read at once, each its own snapshot")
    func parallelReads() async throws {
        try database.write { connection in
            for value in Int64(0)..<1000 {
                try connection.execute("INSERT INTO t (a) VALUES (?)", [.integer(value)])
            }
        }
        let database = database
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var sum: Int64 = 0
                    try database.read { connection in
                        try connection.query("SELECT a FROM t", []) { sum += $0.integer(0) }
                    }
                    return sum
                }
            }
            for try await sum in group { #expect(sum == 499_500) }
        }
    }

    private func count() throws -> Int64 {
        var count: Int64 = -1
        try database.read { connection in
            try connection.query("SELECT count(*) FROM t", []) { count = $0.integer(0) }
        }
        return count
    }
}
