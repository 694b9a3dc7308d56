internal import Synchronization
import TenonUI

/// The sessions of all tabs, found by path key and cookie together.
final class SessionStore: Sendable {
    /// Sessions that were put to sleep and are still known, so that their tabs can go on.
    private static let remembered = 1000

    private struct State {
        /// Those that are awake, the one that was used last at the end.
        var awake: [BrowserSession] = []
        var asleep: [BrowserSession] = []
    }

    private let state = Mutex(State())

    /// The session that both proofs lead to; it counts as used.
    func find(key: String, cookies: [String]) -> BrowserSession? {
        state.withLock { state in
            let all = state.awake + state.asleep
            guard let session = all.first(where: { $0.key.matches(key) }),
                cookies.contains(where: { session.visit.cookie.matches($0) })
            else { return nil }
            if let place = state.awake.firstIndex(where: { $0 === session }) {
                state.awake.append(state.awake.remove(at: place))
            }
            return session
        }
    }

    /// The session of these cookies that was used last; only for someone with another proof.
    func find(cookies: [String]) -> BrowserSession? {
        state.withLock { state in
            state.awake.last { session in
                cookies.contains { session.visit.cookie.matches($0) }
            }
        }
    }

    /// Adds a session; beyond the limit, the one that was not used for the longest time goes to
    /// sleep, but only beyond twice the limit one in which something was typed and is not saved.
    func add(_ session: BrowserSession, limit: Int) {
        let tired = state.withLock { state -> [BrowserSession] in
            state.awake.append(session)
            let others = state.awake.dropLast()
            let spare =
                state.awake.count > 2 * limit
                ? Array(others) : others.filter { !$0.session.hasUnsent }
            let tired = Array(spare.prefix(max(0, state.awake.count - limit)))
            state.awake.removeAll { session in tired.contains { $0 === session } }
            state.asleep = (state.asleep + tired).suffix(Self.remembered)
            return tired
        }
        for session in tired { session.sleep() }
    }

    /// Takes the sessions of a browser whose tabs were closed with something typed that is not saved; they go to
    /// sleep.
    func takeClosed(of visit: BrowserVisit) -> [BrowserSession] {
        state.withLock { state in
            let closed = state.awake.filter {
                $0.visit === visit && $0.isLeft && $0.session.hasUnsent
            }
            state.awake.removeAll { session in closed.contains { $0 === session } }
            state.asleep = (state.asleep + closed).suffix(Self.remembered)
            return closed
        }
    }

    /// All sessions that are awake.
    var all: [BrowserSession] { state.withLock(\.awake) }
}
