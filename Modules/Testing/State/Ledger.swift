import Synchronization
import TenonCore

/// What an interactor under test did, and what waits for the test to look at it.
final class Ledger<Logic: Interactor>: Sendable {
    /// Something that came by itself, from work over time or from outside the scene.
    enum Arrival: Sendable {
        /// A mutation, and what lets it reach the state.
        case mutation(Logic.Mutation, apply: @Sendable () -> Void)
        /// An action, and what lets it reach the logic.
        case action(Logic.Action, apply: @Sendable () -> Void)
        /// A request to go elsewhere.
        case navigation(TestNavigation.Request)
        /// An error for which the interactor declares no mutation.
        case error(any Error)
    }

    /// What one step asked for beside changing the state.
    struct Effects: Sendable, Equatable {
        var started: [String] = []
        var cancelled: [String] = []

        /// Whether all of other effects are among these.
        func contain(_ others: Effects) -> Bool {
            Set(others.started).isSubset(of: started)
                && Set(others.cancelled).isSubset(of: cancelled)
        }
    }

    private struct State {
        var arrivals: [Arrival] = []
        var effects = Effects()
        /// The task in which the test takes a step at the moment.
        var directTask: Int?
    }

    private let state = Mutex(State())

    /// What waits for the test, in order.
    var arrivals: [Arrival] { state.withLock(\.arrivals) }

    /// Adds something that came by itself.
    func add(_ arrival: Arrival) { state.withLock { $0.arrivals.append(arrival) } }

    /// Takes out what waits for the longest time.
    func removeFirst() { state.withLock { _ = $0.arrivals.removeFirst() } }

    /// Notes what an action asks for.
    func note(_ effect: Effect<Logic.Mutation>) {
        state.withLock { state in
            for step in effect.steps {
                switch step {
                case .mutation: break
                case .work(let work): state.effects.started.append(work.id)
                case .cancel(let id): state.effects.cancelled.append(id)
                case .cancelAll(let part): state.effects.cancelled.append("\(part)/")
                }
            }
        }
    }

    /// Takes a step; what reaches the interactor in the course of it passes at once.
    ///
    /// - Returns: What was asked for meanwhile.
    func step(_ body: () -> Void) -> Effects {
        let task = withUnsafeCurrentTask { $0?.hashValue }
        state.withLock { state in
            state.directTask = task
            state.effects = Effects()
        }
        body()
        return state.withLock { state in
            state.directTask = nil
            return state.effects
        }
    }

    /// Whether this code runs in the course of a step of the test.
    ///
    /// Work over time runs in tasks of its own, also when a step has started it.
    var isDirect: Bool {
        let task = withUnsafeCurrentTask { $0?.hashValue }
        return state.withLock { $0.directTask != nil && $0.directTask == task }
    }
}
