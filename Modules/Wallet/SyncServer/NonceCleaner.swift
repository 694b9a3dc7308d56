import Synchronization
import TenonCore
import WalletSyncRequests

/// Removes, once a minute, what is remembered of requests that are too old to be believed again.
final class NonceCleaner: Sendable {
    private static let pause = Duration.seconds(60)
    /// How many vaults are looked for at once.
    private static let batch = 100

    private let store: SyncStore
    private let clock: any TimeTelling
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ store: SyncStore, _ clock: any TimeTelling) {
        self.store = store
        self.clock = clock
    }

    /// Begins.
    func start() {
        let cleaning = Task {
            repeat {
                // An unavailable database is cleaned in a minute.
                try? await clean()
            } while (try? await clock.sleep(for: Self.pause)) != nil
        }
        task.withLock { $0 = cleaning }
    }

    /// Ends.
    func stop() { task.withLock { $0?.cancel() } }

    /// Removes what is too old at this moment, each vault for itself.
    ///
    /// - Throws: An error of the database.
    private func clean() async throws {
        // A request is good for as long before its time as after it; the rest is for servers whose clocks differ.
        let time = clock.now().milliseconds - 3 * SyncLimit.clock
        var vaults: [SyncName] = []
        repeat {
            vaults = try await store.read { connection in
                try VaultRecords.vaults(connection, usedBefore: time, Self.batch)
            }
            // At the same moment, so that they share a transaction where there is one for all.
            try await withThrowingTaskGroup(of: Void.self) { [store, vaults] group in
                for vault in vaults {
                    group.addTask {
                        try await store.write(to: vault) { try $0.forgetRequests(before: time) }
                    }
                }
                try await group.waitForAll()
            }
        } while vaults.count == Self.batch
    }
}
