import FeedAPI
import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonOAuth
import TestSupport
import Testing

@Suite("Signing in to photofeed-server")
struct SignInTests {
    private let fixture: FeedServerFixture

    init() throws { fixture = try FeedServerFixture() }

    /// The code of the error of a body.
    private func code<Value>(of body: () async throws -> Value) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? any ExplainedError)?.code
        }
    }

    @Test("goes from the application over the browser to a token, and back again")
    func whole() async throws {
        try await RealNetwork.run { networker in
            let (client, token) = try await fixture.signIn("ana", networker)
            #expect(token.scopes == ["read", "write"])
            let feed = FeedClient(
                server: try WebAddress(fixture.address), token: token.token, networker: networker,
                clock: fixture.clock)
            #expect(try await feed.ownAccount().userName == "ana")
            try await client.revoke(token.token)
            #expect(await feedError { try await feed.ownAccount() }?.isSignedOut == true)
            // Nothing of the token is in the database or in the log.
            let log = fixture.folder.text(of: "log") ?? ""
            #expect(!log.contains(token.token.reveal()))
        }
    }

    @Test("ends with what gets another token, too, and leaves the other sign-ins alone")
    func revokedByRefresh() async throws {
        let fixture = try FeedServerFixture("--token-life", "3600")
        try await RealNetwork.run { networker in
            let (client, token) = try await fixture.signIn("ana", networker)
            let (_, other) = try await fixture.signIn("ana", networker)
            func isSignedOut(_ token: AccessToken) async throws -> Bool {
                let feed = FeedClient(
                    server: try WebAddress(fixture.address), token: token.token,
                    networker: networker, clock: fixture.clock)
                return await feedError { try await feed.ownAccount() }?.isSignedOut == true
            }
            try await client.revoke(try #require(token.refresh))
            #expect(try await isSignedOut(token))
            #expect(try await !isSignedOut(other))
        }
    }

    @Test("ends when the person does not allow it, and asks again after a wrong password")
    func denial() async throws {
        try await RealNetwork.run { networker in
            let (_, redirect, request) = try await fixture.ask(networker)
            let page = try request.page()
            let wrong = try await fixture.browser.answer(page, name: "ana", password: "x")
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("role=\"alert\""))
            let nobody = try await fixture.browser.answer(page, name: "nobody")
            #expect(nobody.status == 422)
            let waiting = Task { try await redirect.code(for: request, page: "") }
            let back = try await fixture.browser.answer(page, name: "ana", allows: false)
            _ = try await fixture.browser.follow(back)
            let error = await #expect(throws: OAuthError.self) { try await waiting.value }
            #expect(error?.code == .oauthDenied)
        }
    }

    @Test("gives a token for a code once: who comes with it again ends that token, too")
    func onceOnly() async throws {
        try await RealNetwork.run { networker in
            let (client, redirect, request) = try await fixture.ask(networker)
            async let waiting = redirect.code(for: request, page: "")
            let back = try await fixture.browser.answer(try request.page(), name: "ana")
            _ = try await fixture.browser.follow(back)
            let code = try await waiting
            let token = try await client.token(for: code)
            #expect(await self.code { try await client.token(for: code) } == .oauthExpired)
            let feed = try FeedClient(
                fixture.address, networker, token: token.token.reveal())
            #expect(await feedError { try await feed.ownAccount() }?.isSignedOut == true)
        }
    }

    @Test("gives nothing to who has the code, but neither its proof nor the secret")
    func stolenCode() async throws {
        try await RealNetwork.run { networker in
            let (client, redirect, request) = try await fixture.ask(networker)
            let (stranger, _, other) = try await fixture.ask(networker)
            async let waiting = redirect.code(for: request, page: "")
            let back = try await fixture.browser.answer(try request.page(), name: "ana")
            _ = try await fixture.browser.follow(back)
            let code = try await waiting
            #expect(await self.code { try await stranger.token(for: code) } == .oauthExpired)
            let location = try WebAddress(try #require(back["location"]))
            let query = try #require(location.query)
            let text = try #require(query.split(separator: "&").first { $0.hasPrefix("code=") })
            let typed = other.code(typed: SecretText(String(text.dropFirst(5))))
            #expect(await self.code { try await client.token(for: typed) } == .oauthExpired)
        }
    }

    @Test("shows the code where no browser leads back")
    func outOfBand() async throws {
        try await RealNetwork.run { networker in
            let app = try await FeedClient(fixture.address, networker, token: nil).register(
                "PhotoFeed", redirects: [AuthorizationRequest.outOfBand], scopes: ["read"])
            let server = try #require(
                try await OAuthClient.describe(
                    WebAddress(fixture.address), networker: networker, clock: fixture.clock))
            let identity = ClientIdentity(app.client, secret: app.secret)
            let request = AuthorizationRequest(
                to: server, client: identity, redirect: AuthorizationRequest.outOfBand,
                scopes: ["read"])
            let page = try await fixture.browser.answer(try request.page(), name: "ana")
            let parts = page.text.split(separator: "<code id=\"code\">")
            let code = try #require(parts.last?.split(separator: "<").first)
            let client = OAuthClient(
                server: server, identity: identity, networker: networker, clock: fixture.clock)
            let token = try await client.token(for: request.code(typed: SecretText(String(code))))
            // It was asked to read only.
            let feed = try FeedClient(
                fixture.address, networker, token: token.token.reveal())
            #expect(await feedError { try await feed.publish(PostDraft("x")) }?.status == 403)
        }
    }

    private static let badPairs = [
        "redirect_uri=https%3A%2F%2Fevil.example%2F", "redirect_uri=http%3A%2F%2F127.0.0.1%2Fx",
        "client_id=unknown", "response_type=token", "scope=admin", "code_challenge_method=plain",
    ]

    @Test("leads nobody to where the application did not say it would, nor to more than it may")
    func badQuestions() async throws {
        let browser = LoopbackHTTP(port: fixture.server.port)
        try await RealNetwork.run { networker in
            let (_, _, request) = try await fixture.ask(networker)
            let asked = try #require(try request.page().query)
            for pair in Self.badPairs {
                let name = pair.split(separator: "=")[0]
                let pairs = asked.split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
                let query = (pairs + [pair[...]]).joined(separator: "&")
                let page = try await browser.send("GET", "/oauth/authorize?\(query)")
                #expect(page.status == 400, "\(pair)")
                let form = "\(query)&username=ana&password=photofeed&decision=allow"
                let posted = try await browser.send(
                    "POST", "/oauth/authorize", body: Array(form.utf8))
                #expect(posted.status == 400, "\(pair)")
                #expect(posted["location"] == nil)
            }
        }
    }
}
