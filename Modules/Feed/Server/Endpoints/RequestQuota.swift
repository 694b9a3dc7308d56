import Synchronization
import TenonCore

/// Counts requests in windows of time, as Mastodon does, and says how many are left.
final class RequestQuota: Sendable {
    /// What is left of a quota.
    struct State: Sendable {
        let limit: Int
        let remaining: Int
        /// When the window ends.
        let reset: Timestamp
        let isExceeded: Bool

        /// The header fields that say so.
        var fields: [(name: String, value: String)] {
            [
                ("X-RateLimit-Limit", "\(limit)"), ("X-RateLimit-Remaining", "\(remaining)"),
                ("X-RateLimit-Reset", InternetTime.write(reset)),
            ]
        }
    }

    private let limit: Int
    private let window: Int64
    private let counts = Mutex<(window: Int64, counts: [String: Int])>((0, [:]))

    /// Makes a quota.
    ///
    /// - Parameters:
    ///   - limit: How many requests there may be in a window.
    ///   - seconds: How long a window is.
    init(_ limit: Int, seconds: Int64) {
        self.limit = limit
        window = seconds * 1_000
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - who: Whose it is.
    ///   - time: When it came.
    func count(_ who: String, at time: Timestamp) -> State {
        let number = time.milliseconds / window
        let count = counts.withLock { state in
            if state.window != number { state = (number, [:]) }
            state.counts[who, default: 0] += 1
            return state.counts[who, default: 0]
        }
        return State(
            limit: limit, remaining: max(0, limit - count),
            reset: Timestamp(milliseconds: (number + 1) * window), isExceeded: count > limit)
    }
}
