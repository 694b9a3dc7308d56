import Synchronization
import TenonNetworking

/// Ends work that takes longer than a time, which is the same for all of it.
///
/// What begins first, or begins anew first, is due first, so that one task that sleeps is enough for any number of
/// requests. A timer for each would stay until it is due, long after the request was answered.
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

    /// The time that work under way has.
    final class Allowance: Sendable {
        private let deadline: Deadline
        private let number = Mutex<Int?>(nil)

        fileprivate init(_ deadline: Deadline) { self.deadline = deadline }

        /// Lets the time begin anew, unless it is over.
        func renew() {
            number.withLock { number in
                guard let old = number, let entry = deadline.remove(old) else { return }
                number = deadline.begin(entry.cancel)
            }
        }

        fileprivate func begin(_ cancel: @escaping @Sendable () -> Void) {
            number.withLock { $0 = deadline.begin(cancel) }
        }

        /// Ends it; `false` when the time was over before that.
        fileprivate func end() -> Bool {
            number.withLock { $0.flatMap(deadline.remove) != nil }
        }
    }

    /// Does something; when it is not done in time, it is cancelled.
    ///
    /// - Parameters:
    ///   - problem: What is thrown then, once it has ended.
    ///   - body: Does it, and may let the time begin anew.
    /// - Throws: That, or what the closure throws.
    func limit<Result: Sendable>(
        orThrow problem: ProblemDocument,
        _ body: @escaping @Sendable (Allowance) async throws -> Result
    ) async throws -> Result {
        let allowance = Allowance(self)
        let task = Task { try await body(allowance) }
        allowance.begin { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        guard allowance.end() else { throw problem }
        return try result.get()
    }

    private func remove(_ number: Int) -> Entry? {
        state.withLock { $0.entries.removeValue(forKey: number) }
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
