import Synchronization
import TenonCore
import WalletSync
import WalletVault

/// Follows how the vault stands with other machines, for all that shows it.
///
/// It begins when somebody looks, so that a command that shows no screen follows nothing.
final class SyncWatch: Sendable {
    let sync: any VaultSyncing
    private let clock: any TimeTelling
    private let broadcast = Broadcast<SyncStatus>()
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Follows nothing yet.
    init(_ sync: any VaultSyncing, clock: any TimeTelling) {
        self.sync = sync
        self.clock = clock
    }

    deinit { task.withLock { $0?.cancel() } }

    /// What was told last; `nil` before that.
    var status: SyncStatus? { broadcast.last }

    /// The time now.
    var now: Timestamp { clock.now() }

    /// What is known now, and each time that it is something else.
    func statuses() -> AsyncStream<SyncStatus> {
        defer { begin() }
        return broadcast.stream { broadcast.last }
    }

    /// A value each time that it stands otherwise.
    @Sendable func changes() -> AsyncStream<Void> {
        defer { begin() }
        return broadcast.changes()
    }

    private func begin() {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { [sync, broadcast] in
                for await status in sync.syncStatuses()
                where !status.isRoutine || broadcast.last == nil { broadcast.send(status) }
            }
        }
    }
}
