import Synchronization
import TenonCore
import TenonPublicSuffix
import TenonSecurity
import Testing
import WalletTestSupport
import WalletVault

@Suite("A vault that is to be locked while it works")
struct LockWishTests {
    @Test("a long write gives way to the lock, and nothing of it is written")
    func longWrite() async throws {
        let vault = try await TemporaryVault.make()
        let (began, continuation) = AsyncStream.makeStream(of: Void.self)
        let manager = vault.manager
        let work = Task {
            try await manager.write { writer in
                for number in 0..<100_000 {
                    try writer.write(.add(.login(Login(title: "Item \(number)"))))
                    if number == 10 { continuation.yield() }
                }
            }
        }
        for await _ in began { break }
        await manager.lock()
        let error = await #expect(throws: VaultError.self) { try await work.value }
        #expect(error?.code == .vaultLocked)
        #expect(manager.status == .locked)
        try await manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        #expect(try await manager.list(ItemQuery()).total == 0)
    }

    @Test("an unlocking that had begun does not undo the lock")
    func unlocking() async throws {
        let vault = try await TemporaryVault.make()
        await vault.manager.lock()
        let beginning = Beginning()
        let manager = VaultManager(
            path: vault.manager.path,
            databases: WatchedDatabases { _ in beginning.tell() }, domains: PublicSuffixList(),
            now: { Timestamp(seconds: 1_700_000_000) }, argon2id: .floor)
        for _ in 0..<5 {
            let begun = beginning.next()
            let unlocking = Task {
                try await manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
            }
            for await _ in begun { break }
            await manager.lock()
            let result = await unlocking.result
            // It was over before the lock, or it says that it did not happen.
            if case .failure(let error as VaultError) = result {
                #expect(error.code == .vaultLocked)
            }
            #expect(manager.status == .locked)
        }
    }

    @Test("who cannot tell others to lock says so, and does not wait for them")
    func othersNotTold() async throws {
        let vault = try await TemporaryVault.make()
        let own = vault.makeOther()
        try await own.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        try await vault.whileWritten {
            let error = await #expect(throws: VaultError.self) { try await own.lockEverywhere() }
            #expect(error?.code == .vaultInUse)
            #expect(error?.message.description.contains("could not be told") == true)
            #expect(own.status == .locked)
            #expect(vault.manager.status == .unlocked)
        }
        try await own.lockEverywhere()
        for await status in vault.manager.statuses() where status == .locked { break }
    }
}

/// Tells once that somebody has begun to use a database.
private final class Beginning: Sendable {
    private let continuation = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// A stream with one value, when that happens next.
    func next() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.continuation.withLock { $0 = continuation }
        return stream
    }

    func tell() {
        continuation.withLock { continuation in
            continuation?.yield()
            continuation = nil
        }
    }
}
