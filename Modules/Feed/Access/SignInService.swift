import FeedAPI
import FeedStore
import TenonCore
import TenonNetworking
import TenonOAuth

/// A sign-in that has begun: the server knows the application, and the person has not allowed it yet.
final class PendingSignIn: Sendable, Equatable {
    /// The server.
    let server: WebAddress
    /// The page that shows a code.
    let page: String
    fileprivate let family: ServerFamily
    fileprivate let identity: ClientIdentity
    fileprivate let client: OAuthClient
    fileprivate let request: AuthorizationRequest

    fileprivate init(
        _ server: WebAddress, family: ServerFamily, identity: ClientIdentity, client: OAuthClient
    ) throws {
        self.server = server
        self.family = family
        self.identity = identity
        self.client = client
        request = AuthorizationRequest(
            to: client.server, client: identity, redirect: AuthorizationRequest.outOfBand,
            scopes: SignInService.scopes)
        page = try request.page().text
    }

    static func == (left: PendingSignIn, right: PendingSignIn) -> Bool { left === right }
}

/// Signs in at servers, and takes sign-ins back.
struct SignInService: Sendable {
    fileprivate static let scopes = ["read", "write"]

    let library: FeedLibrary
    let tokens: TokenKeeper
    let networker: any Networker
    let clock: any TimeTelling
    let links: any LinkOpening

    /// Asks a server what it is, and makes the application known to it.
    ///
    /// - Parameter text: The server as a person writes it: a host, an address, or a handle.
    func begin(_ text: String) async throws -> PendingSignIn {
        let server = try Self.address(of: text)
        let client = FeedClient(server: server, networker: networker, clock: clock)
        let family = try await client.instance().family
        let app = try await client.register(
            PhotoFeed.name, redirects: ["http://127.0.0.1/", AuthorizationRequest.outOfBand],
            scopes: Self.scopes)
        let identity = ClientIdentity(app.client, secret: app.secret)
        return try PendingSignIn(
            server, family: family, identity: identity,
            client: try await oauth(server, identity))
    }

    /// Opens the page in a browser, and waits until it leads back.
    ///
    /// - Parameter words: What the browser shows then.
    func signIn(_ pending: PendingSignIn, inBrowserSaying words: String) async throws {
        let redirect = try LoopbackRedirect()
        let request = AuthorizationRequest(
            to: pending.client.server, client: pending.identity, redirect: redirect.address,
            scopes: Self.scopes)
        try await links.open(request.page().text)
        let code = try await redirect.code(for: request, page: "<p>\(words)</p>")
        try await finish(pending, code)
    }

    /// Signs in with the code that the page shows.
    func signIn(_ pending: PendingSignIn, code: SecretText) async throws {
        do {
            try await finish(pending, pending.request.code(typed: code))
        } catch let error as OAuthError where error.code == .oauthExpired {
            throw AccessError.wrongCode(pending.server.host, cause: error)
        }
    }

    /// Takes a sign-in back at its server, with what renews it.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - held: The token that was in use, if it was; another program may have kept one since.
    func revoke(_ account: AccountRecord, _ held: StoredToken?) async throws {
        var all = held.map { [$0] } ?? []
        do {
            let kept = try await tokens.token(of: account.number)
            if let kept, kept.access.token != held?.access.token { all.append(kept) }
        } catch {
            // The one that was in use is taken back.
            if held == nil { throw error }
        }
        for stored in all {
            try await oauth(account.server, stored.identity).revoke(stored.access)
        }
    }

    private func finish(_ pending: PendingSignIn, _ code: AuthorizationCode) async throws {
        let token = try await pending.client.token(for: code)
        let client = FeedClient(
            server: pending.server, traits: pending.family.traits, token: token.token,
            networker: networker, clock: clock)
        let own = try await client.ownAccount()
        let account = try await library.add(
            AccountRecord(own, on: pending.server, family: pending.family))
        try await tokens.locked(account.number) { [tokens] in
            try tokens.keep(StoredToken(token, of: pending.identity), of: account.number)
        }
    }

    /// What a server is asked by in the name of the application.
    func oauth(_ server: WebAddress, _ identity: ClientIdentity) async throws -> OAuthClient {
        let described = try await OAuthClient.describe(server, networker: networker, clock: clock)
        let known =
            try described
            ?? AuthorizationServer(
                authorization: server.resolving("/oauth/authorize"),
                token: server.resolving("/oauth/token"),
                revocation: server.resolving("/oauth/revoke"))
        return OAuthClient(
            server: known, identity: identity, networker: networker, clock: clock)
    }

    /// The address of a server, with the path that does not count left out.
    static func address(of text: String) throws -> WebAddress {
        let words = text.trimmed
        let address =
            words.contains("://")
            ? words : "https://" + (words.split(separator: "@").last.map(String.init) ?? words)
        return try WebAddress(try WebAddress(address).origin)
    }
}
