import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("New vaults by invitation of the operator", .serialized)
struct SyncServerRegistrationTests {
    /// A server that accepts new vaults by invitation, with the commands of its operator.
    private struct Site {
        let fixture: SyncServerFixture

        init(_ engine: SyncEngine, registration: String = "invited", perDay: Int = 100) throws {
            fixture = try SyncServerFixture(
                engine, "--registration", registration, "--vaults-per-address", "\(perDay)")
        }

        func run(_ arguments: [String]) async throws -> Program.Result {
            try await Program(
                built: "wallet-sync",
                environment: ["PATH": "/usr/bin:/bin", "HOME": fixture.folder.path]
            ).run(arguments + ["--database", fixture.database])
        }

        func run(_ arguments: String...) async throws -> Program.Result { try await run(arguments) }

        /// Makes an invitation, whose code is all that is printed.
        func invite(_ options: String...) async throws -> SecretText {
            let result = try await run(["invite"] + options)
            try #require(result.status == 0, "\(result.errors)")
            return SecretText(result.output.trimmingCharacters(in: .newlines))
        }

        /// What each invitation is, as the command lists them.
        func list() async throws -> [[String: Any]] {
            let result = try await run("invitations", "--json")
            try #require(result.status == 0, "\(result.errors)")
            let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
            return try #require(document as? [[String: Any]])
        }

        /// Brings a new vault.
        func bring(_ code: [UInt8]) async throws -> LoopbackHTTP.Response {
            let client = try SyncClient(port: fixture.port)
            return try await client.send("PUT", "/v1/vaults/\(client.device)", code)
        }
    }

    /// What a machine sends of a code.
    private static func bytes(_ code: SecretText) throws -> [UInt8] {
        try Base32.decode(code).withBytes { Array($0) }
    }

    @Test(
        "A code lets as many vaults in as it says, and none without one or with another",
        arguments: SyncEngine.allCases)
    func codes(_ engine: SyncEngine) async throws {
        let site = try Site(engine)
        let wanted = try await site.bring([])
        #expect(try (wanted.status, wanted.problem) == (403, "invitation-wanted"))
        let code = try Self.bytes(try await site.invite("--uses", "2"))
        let wrong = try await site.bring(code.reversed())
        #expect(try (wrong.status, wrong.problem) == (403, "invitation-refused"))

        let desk = try SyncClient(port: site.fixture.port)
        let vault = "/v1/vaults/\(desk.device)"
        #expect(try await desk.send("PUT", vault, code).status == 201)
        // The answer may have been lost: that takes no further use.
        #expect(try await desk.send("PUT", vault, code).status == 201)
        #expect(try await desk.send("PUT", vault).status == 201)
        #expect(try await site.list().map { $0["uses"] as? Int } == [1])
        #expect(try await site.bring(code).status == 201)
        #expect(try await site.bring(code).problem == "invitation-refused")
        #expect(try await site.list().map { $0["uses"] as? Int } == [0])
        #expect(try await site.bring(code + [0]).status == 413)
    }

    @Test("Vaults that come at once do not take one use twice", arguments: SyncEngine.allCases)
    func atOnce(_ engine: SyncEngine) async throws {
        let site = try Site(engine)
        let code = try Self.bytes(try await site.invite())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group -> [Int] in
            for _ in 0..<8 { group.addTask { try await site.bring(code).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count(where: { $0 == 201 }) == 1, "\(statuses)")
        #expect(try await site.list().map { $0["uses"] as? Int } == [0])
        let database = try site.fixture.openDatabase()
        defer { try? database.close() }
        let count = try database.read { connection in
            var count: Int64 = 0
            try connection.query("SELECT count(*) FROM vault", []) { count = $0.integer(0) }
            return count
        }
        #expect(count == 1)
    }

    @Test(
        "A code that has expired or was revoked lets no vault in",
        arguments: SyncEngine.allCases)
    func ended(_ engine: SyncEngine) async throws {
        let site = try Site(engine)
        let revoked = try Self.bytes(try await site.invite("--uses", "9"))
        let id = try #require(try await site.list().first?["id"] as? String)
        let plain = try await site.run("invitations")
        #expect(plain.output.hasPrefix("\(id): made "))
        #expect(plain.output.contains("vaults left: 9"))
        #expect(try await site.run("revoke-invitation", id).status == 0)
        #expect(try await site.bring(revoked).problem == "invitation-refused")
        for name in [id, "none"] {
            let again = try await site.run("revoke-invitation", name)
            #expect(again.status == 1)
            #expect(again.errors.contains("There is no invitation \(name)."))
        }
        #expect(try await site.run("invitations").output == "There are no invitations.\n")

        let old = try Self.bytes(try await site.invite("--days", "1"))
        let database = try site.fixture.openDatabase()
        try database.write { connection in
            try connection.execute("UPDATE registration SET expires = made - 1")
        }
        try database.close()
        #expect(try await site.bring(old).problem == "invitation-refused")
        // The next one takes its place.
        let next = try await site.run("invite", "--json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(next.output.utf8)) as? [String: Any])
        let listed = try await site.list()
        #expect(listed.count == 1)
        let invitation = document["invitation"] as? [String: Any]
        #expect(listed.first?["id"] as? String == invitation?["id"] as? String)
        let code = try #require(document["code"] as? String)
        #expect(try await site.bring(try Self.bytes(SecretText(code))).status == 201)
    }

    @Test("Guesses are limited for each address, and asking without a code is no guess")
    func guesses() async throws {
        let site = try Site(.sqlite, perDay: 2)
        for _ in 0..<3 { #expect(try await site.bring([]).problem == "invitation-wanted") }
        for _ in 0..<2 { #expect(try await site.bring([7]).problem == "invitation-refused") }
        let code = try Self.bytes(try await site.invite())
        #expect(try await site.bring(code).problem == "too-many-new-vaults")
    }

    @Test("Where nobody may bring a vault, a code does not help; where anybody may, none is used")
    func otherSettings() async throws {
        let closed = try Site(.sqlite, registration: "closed")
        let code = try Self.bytes(try await closed.invite())
        #expect(try await closed.bring(code).problem == "registration-closed")
        let open = try Site(.sqlite, registration: "open")
        #expect(try await open.bring(try Self.bytes(try await open.invite())).status == 201)
        #expect(try await open.list().map { $0["uses"] as? Int } == [1])
    }

    @Test(
        "A vault that its last device has left is made anew by whoever may bring a new one",
        arguments: SyncEngine.allCases)
    func left(_ engine: SyncEngine) async throws {
        let site = try Site(engine)
        let code = try Self.bytes(try await site.invite("--uses", "2"))
        let brought = try SyncSite(site.fixture)
        let (desk, vault) = (brought.desk, brought.vault)
        func leave(_ client: SyncClient) async throws {
            let entry = "\(vault)/devices/\(client.device)"
            #expect(try await client.send("DELETE", entry).status == 204)
        }
        func beside(_ registration: String) throws -> SyncServerFixture {
            try SyncServerFixture(
                in: site.fixture.folder, database: site.fixture.database,
                ["--registration", registration])
        }
        #expect(try await desk.send("PUT", vault, code).status == 201)
        let first = desk.commit(1, of: brought.vaultBytes, after: nil)
        #expect(try await desk.send("PUT", brought.path(1, of: desk), first).status == 201)
        try await leave(desk)

        let closed = try beside("closed")
        let late = try SyncClient(port: closed.port)
        #expect(try await late.send("PUT", vault, code).problem == "registration-closed")
        #expect(closed.server.end() == 0)
        let phone = try SyncClient(port: site.fixture.port)
        #expect(try await phone.send("PUT", vault).problem == "invitation-wanted")
        let wrong = Array(code.reversed())
        #expect(try await phone.send("PUT", vault, wrong).problem == "invitation-refused")
        #expect(try await site.list().map { $0["uses"] as? Int } == [1])
        #expect(try await phone.send("PUT", vault, code).status == 201)
        // The answer may have been lost: that takes no further use.
        #expect(try await phone.send("PUT", vault).status == 201)
        #expect(try await site.list().map { $0["uses"] as? Int } == [0])
        #expect(try await phone.send("GET", vault).status == 200)
        #expect(try await desk.send("GET", vault).problem == "foreign-device")

        try await leave(phone)
        #expect(try await desk.send("PUT", vault, code).problem == "invitation-refused")
        let open = try beside("open")
        let tablet = try SyncClient(port: open.port)
        #expect(try await tablet.send("PUT", vault).status == 201)
        #expect(open.server.end() == 0)
    }

    @Test("The database has nothing of a code, and no list shows it")
    func hash() async throws {
        let site = try Site(.sqlite)
        let code = try await site.invite()
        let bytes = try Self.bytes(code)
        #expect(try await site.bring(bytes).status == 201)
        let list = try await site.run("invitations")
        #expect(!list.output.contains(code.reveal()))
        let folder = site.fixture.folder.path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
        #expect(files.contains { !$0.isEmpty })
        for file in files {
            #expect(file.range(of: Data(bytes)) == nil)
            #expect(file.range(of: Data(code.reveal().utf8)) == nil)
        }
    }

    @Test(
        "Numbers that make no sense are refused",
        arguments: [
            ["--uses", "0"], ["--uses", "1000001"], ["--days", "0"], ["--days", "3651"],
        ])
    func numbers(_ options: [String]) async throws {
        let folder = try TemporaryFolder()
        let result = try await Program(built: "wallet-sync").run(
            ["invite", "--database", "\(folder.path)/sync.db"] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains("\(options[0]) takes a number from 1 to"))
    }

    @Test("A machine is told what the server wants, and comes with the code as a person types it")
    func machine() async throws {
        let site = try Site(.sqlite)
        let desk = try ServedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        let address = site.fixture.server.firstLine
        func refusal(_ code: String?) async -> ErrorCode? {
            do {
                try await desk.sync.setUpSync(
                    at: address, invitation: code.map { SecretText($0) }, device: "desk")
                return nil
            } catch {
                return (error as? any ExplainedError)?.code
            }
        }
        #expect(await refusal(nil) == .syncUninvited)
        let code = try await site.invite().reveal()
        for wrong in ["", "no code!", String(code.dropLast(2)), String(code.reversed())] {
            #expect(await refusal(wrong) == .syncInvitation)
        }
        #expect(try await desk.sync.syncStatus().phase == .off)
        let typed = " \(code.lowercased().prefix(16))-\(code.lowercased().dropFirst(16)) "
        #expect(await refusal(typed) == nil)
        try await desk.exchange()
        #expect(try await desk.sync.syncStatus().phase == .inStep)
        await desk.stop()
    }
}
