import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import Testing

@Suite("FailingDatabases")
struct FailingDatabasesTests {
    private struct Failure: Error {}

    private let databases = FailingDatabases(SQLiteDatabases())
    private let database: any Database

    init() throws {
        let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)/rows.db"
        try databases.prepareFolder(of: path)
        database = try databases.open(path: path, options: DatabaseOptions(create: true))
        try database.write { try $0.execute("CREATE TABLE row (number INTEGER)") }
    }

    private func add(_ number: Int64) throws {
        try database.write { try $0.execute("INSERT INTO row VALUES (?)", [.integer(number)]) }
    }

    private func numbers() throws -> [Int64] {
        var numbers: [Int64] = []
        try database.read { connection in
            try connection.query("SELECT number FROM row ORDER BY number", []) {
                numbers.append($0.integer(0))
            }
        }
        return numbers
    }

    @Test("the write that was asked for fails, and no other one")
    func once() throws {
        databases.fail(.before, after: 1, with: Failure())
        try add(1)
        #expect(throws: Failure.self) { try add(2) }
        try add(3)
        #expect(try numbers() == [1, 3])
    }

    @Test("what fails afterwards is there all the same")
    func afterwards() throws {
        databases.fail(.after, with: Failure())
        #expect(throws: Failure.self) { try add(1) }
        #expect(try numbers() == [1])
    }

    @Test("what was asked for can be taken back")
    func takenBack() throws {
        databases.fail(.before, with: Failure())
        databases.succeed()
        try add(1)
        #expect(try numbers() == [1])
    }
}
