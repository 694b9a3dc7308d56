import Synchronization

/// Counts the work that a person waits for, and lets callers wait for its end.
///
/// The gate is open when nothing is being done, when a question is open, since then the person is
/// the one to act, and for good when the session has ended.
final class ActivityGate: Sendable {
    private struct State {
        var activity = 0
        var questions = 0
        var isClosed = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0

        var isOpen: Bool { activity == 0 || questions > 0 || isClosed }
    }

    private let state = Mutex(State())

    /// Changes the number of things that are being done.
    func changeActivity(by change: Int) { update { $0.activity += change } }

    /// Changes the number of open questions.
    func changeQuestions(by change: Int) { update { $0.questions += change } }

    /// Opens the gate permanently.
    func close() { update { $0.isClosed = true } }

    /// Waits until the gate is open, or until the task that waits is cancelled.
    func pass() async {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiters[id] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            change(&state)
            guard state.isOpen, !state.waiters.isEmpty else { return [] }
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }
}
