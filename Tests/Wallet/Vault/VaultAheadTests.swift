import TenonCore
import TenonSecurity
import Testing
import WalletVault

@Suite("A vault that verifies its manifest as soon as it is unlocked")
struct VaultAheadTests {
    private let fixture = VaultFixture()
    private let queries = QueryNotes()

    /// A locked manager of a vault with one login.
    private func manager(verifiesAhead: Bool = true) async throws -> VaultManager {
        let maker = try await fixture.created()
        try await maker.add(Login.sample("A"))
        await maker.lock()
        let (fixture, queries) = (fixture, queries)
        return VaultManager(
            path: fixture.path, databases: WatchedDatabases { queries.note($0) },
            domains: VaultFixture.domains,
            now: { fixture.now }, argon2id: .floor, verifiesAhead: verifiesAhead)
    }

    /// How many whole tables of buckets were read since the last call.
    private func readTables() -> Int {
        queries.take().count { sql in
            sql.contains("_bucket") && !sql.contains("WHERE")
        }
    }

    @Test("the first question reads one bucket and not all of them", arguments: [true, false])
    func firstQuestion(isAhead: Bool) async throws {
        let manager = try await manager(verifiesAhead: isAhead)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        // Calls come one after the other: when this one is answered, looking ahead has ended.
        try await manager.verify(passphrase: VaultFixture.passphrase)
        #expect(readTables() == (isAhead ? 2 : 0))
        let found = try await manager.items(forSite: "https://example.com", isExact: true)
        #expect(found.map(\.title) == ["A"])
        #expect(readTables() == (isAhead ? 0 : 2))
    }

    @Test("no secret is opened for it")
    func noSecrets() async throws {
        let manager = try await manager()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        try await manager.verify(passphrase: VaultFixture.passphrase)
        let tables = queries.take().filter {
            $0.contains("overview") || $0.contains("details")
        }
        #expect(tables.isEmpty)
    }

    @Test("what is wrong with the manifest is said to whoever asks, not by unlocking")
    func damage() async throws {
        let manager = try await manager()
        try fixture.raw { try $0.execute("UPDATE site_bucket SET sealed = zeroblob(64)") }
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        try await manager.verify(passphrase: VaultFixture.passphrase)
        #expect(manager.status == .unlocked)
        let error = await code { _ = try await manager.items(forSite: "a.example", isExact: true) }
        #expect(error == "vault.tampered")
    }

    @Test("a lock right after unlocking leaves nothing open")
    func lock() async throws {
        let manager = try await manager()
        for _ in 0..<5 {
            try await manager.unlock(passphrase: VaultFixture.passphrase)
            await manager.lock()
            #expect(manager.status == .locked)
            #expect(await code { _ = try await manager.revision() } == "vault.locked")
        }
    }
}
