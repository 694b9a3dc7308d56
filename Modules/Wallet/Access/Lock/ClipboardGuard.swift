import Synchronization
import TenonCore
import WalletVault

/// Clears copied values when the vault locks, for any reason, and when the application ends.
final class ClipboardGuard: LifecycleHandling {
    private let vault: any Vault
    private let clipboard: any ClipboardWriting
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(vault: any Vault, clipboard: any ClipboardWriting) {
        self.vault = vault
        self.clipboard = clipboard
    }

    func start() async throws {
        // Listens from now on, not only from when the task has its turn.
        let statuses = vault.statuses()
        let task = Task { [clipboard] in
            for await status in statuses where status != .unlocked { await clipboard.clear() }
        }
        self.task.withLock { $0 = task }
    }

    func stop() async {
        task.withLock { $0 }?.cancel()
    }
}
