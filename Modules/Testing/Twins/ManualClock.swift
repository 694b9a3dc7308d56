import Synchronization
public import TenonCore

/// A clock that moves only when advanced.
public final class ManualClock: TimeTelling {
    private struct Sleeper {
        let id: Int
        let end: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var elapsed = Duration.zero
        var sleepers: [Sleeper] = []
        var next = 0
    }

    private let start: Timestamp
    private let state = Mutex(State())

    /// Makes a clock.
    ///
    /// - Parameter start: What it shows at first; 2025-06-15 12:00 UTC by default.
    public init(start: Timestamp = Timestamp(seconds: 1_749_988_800)) { self.start = start }

    /// The time that it was set to.
    public func now() -> Timestamp { start.advanced(by: sinceBoot()) }

    /// How far it has gone.
    public func sinceBoot() -> Duration { state.withLock(\.elapsed) }

    /// How many tasks are waiting for a later time.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// Waits until ``advance(by:)`` has gone far enough.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(for duration: Duration) async throws {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if duration <= .zero { return .success(()) }
                    state.sleepers.append(
                        Sleeper(
                            id: id, end: state.elapsed + duration, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Goes on, and wakes those whose time has come, the earliest first.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.elapsed += duration
            let woken = state.sleepers.filter { $0.end <= state.elapsed }
            state.sleepers.removeAll { $0.end <= state.elapsed }
            return woken.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Waits until a number of tasks are waiting for a later time, so that going on reaches them.
    public func waitForSleepers(_ count: Int = 1) async {
        while sleepers < count { await Task.yield() }
    }
}
