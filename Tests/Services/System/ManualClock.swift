import TenonCore

/// A clock whose sleeps end when a test says so.
actor ManualClock: TimeTelling {
    private var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var next = 0
    private var cancelled = 0

    nonisolated func now() -> Timestamp { Timestamp(milliseconds: 0) }

    nonisolated func sinceBoot() -> Duration { .zero }

    func sleep(for duration: Duration) async throws {
        let id = next
        next += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    cancelled += 1
                    continuation.resume(throwing: CancellationError())
                } else {
                    sleepers[id] = continuation
                }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    /// Waits until so many sleep, and so many have been woken by a cancellation.
    func waitForSleepers(_ count: Int, cancelled: Int = 0) async {
        while sleepers.count != count || self.cancelled != cancelled { await Task.yield() }
    }

    /// Ends all sleeps.
    func endSleeps() {
        for sleeper in sleepers.values { sleeper.resume() }
        sleepers = [:]
    }

    private func cancel(_ id: Int) {
        guard let sleeper = sleepers.removeValue(forKey: id) else { return }
        cancelled += 1
        sleeper.resume(throwing: CancellationError())
    }
}
