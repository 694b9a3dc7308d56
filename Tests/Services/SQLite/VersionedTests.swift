import Foundation
import TenonCore
import TenonSQLite
import Testing

/// The settings of a list as three versions of a program know them, in a real file.
@Suite struct VersionedTests {
    private struct First: Codable, Equatable {
        var isByName: Bool
    }

    private struct Second: Codable, Equatable {
        var order: String
    }

    private struct Third: Codable, Equatable {
        enum Order: String, Codable { case name, date }

        var order: Order
        var showsSites: Bool
    }

    private struct UnknownOrder: Error {}

    private static let key = StorageKey("logins", "list")
    private static let first = Versioned(key, First.self)
    private static let second = first.next(Second.self) { old in
        Second(order: old.isByName ? "name" : "date")
    }
    private static let third = second.next(Third.self) { old in
        guard let order = Third.Order(rawValue: old.order) else { throw UnknownOrder() }
        return Third(order: order, showsSites: true)
    }

    private let folder = ScratchFolder()

    /// A new run of the program.
    private func run<Result>(_ body: (SQLitePersister) async throws -> Result) async throws
        -> Result
    {
        let persister = SQLitePersister(path: folder.path("storage.db"))
        let result: Result
        do {
            result = try await body(persister)
        } catch {
            await persister.stop()
            throw error
        }
        await persister.stop()
        return result
    }

    private func stored() throws -> [String: String] {
        let database = try SQLiteDatabases().open(path: folder.path("storage.db"), options: .init())
        var values: [String: String] = [:]
        try database.read { connection in
            try connection.query("SELECT name, json FROM value", []) {
                values[$0.text(0)] = $0.text(1)
            }
        }
        try database.close()
        return values
    }

    @Test("what was never saved is missing, and no error")
    func missing() async throws {
        let value = try await run { try await Self.third.load(from: $0) }
        #expect(value == nil)
        let (used, problem) = try await run {
            await Self.third.load(from: $0, orUse: Third(order: .date, showsSites: false))
        }
        #expect(used == Third(order: .date, showsSites: false))
        #expect(problem == nil)
    }

    @Test("what the first version wrote is read by the second and the third")
    func generations() async throws {
        try await run { try await Self.first.save(First(isByName: true), to: $0) }
        #expect(try await run { try await Self.second.load(from: $0) } == Second(order: "name"))
        #expect(
            try await run { try await Self.third.load(from: $0) }
                == Third(order: .name, showsSites: true))
    }

    @Test("what the second version made of it is read by the third")
    func steps() async throws {
        try await run { try await Self.first.save(First(isByName: false), to: $0) }
        try await run { persister in
            var value = try #require(try await Self.second.load(from: persister))
            #expect(value.order == "date")
            value.order = "name"
            try await Self.second.save(value, to: persister)
        }
        #expect(
            try await run { try await Self.third.load(from: $0) }
                == Third(order: .name, showsSites: true))
    }

    @Test("loading changes nothing; saving stores the latest form")
    func form() async throws {
        try await run { try await Self.first.save(First(isByName: true), to: $0) }
        let before = try stored()
        #expect(before == ["list": #"{"value":{"isByName":true},"version":1}"#])
        let value = try #require(try await run { try await Self.third.load(from: $0) })
        #expect(try stored() == before)
        try await run { try await Self.third.save(value, to: $0) }
        #expect(
            try stored()
                == ["list": #"{"value":{"order":"name","showsSites":true},"version":3}"#])
    }

    @Test("what a newer version wrote is not read by an older one, and not overwritten")
    func newer() async throws {
        let saved = Third(order: .date, showsSites: false)
        try await run { try await Self.third.save(saved, to: $0) }
        let before = try stored()
        try await run { persister in
            let (value, problem) = await Self.second.load(
                from: persister, orUse: Second(order: "name"))
            #expect(value == Second(order: "name"))
            #expect((problem as? PersistenceError)?.code == .persistenceNewer)
            let error = await #expect(throws: PersistenceError.self) {
                try await Self.second.save(value, to: persister)
            }
            #expect(error?.code == .persistenceKept)
            #expect(error?.remedy == "Update the program.")
        }
        #expect(try stored() == before)
        #expect(try await run { try await Self.third.load(from: $0) } == saved)
    }

    @Test(
        "garbage is told of, and not overwritten",
        arguments: [
            "", "{", "null", "7", "[]", "{}", #"{"version":1}"#, #"{"version":0,"value":{}}"#,
            #"{"version":-1,"value":{}}"#, #"{"version":"1","value":{}}"#,
            #"{"version":3,"value":{"order":"size","showsSites":true}}"#,
            #"{"isByName":true}"#,
        ])
    func garbage(_ json: String) async throws {
        try await run { try await $0.set(0, at: Self.key) }
        let database = try SQLiteDatabases().open(path: folder.path("storage.db"), options: .init())
        try database.write { _ = try $0.execute("UPDATE value SET json = ?", [.text(json)]) }
        try database.close()
        try await run { persister in
            let error = await #expect(throws: PersistenceError.self) {
                try await Self.third.load(from: persister)
            }
            #expect(error?.code == .persistenceUnreadable)
            await #expect(throws: PersistenceError.self) {
                try await Self.third.save(Third(order: .name, showsSites: true), to: persister)
            }
        }
        #expect(try stored() == ["list": json])
    }

    @Test("a step that fails is told of with its cause, and what is stored stays")
    func failingStep() async throws {
        try await run { try await Self.second.save(Second(order: "size"), to: $0) }
        let before = try stored()
        try await run { persister in
            let error = await #expect(throws: PersistenceError.self) {
                try await Self.third.load(from: persister)
            }
            #expect(error?.code == .persistenceMigration)
            #expect(error?.cause is UnknownOrder)
            await #expect(throws: PersistenceError.self) {
                try await Self.third.save(Third(order: .name, showsSites: true), to: persister)
            }
        }
        #expect(try stored() == before)
        #expect(try await run { try await Self.second.load(from: $0) } == Second(order: "size"))
    }

    @Test("what cannot be read is set aside when the person wants it, each time under a new name")
    func settingAside() async throws {
        let value = Third(order: .name, showsSites: false)
        for number in 1...2 {
            try await run { try await $0.set("garbage \(number)", at: Self.key) }
            try await run { persister in
                let target = try await Self.third.setAside(in: persister)
                #expect(target == StorageKey("logins", "list.unreadable-\(number)"))
                try await Self.third.save(value, to: persister)
                #expect(try await Self.third.load(from: persister) == value)
            }
        }
        #expect(try stored()["list.unreadable-1"] == #""garbage 1""#)
        #expect(try stored()["list.unreadable-2"] == #""garbage 2""#)
    }

    @Test("what can be read, or is not there, is not set aside")
    func nothingToSetAside() async throws {
        try await run { persister in
            #expect(try await Self.third.setAside(in: persister) == nil)
            try await Self.first.save(First(isByName: true), to: persister)
            #expect(try await Self.third.setAside(in: persister) == nil)
            #expect(try await Self.first.load(from: persister) == First(isByName: true))
        }
    }

    @Test("a damaged file is no reason to give up a value: the default is used and told of")
    func damagedFile() async throws {
        try await run { try await Self.first.save(First(isByName: true), to: $0) }
        try Data("garbage".utf8).write(to: URL(filePath: folder.path("storage.db")))
        try await run { persister in
            let (value, problem) = await Self.first.load(
                from: persister, orUse: First(isByName: false))
            #expect(value == First(isByName: false))
            #expect((problem as? SQLiteError)?.code == .storageDamaged)
            try await Self.first.save(value, to: persister)
        }
        #expect(FileManager.default.fileExists(atPath: folder.path("storage.db.damaged-1")))
    }
}
