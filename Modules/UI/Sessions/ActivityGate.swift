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
        var waiters: [Int: Waiter] = [:]
        var next = 0

        /// Whether somebody may pass who does some of the work.
        func isOpen(holding count: Int) -> Bool {
            activity <= count || questions > 0 || isClosed
        }
    }

    private struct Waiter {
        let held: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())

    /// Changes the number of things that are being done.
    func changeActivity(by change: Int) { update { $0.activity += change } }

    /// Changes the number of open questions.
    func changeQuestions(by change: Int) { update { $0.questions += change } }

    /// Opens the gate permanently.
    func close() { update { $0.isClosed = true } }

    /// Waits until the gate is open, or until the task that waits is cancelled.
    ///
    /// - Parameter count: How much of what is being done is the caller's own, which is not waited for.
    func pass(holding count: Int = 0) async {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    if state.isOpen(holding: count) || Task.isCancelled { return true }
                    state.waiters[id] = Waiter(held: count, continuation: continuation)
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state -> [Waiter] in
            change(&state)
            guard !state.waiters.isEmpty else { return [] }
            let passing = state.waiters.filter { state.isOpen(holding: $1.held) }
            for id in passing.keys { state.waiters[id] = nil }
            return Array(passing.values)
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
