import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TenonTesting
import Testing

@Suite("PostgreSQL, as every engine for databases")
struct PostgreSQLContractTests {
    @Test("keeps the contract of databases", arguments: DatabaseContract.checks)
    func contract(_ check: DatabaseContract) async throws {
        try await check.run(
            PostgreSQLDatabases(), at: PostgreSQLServer.shared.get().makeDatabase())
    }

    @Test("What is about files is refused, and the error names the tools of the server")
    func files() throws {
        let database = try TestDatabase().database
        #expect(code { try database.backup(to: "/tmp/copy") } == .databaseUnsupported)
        #expect(code { try database.checkpoint() } == .databaseUnsupported)
        #expect(code { try database.compact() } == .databaseUnsupported)
        let error = #expect(throws: PostgreSQLError.self) {
            try database.closeAlone { Issue.record("It ran.") }
        }
        #expect(error?.code == .databaseUnsupported)
        #expect(error?.remedy.description.contains("pg_dump") == true)
    }
}
