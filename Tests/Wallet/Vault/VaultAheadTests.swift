import Dispatch
import Synchronization
import TenonCore
import TenonSecurity
import Testing
import WalletTestSupport
import WalletVault

@Suite("A vault that verifies its manifest as soon as it is unlocked")
struct VaultAheadTests {
    private let fixture = VaultFixture()
    private let queries = QueryNotes()

    /// A locked manager of a vault with one login.
    private func manager(
        verifiesAhead: Bool = true, timing: (any LockTiming)? = nil,
        watch: @escaping @Sendable (DatabaseStep) -> Void = { _ in }
    ) async throws -> VaultManager {
        let maker = try await fixture.created()
        try await maker.add(Login.sample("A"))
        await maker.lock()
        let (fixture, queries) = (fixture, queries)
        return VaultManager(
            path: fixture.path,
            databases: WatchedDatabases {
                queries.note($0)
                watch($0)
            },
            domains: VaultFixture.domains,
            now: { fixture.now }, argon2id: .floor, timing: timing,
            verifiesAhead: verifiesAhead)
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
        #expect(readTables() == (isAhead ? 2 : 0))
        let found = try await manager.items(forSite: "https://example.com", isExact: true)
        #expect(found.map(\.title) == ["A"])
        #expect(readTables() == (isAhead ? 0 : 2))
    }

    @Test("no secret is opened for it")
    func noSecrets() async throws {
        let manager = try await manager()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
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

    @Test("a lock while the manifest is verified ends that, and the vault stays locked")
    func lockMeanwhile() async throws {
        let begun = LockNotice()
        let waiting = Mutex<VaultManager?>(nil)
        let manager = try await manager(timing: begun) { step in
            guard case .query(let sql) = step, sql.contains("FROM item_bucket"),
                !sql.contains("WHERE"), let manager = waiting.withLock({ $0 })
            else { return }
            Task { await manager.lock() }
            begun.wait()
        }
        waiting.withLock { $0 = manager }
        let error = await code {
            try await manager.unlock(passphrase: VaultFixture.passphrase)
        }
        #expect(error == "vault.locked")
        #expect(manager.status == .locked)
        #expect(readTables() == 1)
    }
}

/// Lets a thread wait until locking begins.
private final class LockNotice: LockTiming {
    private let begun = DispatchSemaphore(value: 0)

    func lockBegins() -> Int { begun.signal() }

    func lockEnds(_: Int) {}

    func wait() { begun.wait() }
}
