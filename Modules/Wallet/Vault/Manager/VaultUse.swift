import Synchronization

/// Work that a person has started and waits for: it counts as use of a vault all the while.
///
/// Otherwise the idle timer could lock the vault while a large file is read.
package final class VaultUse: Sendable {
    private struct State {
        var pauses = 0
        var task: Task<Void, Never>?
    }

    /// How often use is noted.
    private static let pause: Duration = .seconds(1)

    private let state = Mutex(State())

    /// Begins.
    package init(of vault: any Vault) {
        let task = Task { [weak self] in
            while !Task.isCancelled {
                guard let self else { return }
                if state.withLock({ $0.pauses == 0 }) { vault.noteUse() }
                try? await Task.sleep(for: Self.pause)
            }
        }
        state.withLock { $0.task = task }
    }

    deinit { end() }

    /// Runs something that waits for a person, who may have gone; it does not count as use.
    package func whileWaiting<Result: Sendable>(
        for body: @Sendable () async -> Result
    ) async -> Result {
        state.withLock { $0.pauses += 1 }
        defer { state.withLock { $0.pauses -= 1 } }
        return await body()
    }

    /// Ends; the idle timer starts again.
    package func end() { state.withLock(\.task)?.cancel() }
}
