import TenonCore
import WalletVault

extension VaultSync {
    /// The status now, and each time that it changes; a slow listener gets only the newest.
    ///
    /// Where nothing follows the vault, this forgets what was opened when the vault is locked.
    package nonisolated func syncStatuses() -> AsyncStream<SyncStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
        let (vault, news) = (vault, news)
        let task = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await status in vault.statuses() {
                        if status != .unlocked { await self.drop() }
                        news.send()
                    }
                }
                group.addTask {
                    var last: SyncStatus?
                    for await _ in news.stream(first: { () }) {
                        let status = await self.presentStatus()
                        guard status != last else { continue }
                        last = status
                        continuation.yield(status)
                    }
                }
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The status, even when it cannot be found out.
    private func presentStatus() async -> SyncStatus {
        do {
            return try await VaultError.cancellingWhenLocked { try await syncStatus() }
        } catch is CancellationError {
            return SyncStatus(.locked)
        } catch {
            var status = SyncStatus(.attention)
            let explanation = Explanation(error)
            (status.problem, status.remedy) = (explanation.message, explanation.remedy)
            return status
        }
    }
}
