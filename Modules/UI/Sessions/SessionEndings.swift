import Synchronization

/// What still stops after its session has ended, such as work that was cancelled.
final class SessionEndings: Sendable {
    private struct State {
        var stopping: [Int: Task<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Remembers what stops until it has.
    func add(_ stopping: Task<Void, Never>) {
        state.withLock { state in
            let id = state.next
            state.next += 1
            // It takes the lock only after this function has released it.
            state.stopping[id] = Task {
                await stopping.value
                self.state.withLock { _ = $0.stopping.removeValue(forKey: id) }
            }
        }
    }

    /// Waits until all that stops now has stopped.
    func wait() async {
        for stopping in state.withLock({ Array($0.stopping.values) }) { await stopping.value }
    }
}
