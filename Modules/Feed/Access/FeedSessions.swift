package import FeedStore
package import TenonCore
import TenonNetworking
import TenonOAuth
package import TenonUI

/// Leads a session into an account, to another one, and out.
package struct FeedSessions: LifecycleHandling {
    let service: SignInService
    private let inUse = TokensInUse()

    init(service: SignInService) { self.service = service }

    package func start() async throws {}

    /// Waits for renewals that run: a token that was got and not kept is a sign-in lost.
    package func stop() async { await inUse.closeAll() }

    /// The account that PhotoFeed begins with; `nil` when there is none.
    func chosen() async throws -> AccountRecord? {
        try await service.library.accounts().first(where: \.isChosen)
    }

    /// Where the token of an account is kept; `nil` when there is none.
    package func tokenPlace(of account: AccountRecord) -> TokenPlace? {
        service.tokens.place(of: account.number)
    }

    /// Goes on with the chosen account.
    ///
    /// - Parameters:
    ///   - signing: Leads the session into it.
    ///   - target: Where to go on, asked for at the end: a person may want something meanwhile.
    /// - Returns: Whether there is one with a token.
    func resume(
        _ signing: any SigningIn, at target: @Sendable () -> Location?
    ) async throws -> Bool {
        guard let account = try await chosen(),
            let stored = try await service.tokens.token(of: account.number)
        else { return false }
        let tokens = inUse.tokens(of: account.number, stored) { [service] stored in
            AccountTokens(stored, of: account.number, in: service.tokens, clock: service.clock) {
                try await service.oauth(account.server, $0)
            }
        }
        let opened = service.library.open(account, tokens: tokens)
        try await signing.signIn(at: target()) { $0.provide(.feedAccount, opened) }
        return true
    }

    /// Goes to another account; nothing of the present one is within reach any more.
    package func change(to account: AccountRecord, _ signing: any SigningIn) async throws {
        try await service.library.choose(account.number)
        await signing.signOut(to: nil)
    }

    /// What did not succeed when a person signed out.
    package struct Farewell: Sendable {
        /// Why the server could not be told.
        package var notRevoked: Explanation?
        /// Why the token is still kept somewhere.
        package var notRemoved: Explanation?
    }

    /// Signs the person out: at the server if it can be reached, and here in any case.
    package func leave(
        _ account: AccountRecord, _ signing: any SigningIn
    ) async throws -> Farewell {
        // A renewal that runs would keep another token afterwards.
        let held = await inUse.close(account.number)
        var farewell = Farewell()
        farewell.notRevoked = await Self.problem {
            try await service.revoke(account, held)
        }
        farewell.notRemoved = await Self.problem { [tokens = service.tokens] in
            try await tokens.locked(account.number) { try await tokens.remove(account.number) }
        }
        try await service.library.remove(account.number)
        await signing.signOut(to: nil)
        return farewell
    }

    /// Lets the person sign in again, since the server does not know the sign-in any more; all that
    /// was kept stays, and so does a token that is another one meanwhile.
    func signInAgain(_ account: AccountRecord, _ signing: any SigningIn) async {
        if let refused = await inUse.refused(of: account.number) {
            _ = await Self.problem { [tokens = service.tokens] in
                try await tokens.locked(account.number) {
                    let kept = try await tokens.token(of: account.number)
                    if kept?.access.token == refused { try await tokens.remove(account.number) }
                }
            }
        }
        await signing.signOut(to: nil)
    }

    private static func problem(_ body: () async throws -> Void) async -> Explanation? {
        do {
            try await body()
            return nil
        } catch {
            return Explanation(error)
        }
    }
}

extension AnyPort {
    /// Leads sessions into accounts and out.
    package static let feedSessions = Port<FeedSessions>("feedSessions", providers: ["FeedAccess"])
}
