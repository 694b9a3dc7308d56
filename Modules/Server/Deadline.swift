import Synchronization
import TenonNetworking

/// Ends work that takes longer than a time, which is the same for all of it.
///
/// What begins first is due first, so that one task that sleeps is enough for any number of requests. A timer
/// for each would stay until it is due, long after the request was answered.
final class Deadline: Sendable {
    private struct Entry {
        let due: ContinuousClock.Instant
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The number of the first one that may still be there.
        var first = 0
        var next = 0
        var isWatched = false

        /// The one that is due first.
        mutating func earliest() -> Entry? {
            while first < next {
                if let entry = entries[first] { return entry }
                first += 1
            }
            return nil
        }
    }

    private let time: Duration
    private let state = Mutex(State())

    /// Makes one.
    ///
    /// - Parameter time: How long the work may take.
    init(_ time: Duration) { self.time = time }

    /// Does something; when it is not done in time, it is cancelled.
    ///
    /// - Parameter problem: What is thrown then, once it has ended.
    /// - Throws: That, or what the closure throws.
    func limit<Result: Sendable>(
        orThrow problem: ProblemDocument, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await body() }
        let number = begin { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        let isInTime = state.withLock { $0.entries.removeValue(forKey: number) != nil }
        guard isInTime else { throw problem }
        return try result.get()
    }

    private func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
        let (number, isWatched) = state.withLock { state in
            defer { (state.next, state.isWatched) = (state.next + 1, true) }
            state.entries[state.next] = Entry(due: .now + time, cancel: cancel)
            return (state.next, state.isWatched)
        }
        if !isWatched { Task.detached { await self.watch() } }
        return number
    }

    /// Waits until something is due, as long as there is anything.
    private func watch() async {
        while let due = earliestDue() {
            try? await Task.sleep(until: due)
            while let late = takeLate() { late.cancel() }
        }
    }

    private func earliestDue() -> ContinuousClock.Instant? {
        state.withLock { state in
            let due = state.earliest()?.due
            state.isWatched = due != nil
            return due
        }
    }

    private func takeLate() -> Entry? {
        state.withLock { state in
            guard let entry = state.earliest(), entry.due <= .now else { return nil }
            return state.entries.removeValue(forKey: state.first)
        }
    }
}
