import FeedTestSupport
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonOAuth
import TenonTesting
import Testing

@Suite("Tokens")
struct TokenTests {
    private func client(
        _ server: RawServer, _ networker: HTTPNetworker
    ) throws -> (OAuthClient, AuthorizationRequest) {
        let description = AuthorizationServer(
            authorization: try WebAddress(server.address("/a")),
            token: try WebAddress(server.address("/t")),
            revocation: try WebAddress(server.address("/r")), takesProofKeys: true)
        let identity = ClientIdentity("app", secret: SecretText("s&cret"))
        return (
            OAuthClient(
                server: description, identity: identity, networker: networker,
                clock: RunningClock(), policy: RealNetwork.policy),
            AuthorizationRequest(
                to: description, client: identity, redirect: AuthorizationRequest.outOfBand,
                scopes: ["read"])
        )
    }

    /// The error of getting a token from a server that replies with a step.
    private func error(of step: RawServer.Step) async throws -> (any Error)? {
        let server = try RawServer { _, _ in [step] }
        return try await RealNetwork.run { networker in
            let (client, request) = try client(server, networker)
            do {
                _ = try await client.token(for: request.code(typed: SecretText("c0de")))
                return nil
            } catch {
                #expect(!"\(error) \(String(reflecting: error))".contains("c0de"))
                #expect(!String(reflecting: error).contains("s&cret"))
                return error
            }
        }
    }

    @Test("are got for a code, with the proof that it is ours")
    func token() async throws {
        let server = try RawServer { _, _ in
            [
                .json(
                    """
                    {"access_token": "t0ken", "token_type": "Bearer", "scope": "read write",
                    "created_at": 1795687200, "expires_in": 60, "refresh_token": "r", "me": null}
                    """)
            ]
        }
        try await RealNetwork.run { networker in
            let (client, request) = try client(server, networker)
            let token = try await client.token(for: request.code(typed: SecretText(" c+de\n")))
            #expect(token.token == SecretText("t0ken"))
            #expect(token.scopes == ["read", "write"])
            #expect(token.refresh == SecretText("r"))
            #expect(token.end != nil)
            #expect(!String(reflecting: token).contains("t0ken"))
            let body = try #require(server.requests.first?.body)
            #expect(
                body.hasPrefix("grant_type=authorization_code&code=c%2Bde&redirect_uri=urn%3Aietf"))
            #expect(body.contains("&code_verifier="))
            #expect(body.hasSuffix("&client_id=app&client_secret=s%26cret"))
            _ = try await client.token(refreshing: SecretText("r"))
            #expect(
                server.requests.last?.body.hasPrefix("grant_type=refresh_token&refresh_token=r&")
                    == true)
            try await client.revoke(token.token)
            #expect(server.requests.last?.line == "POST /r HTTP/1.1")
            #expect(server.requests.last?.body.hasPrefix("token=t0ken&") == true)
            try await client.revoke(token)
            #expect(
                server.requests.suffix(2).map { $0.body.prefix(8) } == ["token=r&", "token=t0"])
        }
    }

    @Test("are refused for reasons that a person understands")
    func refusals() async throws {
        let expired = try await error(
            of: .json(#"{"error": "invalid_grant"}"#, status: "400 Bad Request"))
        #expect((expired as? OAuthError)?.code == .oauthExpired)
        let refused = try await error(of: .reply("Go away", status: "401 Unauthorized"))
        #expect((refused as? OAuthError)?.code == .oauthRefused)
        for json in [
            #"{"access_token": ""}"#, "{}", "[", #"{"access_token": "a", "token_type": "mac"}"#,
        ] {
            let unreadable = try await error(of: .json(json))
            #expect((unreadable as? OAuthError)?.code == .oauthUnreadable)
        }
        #expect((try await error(of: .close)) is NetworkError)
    }

    @Test("are asked for at one place: a redirection does not get the code or the secret")
    func redirection() async throws {
        let other = try RawServer { _, _ in [.json("{}")] }
        for status in ["302 Found", "307 Again"] {
            _ = try await error(
                of: .reply("", status: status, fields: ["Location: \(other.address())"]))
        }
        #expect(other.requests.allSatisfy { $0.body.isEmpty && !$0.target.contains("c0de") })
    }

    @Test("need no description where a server has none")
    func noDescription() async throws {
        let server = try RawServer { _, _ in [.reply("", status: "404 Not Found")] }
        try await RealNetwork.run { networker in
            let found = try await OAuthClient.describe(
                WebAddress(server.address()), networker: networker, clock: RunningClock())
            #expect(found == nil)
            #expect(
                server.requests.first?.target == "/.well-known/oauth-authorization-server")
        }
    }
}
