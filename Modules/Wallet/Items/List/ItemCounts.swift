import Synchronization
import TenonCore
import WalletVault

/// Follows how many items there are, for the destinations that lead to them.
///
/// It begins when somebody looks, so that a command that shows no screen follows nothing.
final class ItemCounts: Sendable {
    private let vault: any Vault
    private let broadcast = Broadcast<VaultCounts?>()
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Follows nothing yet.
    init(of vault: any Vault) { self.vault = vault }

    deinit { tasks.withLock { for task in $0 { task.cancel() } } }

    /// What was counted last; `nil` before that, and while the vault is locked.
    var current: VaultCounts? { broadcast.last ?? nil }

    /// A value each time that there are more or fewer.
    @Sendable func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let counts = broadcast.stream { nil }
        let task = Task { for await _ in counts { continuation.yield() } }
        continuation.onTermination = { _ in task.cancel() }
        begin()
        return stream
    }

    private func begin() {
        tasks.withLock { tasks in
            guard tasks.isEmpty else { return }
            let (news, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let (statuses, changes) = (vault.statuses(), vault.changes())
            tasks = [
                Task { for await _ in statuses { continuation.yield() } },
                Task { for await _ in changes { continuation.yield() } },
                Task { [vault, broadcast] in
                    for await _ in news {
                        // A vault that cannot be read says why where it is shown.
                        let isOpen = vault.status == .unlocked
                        broadcast.sendIfNew(isOpen ? try? await vault.counts() : nil)
                    }
                },
            ]
        }
    }
}
