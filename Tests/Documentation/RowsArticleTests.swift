import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import TenonUI
import Testing

@Suite("The article Keep rows in a database", AtFailingStep())
struct RowsArticleTests {
    @Test("Cups are found by their kind, in the folder of the person")
    func cups() async throws {
        try await SessionPilot.run(
            plugins: [CupsPlugin.self, CupboardFeature.self], at: "shelf",
            providing: { registrar in registrar.provide(.databases) { SQLiteDatabases() } }
        ) { pilot in
            let book = pilot.session.container[.cups]
            let cup = Cup(kind: "Green", time: pilot.clock.now())
            try await book.add(cup)
            #expect(try await book.cups(of: "Green") == [cup])
            #expect(try await book.cups(of: "Black").isEmpty)
        }
    }

    @Test("A cup that the disk has no room for is not there")
    func fullDisk() async throws {
        struct NoRoom: Error {}
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)/cups.db"
        let databases = FailingDatabases(SQLiteDatabases())
        let book = try CupBook(path: path, databases: databases)
        databases.fail(.before, with: NoRoom())
        let cup = Cup(kind: "Green", time: Timestamp(seconds: 1))
        await #expect(throws: NoRoom.self) { try await book.add(cup) }
        #expect(try await book.cups(of: "Green").isEmpty)
    }

    @Test("A file of the first version gets what is new, and keeps its rows")
    func migration() async throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)/cups.db"
        let databases = SQLiteDatabases()
        try databases.prepareFolder(of: path)
        let old = try databases.open(path: path, options: DatabaseOptions(create: true))
        try old.write { connection in
            try connection.execute(CupVersions.steps[0])
            try connection.execute("INSERT INTO cup (kind, time) VALUES ('Black', 1000)")
            try connection.execute("PRAGMA user_version = 1")
        }
        let book = try CupBook(path: path, databases: databases)
        let time = Timestamp(seconds: 1)
        #expect(try await book.cups(of: "Black") == [Cup(kind: "Black", time: time, grams: 2)])
        try old.write { try $0.execute("PRAGMA user_version = 9") }
        #expect(throws: CupError.self) { try CupBook(path: path, databases: databases) }
    }
}
