import Dispatch
import TenonCore
import TestSupport
import Testing
import WalletSyncRequests

@testable import WalletSyncServer  // Which transaction a write is in, and when one is given up, no client sees.

@Suite("The store of a sync server")
struct SyncStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func name() throws -> SyncName {
        try #require(SyncName(bytes: (0..<16).map { _ in UInt8.random(in: 0...255) }))
    }

    @Test(
        "Where others may write at the same moment, a transaction is for one vault",
        arguments: [16, 1])
    func transactions(connections: Int) async throws {
        let store = try StoreEngine.postgreSQL.openStore(in: folder, connections: connections)
        defer { store.close() }
        let vaults = try (0..<64).map { _ in try name() }
        var transactions: [SyncName: Set<Int64>] = [:]
        try await withThrowingTaskGroup(of: (SyncName, Int64).self) { group in
            for vault in vaults + vaults + vaults {
                group.addTask {
                    let number = try await store.write(to: vault) { records in
                        var number: Int64 = 0
                        try records.connection.query("SELECT txid_current()", []) {
                            number = $0.integer(0)
                        }
                        return number
                    }
                    return (vault, number)
                }
            }
            for try await (vault, number) in group {
                transactions[vault, default: []].insert(number)
            }
        }
        #expect(transactions.count == 64)
        for (vault, numbers) in transactions {
            for (other, others) in transactions where other != vault {
                #expect(numbers.isDisjoint(with: others))
            }
        }
    }

    @Test("Who waits for a database that hangs can give up, and what was not begun is let go")
    func hungDatabase() async throws {
        let store = try StoreEngine.sqlite.openStore(in: folder)
        defer { store.close() }
        let vault = try name()
        let hang = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            try await store.write(to: vault) { _ in
                begin.finish()
                hang.wait()
            }
        }
        for await _ in begun {}
        // The database has the first one; the second one waits, with the content of a request.
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task { [content = Content(released: release)] in
            try await store.write(to: vault) { _ in content.use() }
        }
        for task in [writing, waiting] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        for await _ in released {}
        hang.signal()
        try await store.write(to: vault) { _ in }
    }

    /// Stands for the content of a request, and says when it is let go.
    private final class Content: Sendable {
        private let released: AsyncStream<Void>.Continuation

        init(released: AsyncStream<Void>.Continuation) { self.released = released }

        deinit { released.finish() }

        func use() {}
    }
}
