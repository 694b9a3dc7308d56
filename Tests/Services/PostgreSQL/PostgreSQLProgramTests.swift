import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TestSupport
import Testing

@Suite("Programs that link both engines")
struct PostgreSQLProgramTests {
    private let program = Program(built: "database-host")

    @Test("open files and databases of servers, by their addresses")
    func both() async throws {
        let folder = try TemporaryFolder()
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        let result = try await program.run("\(folder.path)/rows.db", address, address)
        #expect(result.output == "21\n21\n0\n")
        #expect(result.status == 0)
        let other = try await program.run("mysql://host/name")
        #expect(other.status == ErrorCode.databaseNoEngine.status.rawValue)
        #expect(other.output.contains("mysql://…"))
    }

    @Test("that start at the same moment run each migration once between them")
    func migrations() async throws {
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let result = try await program.run(address)
                    #expect(result.status == 0, "\(result.output)")
                    return Int(result.output.dropLast()) ?? -1
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.reduce(0, +) == 21)
        let database = try PostgreSQLDatabases().open(path: address, options: DatabaseOptions())
        #expect(try database.integers("SELECT k FROM entry ORDER BY k") == Array(0..<20))
    }
}
