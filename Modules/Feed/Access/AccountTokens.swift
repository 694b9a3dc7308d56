import FeedAPI
import Synchronization
import TenonCore
import TenonOAuth

/// The token of an account that is in use, which is renewed when it ends.
final class AccountTokens: TokenGiving {
    /// What was last read or kept here; what is kept since is of another program.
    private final class Known: Sendable {
        let stored: Mutex<StoredToken>

        init(_ stored: StoredToken) { self.stored = Mutex(stored) }
    }

    private let known: Known
    private let renewal: TokenRenewal

    /// Begins with what was kept.
    ///
    /// - Parameters:
    ///   - stored: What was kept.
    ///   - account: The number of the account.
    ///   - keeper: Where it was kept.
    ///   - clock: Measures time.
    ///   - client: What the server is asked by in the name of an application.
    init(
        _ stored: StoredToken, of account: Int64, in keeper: TokenKeeper, clock: any TimeTelling,
        client: @escaping @Sendable (ClientIdentity) async throws -> OAuthClient
    ) {
        let known = Known(stored)
        self.known = known
        renewal = TokenRenewal(stored.access, clock: clock) { present in
            // What renews a token counts once: another program waits, and finds what is kept then.
            try await keeper.locked(account) {
                let last = known.stored.withLock(\.self)
                let kept: StoredToken
                do {
                    // Another program may have signed out meanwhile.
                    guard let found = try await keeper.token(of: account) else { return nil }
                    kept = found
                } catch {
                    // The keyring is away.
                    kept = last
                }
                guard kept.access.token == last.access.token else {
                    known.stored.withLock { $0 = kept }
                    return kept.access
                }
                guard let next = try await client(last.identity).renew(present) else { return nil }
                let new = StoredToken(next, of: last.identity)
                // One that cannot be kept serves until the program ends.
                if (try? keeper.keep(new, of: account)) != nil {
                    known.stored.withLock { $0 = new }
                }
                return next
            }
        }
    }

    func token() async -> SecretText { await renewal.token() }

    func token(after refused: SecretText) async throws -> SecretText? {
        try await renewal.token(after: refused)
    }

    /// Whether something is what was last read or kept here.
    func knows(_ stored: StoredToken) -> Bool {
        known.stored.withLock { $0.access.token == stored.access.token }
    }

    /// The token that the server takes no more; `nil` while it is not known to be so.
    var refused: SecretText? {
        get async { await renewal.refused }
    }

    /// Renews no more, once a renewal that runs has come to its end and is kept.
    ///
    /// - Returns: The last token.
    func close() async -> StoredToken {
        StoredToken(await renewal.close(), of: known.stored.withLock(\.identity))
    }
}
