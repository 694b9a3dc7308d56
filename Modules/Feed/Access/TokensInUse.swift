import Synchronization
import TenonCore

/// The tokens of the accounts that are in use: one of each, for all sessions of the program.
final class TokensInUse: Sendable {
    private let all = Mutex<[Int64: AccountTokens]>([:])

    /// The tokens of an account: those in use, unless others were kept since.
    ///
    /// - Parameters:
    ///   - account: The number of the account.
    ///   - stored: What is kept.
    ///   - make: Makes them of it.
    func tokens(
        of account: Int64, _ stored: StoredToken, make: (StoredToken) -> AccountTokens
    ) -> AccountTokens {
        all.withLock { all in
            if let tokens = all[account], tokens.knows(stored) { return tokens }
            let tokens = make(stored)
            all[account] = tokens
            return tokens
        }
    }

    /// The token of an account that its server takes no more; `nil` while it is not known to be so.
    func refused(of account: Int64) async -> SecretText? {
        await all.withLock { $0[account] }?.refused
    }

    /// Renews the token of an account no more, once a renewal that runs has come to its end.
    ///
    /// - Returns: The last token; `nil` when the account is not in use.
    func close(_ account: Int64) async -> StoredToken? {
        await all.withLock { $0.removeValue(forKey: account) }?.close()
    }

    /// Renews no token any more, once the renewals that run have come to their ends.
    func closeAll() async {
        let tokens = all.withLock { all in
            defer { all = [:] }
            return Array(all.values)
        }
        for tokens in tokens { _ = await tokens.close() }
    }
}
