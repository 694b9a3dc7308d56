internal import Synchronization

/// The one-time token in the start address: exchanged once for a session.
package final class StartToken: Sendable {
    /// What an attempt comes to.
    package enum Outcome: Sendable, Equatable {
        /// The right token, for the first time.
        case accepted
        /// The right token again.
        case used
        /// Another text.
        case wrong
        /// Too many wrong ones; nothing is compared for a while.
        case lockedOut
    }

    private struct State {
        var isUsed = false
        var wrongAttempts = 0
        var lockedUntil: ContinuousClock.Instant?
    }

    /// Wrong attempts before the lock-out.
    static let allowedAttempts = 5
    /// How long a lock-out lasts; with 256 bits it need not be long, and a longer one would let
    /// another user of the machine keep the person out.
    static let lockOut = Duration.seconds(30)

    /// The token, 256 bits.
    package let key = RandomKey(bits: 256)
    private let state = Mutex(State())

    /// Makes a new token.
    package init() {}

    /// Takes an attempt.
    package func exchange(
        _ candidate: String, now: ContinuousClock.Instant = .now
    ) -> Outcome {
        state.withLock { state in
            // The right token is accepted even now: wrong ones must not lock the person out.
            guard key.matches(candidate) else {
                if let end = state.lockedUntil {
                    guard now >= end else { return .lockedOut }
                    state.lockedUntil = nil
                    state.wrongAttempts = 0
                }
                state.wrongAttempts += 1
                if state.wrongAttempts >= Self.allowedAttempts {
                    state.lockedUntil = now + Self.lockOut
                }
                return .wrong
            }
            guard !state.isUsed else { return .used }
            state.isUsed = true
            return .accepted
        }
    }
}
