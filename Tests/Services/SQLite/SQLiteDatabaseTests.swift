import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import Testing

@Suite struct SQLiteDatabaseTests {
    private let folder = ScratchFolder()
    private let database: any Database

    init() throws {
        database = try SQLiteDatabases()
            .open(path: folder.path("file.db"), options: .init(create: true))
        try database.write { try $0.execute("CREATE TABLE t (k INTEGER PRIMARY KEY, a)") }
    }

    @Test("keeps the contract of databases", arguments: DatabaseContract.checks)
    func contract(_ check: DatabaseContract) async throws {
        try await check.run(SQLiteDatabases(), at: folder.path("contract.db"))
    }

    @Test("A text with a NUL character is stored as it is")
    func textWithNUL() throws {
        let text = "zwei\u{0}é😀"
        try database.write { try $0.execute("INSERT INTO t (a) VALUES (?)", [.text(text)]) }
        try database.read { try $0.query("SELECT a FROM t", []) { #expect($0.text(0) == text) } }
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

    @Test("The data version is the same as long as nothing is committed")
    func dataVersion() throws {
        let first = try database.dataVersion()
        _ = try count()
        #expect(try database.dataVersion() == first)
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

    private func count() throws -> Int64 {
        var count: Int64 = -1
        try database.read { connection in
            try connection.query("SELECT count(*) FROM t", []) { count = $0.integer(0) }
        }
        return count
    }
}
