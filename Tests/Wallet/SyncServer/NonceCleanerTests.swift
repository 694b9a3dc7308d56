import TenonCore
import TenonTesting
import TestSupport
import Testing
import WalletSyncRequests

@testable import WalletSyncServer  // A quarter of an hour passes on a clock that a program does not have.

@Suite("What a sync server remembers of requests")
struct NonceCleanerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A request whose nonce begins with the largest byte.
    private func caller() throws -> Caller {
        let nonce = [255] + (0..<15).map { _ in UInt8.random(in: 0...255) }
        return Caller(
            publicKey: [], device: try #require(SyncName(bytes: nonce)), nonce: nonce, digest: "")
    }

    @Test(
        "is forgotten after a quarter of an hour, whatever its nonce is",
        arguments: StoreEngine.allCases)
    func time(_ engine: StoreEngine) async throws {
        let store = try engine.openStore(in: folder)
        defer { store.close() }
        let clock = ManualClock()
        func remember() async throws -> SyncName {
            let caller = try caller()
            let time = clock.now().milliseconds
            try await store.write(to: caller.device) { try $0.use(caller, at: time) }
            return caller.device
        }
        func remembered() async throws -> Set<SyncName> {
            let end = clock.now().milliseconds + 1
            return Set(
                try await store.read { try VaultRecords.vaults($0, usedBefore: end, 100) })
        }
        let cleaner = NonceCleaner(store, clock)
        cleaner.start()
        try await until("a pause") { clock.sleepers == 1 }
        for _ in 0..<20 { _ = try await remember() }
        clock.advance(by: .seconds(14 * 60))
        try await until("a pause") { clock.sleepers == 1 }
        let recent = try await remember()
        #expect(try await remembered().count == 21)
        clock.advance(by: .seconds(2 * 60))
        try await until("the end of the first ones") {
            try await remembered() == [recent]
        }
        cleaner.stop()
    }
}
