import Synchronization
package import TenonCore

/// Tells when the words of moments on the screens of a session are out of date, at most once a minute.
///
/// It waits only while there are such words, so that a session without moments costs nothing.
package final class MomentTimer: Sendable {
    private static let pause = Duration.seconds(60)

    private struct State {
        /// When the first words of each scene are out of date.
        var ends: [Int: Timestamp] = [:]
        var task: Task<Void, Never>?
        var wakes: Timestamp?
    }

    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// Makes a timer.
    ///
    /// - Parameter sleep: Waits. By default it is the time of people who look at a screen, also where
    ///   the clock of the application, which says what time it is, stands still.
    package init(
        sleep: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.sleep = sleep
    }

    deinit { state.withLock { $0.task?.cancel() } }

    /// Waits for the end of the words on the screen of a scene.
    ///
    /// - Parameters:
    ///   - end: When they are out of date; `nil` when they never are.
    ///   - id: The scene.
    ///   - now: What time it is.
    ///   - changed: Called with all scenes that wait; those that are shown again are expected again.
    package func expect(
        _ end: Timestamp?, of id: Int, now: Timestamp,
        _ changed: @escaping @Sendable (Set<Int>) -> Void
    ) {
        state.withLock { state in
            state.ends[id] = end
            guard let first = state.ends.values.min() else { return stop(&state) }
            let wakes = max(first, now.advanced(by: Self.pause))
            // An earlier time that was set stays, so that screens that change often do not put it off.
            if let present = state.wakes, present <= wakes, present > now { return }
            state.task?.cancel()
            state.wakes = wakes
            let wait = Duration.milliseconds(wakes.milliseconds - now.milliseconds)
            state.task = Task.detached { [weak self, sleep] in
                guard (try? await sleep(wait)) != nil, let ids = self?.takeAll() else { return }
                changed(ids)
            }
        }
    }

    /// Forgets scenes that are gone.
    package func forget(_ ids: some Sequence<Int>) {
        state.withLock { state in
            for id in ids { state.ends[id] = nil }
            if state.ends.isEmpty { stop(&state) }
        }
    }

    private func takeAll() -> Set<Int> {
        state.withLock { state in
            let ids = Set(state.ends.keys)
            state = State()
            return ids
        }
    }

    private func stop(_ state: inout State) {
        state.task?.cancel()
        (state.task, state.wakes) = (nil, nil)
    }
}
