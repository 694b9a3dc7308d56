internal import Synchronization
import TenonUI

/// The sessions of all browsers, found by path key and cookie together.
final class SessionStore: Sendable {
    private let sessions = Mutex<[BrowserSession]>([])

    /// The session that both proofs lead to.
    func find(key: String, cookies: [String]) -> BrowserSession? {
        guard let session = sessions.withLock({ $0.first { $0.key.matches(key) } }),
            cookies.contains(where: { session.cookie.matches($0) })
        else { return nil }
        return session
    }

    /// The session that one of these cookies belongs to; only for someone with another proof.
    func find(cookies: [String]) -> BrowserSession? {
        sessions.withLock { all in
            all.first { session in cookies.contains { session.cookie.matches($0) } }
        }
    }

    /// Adds a session.
    func add(_ session: BrowserSession) {
        sessions.withLock { $0.append(session) }
    }

    /// All sessions.
    var all: [BrowserSession] { sessions.withLock { $0 } }
}
