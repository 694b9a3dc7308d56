import TenonCore
import TenonUI
import WalletVault

/// An import that is running; about the state in which it was started.
typealias ImportTask = SessionTask<ImportInteractor.State, ImportResult>

/// An export that is running; about what the form said.
typealias ExportTask = SessionTask<ExportInteractor.Choice, ExportInteractor.Outcome>

extension AnyPort {
    static let importTask = Port<ImportTask>("import", providers: ["WalletTransfer"])
    static let exportTask = Port<ExportTask>("export", providers: ["WalletTransfer"])
}

extension Vault {
    /// A value each time that the vault is locked.
    func locks() -> AsyncStream<Void> {
        let statuses = statuses()
        return AsyncStream { continuation in
            let task = Task {
                for await status in statuses where status != .unlocked { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
