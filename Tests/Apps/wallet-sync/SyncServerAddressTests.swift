import Foundation
import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TestSupport
import Testing

@Suite("The database of a sync server, by its address", .serialized)
struct SyncServerAddressTests {
    private static let password = "s3cret-word"

    private let folder: TemporaryFolder
    /// The address of a database, for an account that needs its password.
    private let address: String

    init() throws {
        folder = try TemporaryFolder()
        let made = try PostgreSQLServer.shared.get().makeDatabase()
        let user = PostgreSQLServer.guardedUser
        let database = try PostgreSQLDatabases().open(path: made, options: DatabaseOptions())
        try database.write { connection in
            try connection.execute("ALTER ROLE \(user) PASSWORD '\(Self.password)'")
            try connection.execute("GRANT CREATE ON SCHEMA public TO \(user)")
        }
        address = made.replacing("tenon@", with: "\(user)@")
        try folder.write("*:*:*:*:\(Self.password)\n", to: "passwords", permissions: 0o600)
    }

    private func start(_ database: String, _ environment: [String: String]) throws -> Int {
        let fixture = try SyncServerFixture(
            in: folder, database: database, environment: environment)
        let process = try #require(try processes(named: database).first)
        let seen = ["cmdline", "environ"].map {
            FileManager.default.contents(atPath: "/proc/\(process)/\($0)") ?? Data()
        }
        for data in seen + [Data(fixture.server.errors.utf8)] {
            #expect(data.range(of: Data(Self.password.utf8)) == nil)
        }
        return Int(fixture.server.end())
    }

    /// The processes that have a word among their arguments.
    private func processes(named word: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil,
                let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            else { return false }
            return line.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
        }
    }

    @Test("A password comes from a file that libpq is told of, and is nowhere else")
    func passwordFile() throws {
        #expect(try start(address, ["PGPASSFILE": "\(folder.path)/passwords"]) == 0)
        let query = address.split(separator: "?")[1]
        let name = try #require(address.split(separator: "?")[0].split(separator: "/").last)
        let service = """
            [sync]
            user=\(PostgreSQLServer.guardedUser)
            dbname=\(name)
            \(query)
            passfile=\(folder.path)/passwords

            """
        try folder.write(service, to: "services")
        #expect(
            try start("postgresql://?service=sync", ["PGSERVICEFILE": "\(folder.path)/services"])
                == 0)
    }

    @Test("Without its password it does not start, and says where one belongs")
    func noPassword() throws {
        let error = #expect(throws: RunningProgram.DidNotStart.self) {
            try SyncServerFixture(in: folder, database: address)
        }
        #expect(error?.description.contains("PGPASSFILE") == true)
    }

    @Test("A password in the address is refused, and not repeated")
    func passwordInAddress() async throws {
        for address in [
            "postgresql://me:\(Self.password)@localhost/sync",
            "postgresql:///sync?password=\(Self.password)",
            "mysql://me:\(Self.password)@localhost/sync",
        ] {
            for check in [["--check"], []] {
                let result = try await Program(built: "wallet-sync").run(
                    ["--database", address] + check)
                #expect(result.status == 78)
                #expect(result.errors.contains("--database"))
                #expect(!(result.output + result.errors).contains(Self.password))
            }
        }
    }

    @Test("A password in the address is not shown with the settings, nor where it is out of place")
    func passwordShown() async throws {
        let address = "postgresql://me:\(Self.password)@localhost/sync"
        let shown = "postgresql://me:…@localhost/sync"
        let settings = ["--settings", "--database", address]
        for words in [settings, settings + ["--json"], [address], ["migrate", "a", "b", address]] {
            let result = try await Program(built: "wallet-sync").run(words)
            let said = result.output + result.errors
            #expect(said.replacing("\\/", with: "/").contains(shown), "\(words)")
            #expect(!said.contains(Self.password), "\(words)")
        }
    }

    @Test("While its database is away it says so, and it goes on when that is back")
    func absence() async throws {
        let server = try PostgreSQLServer()
        let fixture = try SyncServerFixture(in: folder, database: server.makeDatabase())
        let desk = try SyncClient(port: fixture.port)
        let vault = "/v1/vaults/\(desk.device)"
        #expect(try await desk.send("PUT", vault).status == 201)
        try server.stop()
        for method in ["GET", "DELETE"] {
            let answer = try await desk.send(method, vault)
            #expect(try (answer.status, answer.problem) == (503, "away"))
            #expect(answer["retry-after"] != nil)
        }
        let http = LoopbackHTTP(port: fixture.port)
        #expect(try await http.send("GET", "/ready").status == 503)
        #expect(try await http.send("GET", "/health").status == 200)
        try server.start()
        #expect(try await desk.send("GET", vault).status == 200)
        #expect(try await http.send("GET", "/ready").status == 200)
    }
}
