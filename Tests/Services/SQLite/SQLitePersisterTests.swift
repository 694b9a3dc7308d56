import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import Testing

@Suite struct SQLitePersisterTests {
    private let folder = ScratchFolder()
    private let key = StorageKey("feature", "value")

    private var path: String { folder.path("data/storage.db") }

    @Test("keeps the contract of persisters", arguments: PersisterContract.checks)
    func contract(_ check: PersisterContract) async throws {
        let persister = SQLitePersister(path: path)
        try await check.run(persister)
        await persister.stop()
    }

    @Test("values are there in the next run, in a file and a folder of the person alone")
    func nextRun() async throws {
        try await using { try await $0.set(["b": 1, "a": 2], at: key) }
        try await using { persister in
            let value = try await persister.value([String: Int].self, at: key)
            #expect(value == ["a": 2, "b": 1])
        }
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: folder.path("data")) == 0o700)
    }

    @Test("the file can be read by people: JSON with sorted keys, in a table by owner and name")
    func form() async throws {
        try await using { try await $0.set(["b": "/", "a": "é"], at: key) }
        let database = try SQLiteDatabases().open(path: path, options: .init())
        var rows: [String] = []
        try database.read { connection in
            try connection.query("SELECT owner, name, json FROM value", []) { row in
                rows.append("\(row.text(0)) \(row.text(1)) \(row.text(2))")
            }
        }
        #expect(rows == [#"feature value {"a":"é","b":"/"}"#])
        try database.close()
    }

    @Test("after it was stopped it opens its file again when it is used")
    func stopped() async throws {
        let persister = SQLitePersister(path: path)
        try await persister.set(1, at: key)
        await persister.stop()
        #expect(try await persister.value(Int.self, at: key) == 1)
        await persister.stop()
    }

    @Test("nothing is opened before it is used")
    func lazy() async throws {
        let persister = SQLitePersister(path: path)
        try await persister.start()
        #expect(!FileManager.default.fileExists(atPath: path))
        await persister.stop()
    }

    @Test("several that begin with the same missing file share it")
    func beginning() async throws {
        for round in 0..<10 {
            let path = folder.path("race-\(round)/storage.db")
            let persisters = (0..<8).map { _ in SQLitePersister(path: path) }
            try await withThrowingTaskGroup { group in
                for (number, persister) in persisters.enumerated() {
                    group.addTask {
                        try await persister.set(number, at: StorageKey("feature", "\(number)"))
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await persisters[0].keys(of: "feature").count == 8)
            for persister in persisters { await persister.stop() }
        }
    }

    @Test("two processes count together without losing a step")
    func processes() async throws {
        try await using { try await $0.set(0, at: key) }
        let path = path
        let own = Task { try await Self.count(to: 100, in: path) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try await SQLitePersisterTests.count(to: 100, in: path)
        }
        try await own.value
        try await using { persister in
            let value = try await persister.value(Int.self, at: key)
            #expect(value == 200)
        }
    }

    private static func count(to limit: Int, in path: String) async throws {
        let persister = SQLitePersister(path: path)
        let key = StorageKey("feature", "value")
        for _ in 0..<limit {
            try await persister.write { values in
                try values.set((try values.value(Int.self, at: key) ?? 0) + 1, at: key)
            }
        }
        await persister.stop()
    }

    @Test("a process that is killed while it writes leaves the last value that was set")
    func killed() async throws {
        let path = path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let persister = SQLitePersister(path: path)
            for number in 0... {
                try await persister.write { values in
                    try values.set(number, at: StorageKey("feature", "one"))
                    try values.set(number, at: StorageKey("feature", "two"))
                    if number == 20 { kill(getpid(), SIGKILL) }
                }
            }
        }
        try await using { persister in
            for name in ["one", "two"] {
                let value = try await persister.value(
                    Int.self, at: StorageKey("feature", name))
                #expect(value == 19)
            }
        }
    }

    @Test(
        "a damaged file is told of once, and kept with all that is in it; a new one is used",
        arguments: [0..<100, 4096..<8192])
    func damaged(_ range: Range<Int>) async throws {
        try await using { persister in
            for number in 0..<50 {
                try await persister.set(
                    String(repeating: "x", count: 500), at: StorageKey("feature", "\(number)"))
            }
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(range, with: Data(repeating: 0xFF, count: range.count))
        try bytes.write(to: URL(filePath: path))
        let persister = SQLitePersister(path: path)
        let error = await #expect(throws: SQLiteError.self) {
            for number in 0..<50 {
                _ = try await persister.value(String.self, at: StorageKey("feature", "\(number)"))
            }
        }
        #expect(error?.code == .storageDamaged)
        #expect(error?.message.description.contains("\(path).damaged-1") == true)
        #expect(try Data(contentsOf: URL(filePath: "\(path).damaged-1")) == bytes)
        #expect(try await persister.keys(of: "feature").isEmpty)
        try await persister.set("new", at: key)
        await persister.stop()
        try Data("garbage".utf8).write(to: URL(filePath: path))
        try await using { persister in
            let again = await #expect(throws: SQLiteError.self) {
                try await persister.set("newer", at: key)
            }
            #expect(again?.message.description.contains("\(path).damaged-2") == true)
        }
        #expect(try String(contentsOfFile: "\(path).damaged-2", encoding: .utf8) == "garbage")
        #expect(try Data(contentsOf: URL(filePath: "\(path).damaged-1")) == bytes)
    }

    @Test("of several that find the same damage one renames the file, and none a good one")
    func damagedForSeveral() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("data"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: path))
        #expect(chmod(path, 0o600) == 0)
        let persisters = (0..<8).map { _ in SQLitePersister(path: path) }
        await withTaskGroup { group in
            for (number, persister) in persisters.enumerated() {
                group.addTask {
                    for _ in 0..<2 {
                        let key = StorageKey("feature", "\(number)")
                        do {
                            return try await persister.set(number, at: key)
                        } catch {
                            #expect((error as? SQLiteError)?.isAboutDamage == true)
                        }
                    }
                }
            }
        }
        #expect(try await persisters[0].keys(of: "feature").count == 8)
        for persister in persisters { await persister.stop() }
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
            .filter { $0.contains("damaged") }
        #expect(kept == ["storage.db.damaged-1"])
    }

    @Test("a file that was replaced meanwhile is opened anew")
    func replaced() async throws {
        let persister = SQLitePersister(path: path)
        try await persister.set("old", at: key)
        let other = SQLitePersister(path: folder.path("data/other.db"))
        try await other.set("restored", at: key)
        await other.stop()
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        #expect(rename(folder.path("data/other.db"), path) == 0)
        #expect(try await persister.value(String.self, at: key) == "restored")
        await persister.stop()
    }

    @Test("a database of another program is refused and not touched")
    func foreign() async throws {
        let database = try SQLiteDatabases().open(path: path, options: .init(create: true))
        try database.write { try $0.execute("CREATE TABLE t (a)") }
        try database.close()
        let before = try Data(contentsOf: URL(filePath: path))
        try await using { persister in
            let error = await #expect(throws: SQLiteError.self) {
                try await persister.set(1, at: key)
            }
            #expect(error?.code == .storageForeign)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("a file of a newer version is refused and not touched")
    func newer() async throws {
        try await using { try await $0.set("kept", at: key) }
        let database = try SQLiteDatabases().open(path: path, options: .init())
        try database.write { try $0.execute("PRAGMA user_version = 2") }
        try database.close()
        try await using { persister in
            let error = await #expect(throws: SQLiteError.self) {
                try await persister.value(String.self, at: key)
            }
            #expect(error?.code == .storageNewer)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("data")).count == 1)
    }

    @Test("a file that others may read is refused")
    func exposed() async throws {
        try await using { try await $0.set(1, at: key) }
        #expect(chmod(path, 0o644) == 0)
        try await using { persister in
            let error = await #expect(throws: SQLiteError.self) {
                try await persister.value(Int.self, at: key)
            }
            #expect(error?.code == .databaseExposed)
        }
    }

    private func using(_ body: (SQLitePersister) async throws -> Void) async throws {
        let persister = SQLitePersister(path: path)
        do {
            try await body(persister)
        } catch {
            await persister.stop()
            throw error
        }
        await persister.stop()
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

extension SQLiteError {
    /// Whether it tells of damage, be it the first to do so or not.
    fileprivate var isAboutDamage: Bool {
        [.storageDamaged, .databaseForeign, .databaseDamaged].contains(code)
    }
}
