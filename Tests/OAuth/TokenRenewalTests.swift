import FeedTestSupport
import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonOAuth
import TenonTesting
import TestSupport
import Testing

@Suite("Renewal of tokens")
struct TokenRenewalTests {
    /// Whether a server is away.
    private final class Absence: Sendable {
        let isOn = Atomic(true)
    }

    private static func client(
        _ server: RawServer, _ networker: HTTPNetworker
    ) throws -> OAuthClient {
        OAuthClient(
            server: AuthorizationServer(
                authorization: try WebAddress(server.address("/a")),
                token: try WebAddress(server.address("/t"))),
            identity: ClientIdentity("app", secret: SecretText("s")), networker: networker,
            clock: RunningClock(), policy: RealNetwork.policy)
    }

    /// Holds a token that ends after a while, with a server that renews it.
    private func whileHolding(
        endingIn life: Duration?, _ script: @escaping RawServer.Script,
        _ body: (TokenRenewal, RawServer) async throws -> Void
    ) async throws {
        let server = try RawServer(script)
        try await RealNetwork.run { networker in
            let client = try Self.client(server, networker)
            let end = life.map { RunningClock().now().advanced(by: $0) }
            let renewal = TokenRenewal(
                AccessToken(token: SecretText("one"), refresh: SecretText("r1"), end: end),
                clock: RunningClock()
            ) { try await client.renew($0) }
            try await body(renewal, server)
        }
    }

    @Test("happens once for all requests that wait for it, even if the first one is given up")
    func singleFlight() async throws {
        try await whileHolding(endingIn: nil) { _, _ in
            [
                .pause(.milliseconds(200)),
                .json(#"{"access_token": "two", "token_type": "Bearer", "refresh_token": "r2"}"#),
            ]
        } _: { renewal, server in
            let first = Task { try await renewal.token(after: SecretText("one")) }
            async let second = renewal.token(after: SecretText("one"))
            async let third = renewal.token(after: SecretText("one"))
            first.cancel()
            #expect(try await second == SecretText("two"))
            #expect(try await third == SecretText("two"))
            #expect(await renewal.token() == SecretText("two"))
            // A request that was sent with the one before.
            #expect(try await renewal.token(after: SecretText("one")) == SecretText("two"))
            #expect(server.requests.count == 1)
            #expect(server.requests[0].body.contains("grant_type=refresh_token&refresh_token=r1"))
            _ = try await renewal.token(after: SecretText("two"))
            #expect(server.requests[1].body.contains("refresh_token=r2"))
        }
    }

    @Test("happens before a token ends; one that goes on for long is used as it is")
    func beforeItEnds() async throws {
        let script: RawServer.Script = { _, _ in
            [.json(#"{"access_token": "two", "expires_in": 3600}"#)]
        }
        try await whileHolding(endingIn: .seconds(3), script) { renewal, server in
            #expect(await renewal.token() == SecretText("two"))
            #expect(await renewal.token() == SecretText("two"))
            #expect(server.requests.count == 1)
            // Without a new one, what it was renewed with counts on.
            _ = try await renewal.token(after: SecretText("two"))
            #expect(server.requests[1].body.contains("refresh_token=r1"))
        }
        try await whileHolding(endingIn: .seconds(600), script) { renewal, server in
            #expect(await renewal.token() == SecretText("one"))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("that is refused ends the sign-in; a server that is away does not")
    func refusal() async throws {
        try await whileHolding(endingIn: nil) { _, _ in
            [.json(#"{"error": "invalid_grant"}"#, status: "400 Bad Request")]
        } _: { renewal, server in
            for _ in 1...2 {
                let next = try await renewal.token(after: SecretText("one"))
                #expect(next == nil)
                #expect(await renewal.refused == SecretText("one"))
            }
            #expect(server.requests.count == 1)
        }
        // What a proxy says, or one that does not know the program for a while.
        for (json, status) in [
            ("{}", "403 Forbidden"), ("{}", "404 Not Found"),
            (#"{"error": "invalid_client"}"#, "401 Unauthorized"),
            (#"{"error": "temporarily_unavailable"}"#, "400 Bad Request"),
        ] {
            try await whileHolding(endingIn: nil) { number, _ in
                number == 1
                    ? [.json(json, status: status)] : [.json(#"{"access_token": "two"}"#)]
            } _: { renewal, _ in
                let error = await #expect(throws: OAuthError.self) {
                    try await renewal.token(after: SecretText("one"))
                }
                #expect(error?.code == .oauthRefused)
                #expect(await renewal.refused == nil)
                let next = try await renewal.token(after: SecretText("one"))
                #expect(next == SecretText("two"))
            }
        }
        let absence = Absence()
        try await whileHolding(endingIn: .seconds(1)) { _, _ in
            absence.isOn.load(ordering: .relaxed)
                ? [.reply("", status: "503 Away")] : [.json(#"{"access_token": "two"}"#)]
        } _: { renewal, _ in
            #expect(await renewal.token() == SecretText("one"))
            await #expect(throws: NetworkError.self) {
                try await renewal.token(after: SecretText("one"))
            }
            absence.isOn.store(false, ordering: .relaxed)
            let next = try await renewal.token(after: SecretText("one"))
            #expect(next == SecretText("two"))
        }
    }

    @Test("comes to its end when it is closed, and begins no more afterwards")
    func closed() async throws {
        try await whileHolding(endingIn: nil) { _, _ in
            [
                .pause(.milliseconds(200)),
                .json(#"{"access_token": "two", "refresh_token": "r2"}"#),
            ]
        } _: { renewal, server in
            let request = Task { try await renewal.token(after: SecretText("one")) }
            try await until { server.requests.count == 1 }
            #expect(await renewal.close().token == SecretText("two"))
            let asked = try await request.value
            #expect(asked == SecretText("two"))
            let next = try await renewal.token(after: SecretText("two"))
            #expect(next == nil)
            #expect(server.requests.count == 1)
        }
    }
}
