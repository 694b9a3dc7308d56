import Synchronization
import TenonCore
import TenonUI

/// A bell that says how often it was rung, wherever one is in the application.
final class ConformanceBell: Sendable {
    private struct State {
        var count = 0
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    /// What there is to know of it.
    var badge: Badge {
        switch state.withLock(\.count) {
        case 0: Badge("never rung", tone: .positive)
        case 1: Badge("rung once", tone: .caution)
        case let count: Badge("rung \(count) times", tone: .critical)
        }
    }

    /// A value each time that it is rung.
    @Sendable func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    /// Rings it.
    func ring() {
        let listeners = state.withLock { state in
            state.count += 1
            return state.listeners
        }
        for listener in listeners { listener.yield() }
    }
}
