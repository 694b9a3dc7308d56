import TenonCore
import TenonSQLite
import TenonTesting
import TestSupport
import Testing

@testable import WalletSyncServer  // A program has no clock and no disk that a test could change.

@Suite("The check of a sync server's database")
struct DatabaseCheckTests {
    /// The error of a database whose disk is full.
    private struct Full: ExplainedError {
        let code = ErrorCode.databaseFull
        let message: Sentence = "It is full."
        let remedy: Sentence = ""
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("succeeds where a database can be written", arguments: StoreEngine.allCases)
    func room(_ engine: StoreEngine) async throws {
        let store = try engine.openStore(in: folder)
        defer { store.close() }
        let clock = ManualClock()
        let check = DatabaseCheck(store, clock)
        for _ in 0..<3 {
            try await check.run()
            clock.advance(by: .seconds(11))
        }
    }

    @Test("fails while its disk is full, and writes no more often than it has to")
    func fullDisk() async throws {
        let databases = FailingDatabases(SQLiteDatabases())
        let store = SyncStore(databases, address: "\(folder.path)/sync.db")
        try store.open()
        defer { store.close() }
        let clock = ManualClock()
        let check = DatabaseCheck(store, clock)
        for _ in 0..<2 {
            databases.fail(.before, with: Full())
            await #expect(throws: Full.self) { try await check.run() }
        }
        try await check.run()
        databases.fail(.before, with: Full())
        clock.advance(by: .seconds(9))
        try await check.run()
        clock.advance(by: .seconds(2))
        await #expect(throws: Full.self) { try await check.run() }
        try await check.run()
    }
}
