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
        let task = Task { [vault, clipboard] in
            var previous: VaultStatus?
            for await status in vault.statuses() {
                if previous == .unlocked, status != .unlocked { await clipboard.clear() }
                previous = status
            }
        }
        self.task.withLock { $0 = task }
    }

    func stop() async {
        task.withLock { $0 }?.cancel()
    }
}
