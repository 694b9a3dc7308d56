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

    /// How it stands now, for all that follow it: what was told last may be older than what was done since.
    func look() async throws -> SyncStatus {
        let status = try await sync.syncStatus()
        Self.tell(status, broadcast)
        // Nobody hears of the end of what is routine, unless it comes to something else.
        return status.isRoutine ? broadcast.last ?? status : status
    }

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
                for await status in sync.syncStatuses() { Self.tell(status, broadcast) }
            }
        }
    }

    private static func tell(_ status: SyncStatus, _ broadcast: Broadcast<SyncStatus>) {
        if !status.isRoutine || broadcast.last == nil { broadcast.send(status) }
    }
}
