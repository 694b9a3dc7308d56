import Foundation
import TenonCore
import TenonSQLite
import Testing

@Suite struct SQLiteDatabasesTests {
    private let folder = ScratchFolder()

    @Test("A file that is made, its log and its index are private to their owner")
    func modes() throws {
        let path = folder.path("new/deep/file.db")
        let database = try SQLiteDatabases().open(path: path, options: .init(create: true))
        try database.write { try $0.execute("CREATE TABLE t (a)") }
        for name in [path, path + "-wal", path + "-shm"] {
            #expect(try mode(of: name) == 0o600)
        }
        #expect(try mode(of: folder.path("new")) == 0o700)
        #expect(try mode(of: folder.path("new/deep")) == 0o700)
        try database.close()
    }

    @Test("Who opens a new file while others open it as well waits for them")
    func together() async throws {
        for round in 0..<20 {
            let path = folder.path("together-\(round).db")
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        let database = try SQLiteDatabases()
                            .open(path: path, options: .init(create: true))
                        try database.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
                        try database.close()
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A file or folder that others may read is refused, with what to do")
    func exposed() throws {
        let path = folder.path("file.db")
        try SQLiteDatabases().open(path: path, options: .init(create: true)).close()
        // Closing a folder that others need as well would be no good advice.
        let cases = [
            (path, 0o640, 0o600, "chmod 600 '\(path)'"),
            (folder.root, 0o755, 0o700, "a folder that only you can enter"),
        ]
        for (name, open, closed, remedy) in cases {
            #expect(chmod(name, mode_t(open)) == 0)
            let error = #expect(throws: SQLiteError.self) {
                try SQLiteDatabases().open(path: path, options: .init())
            }
            #expect(error?.code == .databaseExposed)
            #expect(error?.remedy.description.contains(remedy) == true)
            #expect(chmod(name, mode_t(closed)) == 0)
        }
    }

    @Test("Behind a symbolic link the real file and the real folder have to be private")
    func links() throws {
        let real = folder.path("real/file.db")
        try SQLiteDatabases().open(path: real, options: .init(create: true)).close()
        #expect(symlink(real, folder.path("link.db")) == 0)
        #expect(symlink(folder.path("real"), folder.path("link")) == 0)
        for name in ["link.db", "link/file.db"] {
            #expect(code { try open(name) } == nil)
            #expect(chmod(folder.path("real"), 0o777) == 0)
            #expect(code { try open(name) } == .databaseExposed)
            #expect(chmod(folder.path("real"), 0o700) == 0)
        }
    }

    @Test(
        "A file or folder of another user is refused",
        .enabled(if: geteuid() == 0, "only the superuser can give files away"))
    func otherOwner() throws {
        let path = folder.path("own/file.db")
        try SQLiteDatabases().open(path: path, options: .init(create: true)).close()
        for name in [path, folder.path("own")] {
            #expect(chown(name, 12_345, 0) == 0)
            let error = #expect(throws: SQLiteError.self) {
                try SQLiteDatabases().open(path: path, options: .init())
            }
            #expect(error?.code == .databaseExposed)
            #expect(error?.message.description.contains("another user") == true)
            #expect(chown(name, 0, 0) == 0)
        }
        #expect(code { try open("own/file.db") } == nil)
    }

    @Test("A missing file, a folder and a file of another kind are three different errors")
    func wrongFiles() throws {
        #expect(code { try open("none.db") } == .databaseMissing)
        try FileManager.default.createDirectory(
            atPath: folder.path("folder"), withIntermediateDirectories: false)
        #expect(code { try open("folder") } == .databaseForeign)
        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: folder.path("text")))
        #expect(chmod(folder.path("text"), 0o600) == 0)
        #expect(code { try open("text") } == .databaseForeign)
    }

    @Test("Opening and reading an existing file changes no byte of it")
    func opensUnchanged() throws {
        let path = folder.path("file.db")
        let first = try SQLiteDatabases().open(path: path, options: .init(create: true))
        try first.write { try $0.execute("CREATE TABLE t (a)") }
        try first.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let second = try SQLiteDatabases().open(path: path, options: .init())
        try second.read { try $0.query("SELECT * FROM t", []) { _ in } }
        try second.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    private func open(_ name: String) throws {
        _ = try SQLiteDatabases().open(path: folder.path(name), options: .init())
    }

    private func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}

/// The code of the error that a closure throws, if it throws one of this module.
func code(_ body: () throws -> Any) -> ErrorCode? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? SQLiteError)?.code
    }
}
