import Foundation
import TestSupport
import Testing

@Suite("tools/postgres, and the sync server that tools/run starts with it", .serialized)
struct PostgresTests {
    private let folder: TemporaryFolder
    private let programs: CommandFolder

    init() throws {
        folder = try TemporaryFolder()
        programs = try CommandFolder()
    }

    private var data: String { "\(folder.path)/data of it" }

    private func run(_ arguments: String...) async throws -> Program.Result {
        let environment = ProcessInfo.processInfo.environment.merging(
            ["TENON_PROGRAMS": programs.path, "TENON_DATABASE": data]) { $1 }
        return try await Checkout.script("run", environment: environment).run(arguments)
    }

    /// Waits until no server uses the folder; the script stops it right after its own end.
    private func stopped() async throws {
        try await until { !FileManager.default.fileExists(atPath: "\(data)/data/postmaster.pid") }
    }

    @Test("The program gets the address of a database, which is there again the next time")
    func sync() async throws {
        if geteuid() == 0 { chmod(folder.path, 0o711) }
        try programs.add(
            "wallet-sync",
            """
            [[ $1 == --database && $3 == --listen ]] || exit 1
            psql --no-psqlrc -qAt -d "$2" -c 'CREATE TABLE IF NOT EXISTS seen (n INT)' 2>/dev/null
            psql --no-psqlrc -qAt -d "$2" -c 'INSERT INTO seen VALUES (1) RETURNING (SELECT count(*) FROM seen)'
            psql --no-psqlrc -qAt -d "$2" -c 'SHOW listen_addresses'
            stat -c %a "${2#*host=}"
            exit 7
            """)
        for count in 0..<2 {
            let result = try await run("sync", "--postgres", "--", "--listen", "x")
            #expect(result.output == "\(count)\n\n700\n", "\(result.errors)")
            #expect(result.status == 7)
        }
        try await stopped()
    }

    @Test("The server ends as well when the program is killed")
    func killed() async throws {
        if geteuid() == 0 { chmod(folder.path, 0o711) }
        try programs.add("wallet-sync", "kill -KILL $$")
        #expect(try await run("sync", "--postgres").status != 0)
        try await stopped()
    }
}
