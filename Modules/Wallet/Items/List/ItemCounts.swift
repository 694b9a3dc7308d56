import Synchronization
import TenonCore
import WalletVault

/// Follows how many items there are, for the destinations that lead to them.
///
/// It begins when somebody looks, so that a command that shows no screen follows nothing.
final class ItemCounts: Sendable {
    private let vault: any Vault
    private let broadcast = Broadcast<VaultCounts?>()
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Follows nothing yet.
    init(of vault: any Vault) { self.vault = vault }

    deinit { task.withLock { $0?.cancel() } }

    /// What was counted last; `nil` before that, and while the vault is locked.
    var current: VaultCounts? { broadcast.last ?? nil }

    /// A value each time that there are more or fewer.
    @Sendable func changes() -> AsyncStream<Void> {
        defer { begin() }
        return broadcast.changes()
    }

    private func begin() {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { [vault, broadcast, news = vault.news()] in
                for await _ in news {
                    // A vault that cannot be read says why where it is shown.
                    let isOpen = vault.status == .unlocked
                    broadcast.sendIfNew(isOpen ? try? await vault.counts() : nil)
                }
            }
        }
    }
}
