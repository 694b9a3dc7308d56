import Foundation
import TenonCore
import TenonSQLite
import Testing

@Suite("A database file that gets another name")
struct SQLiteAloneTests {
    private let folder = ScratchFolder()
    private var path: String { folder.path("file.db") }

    private func open(waiting time: Int = 100) throws -> any Database {
        try SQLiteDatabases().open(
            path: path, options: DatabaseOptions(create: true, busyTimeout: time))
    }

    private func size(_ ending: String) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: path + ending)[.size] as? Int
    }

    @Test("The log is brought into the file, and how much there was is told")
    func checkpoint() throws {
        let database = try open()
        try database.write { try $0.execute("CREATE TABLE t (a)") }
        #expect(size("-wal") ?? 0 > 0)
        #expect(try database.checkpoint() > 0)
        #expect(size("-wal") == 0)
        #expect(try database.checkpoint() == 0)
        try database.close()
    }

    @Test("A log that somebody reads is not emptied, and that is an error")
    func reading() throws {
        let (database, other) = (try open(), try open())
        try database.write { try $0.execute("CREATE TABLE t (a)") }
        try other.read { connection in
            try connection.query("SELECT count(*) FROM t", []) { _ in }
            try database.write { try $0.execute("INSERT INTO t VALUES (1)") }
            #expect(throws: (any Error).self) { try database.checkpoint() }
        }
        #expect(try database.checkpoint() > 0)
    }

    @Test("Alone there is nothing but the file; while others have it open nothing is done")
    func alone() throws {
        let (database, other) = (try open(), try open())
        try database.write { try $0.execute("CREATE TABLE t (a)") }
        _ = try other.dataVersion()
        var isDone = false
        #expect(throws: (any Error).self) { try database.closeAlone { isDone = true } }
        #expect(!isDone)
        try other.close()
        let renamed = folder.path("renamed.db")
        try open().closeAlone {
            #expect(size("-wal") == nil && size("-shm") == nil)
            try FileManager.default.moveItem(atPath: path, toPath: renamed)
        }
        let moved = try SQLiteDatabases().open(path: renamed, options: DatabaseOptions())
        try moved.write { try $0.execute("INSERT INTO t VALUES (1)") }
        try moved.close()
        #expect(size("-wal") == nil && size("") == nil)
    }

    @Test("What is no file is no database, and is not waited for")
    func kinds() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: SQLiteError.self) { try open() }
        #expect(error?.code == .databaseForeign)
    }
}
