import Synchronization
import TenonCore
import WalletVault

/// Watches over the passwords of the vault in the background, for the lists of items.
///
/// It begins when a list is shown, so that a command looks at nothing; what it remembers goes when the
/// vault is locked.
final class HealthWatch: ItemHealthWatching {
    private let vault: any Vault
    private let clock: any TimeTelling
    private let broadcast = Broadcast<ItemHealth?>()
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Looks at nothing yet.
    init(of vault: any Vault, clock: any TimeTelling) {
        self.vault = vault
        self.clock = clock
    }

    deinit { task.withLock { $0?.cancel() } }

    var current: ItemHealth? { broadcast.last ?? nil }

    func changes() -> AsyncStream<Void> {
        defer { begin() }
        return broadcast.changes()
    }

    private func begin() {
        task.withLock { task in
            guard task == nil else { return }
            // Not with a lower priority: on a busy machine what it reads would outlive a lock.
            task = Task { [vault, clock, broadcast, news = vault.news()] in
                var table: HealthTable?
                for await _ in news {
                    guard vault.status == .unlocked else {
                        table = nil
                        broadcast.sendIfNew(nil)
                        continue
                    }
                    var present = table ?? HealthTable()
                    table = nil
                    // A vault that cannot be read says why where it is shown; an item that is gone
                    // meanwhile is a change that is still to come.
                    let health = try? await present.health(of: vault, at: clock.now())
                    table = present
                    if let health { broadcast.sendIfNew(health) }
                }
            }
        }
    }
}
