import FeedTestSupport
import TenonCore
import TenonNetworking
import TenonOAuth
import TenonTesting
import TestSupport
import Testing

@testable import FeedAccess  // How a token is kept is nobody else's.

@Suite("The token of an account in several programs")
struct AccountTokensTests {
    private static let identity = ClientIdentity("app", secret: SecretText("s"))

    private func keeper(_ folder: TemporaryFolder) -> TokenKeeper {
        TokenKeeper(
            files: TokenFile(folder: "\(folder.path)/tokens"), keepers: [], clock: RunningClock())
    }

    /// Keeps a token, and has it in use in two programs.
    private func twice(
        _ script: @escaping RawServer.Script,
        _ body: ([AccountTokens], TokenKeeper, RawServer) async throws -> Void
    ) async throws {
        let (folder, server) = (try TemporaryFolder(), try RawServer(script))
        let stored = StoredToken(
            AccessToken(token: SecretText("one"), refresh: SecretText("r1")), of: Self.identity)
        let first = keeper(folder)
        try await first.locked(1) { try first.keep(stored, of: 1) }
        let address = (
            try WebAddress(server.address("/a")), try WebAddress(server.address("/t"))
        )
        try await RealNetwork.run { networker in
            let all = [first, keeper(folder)].map { keeper in
                AccountTokens(stored, of: 1, in: keeper, clock: RunningClock()) {
                    OAuthClient(
                        server: AuthorizationServer(authorization: address.0, token: address.1),
                        identity: $0, networker: networker, clock: RunningClock(),
                        policy: RealNetwork.policy)
                }
            }
            try await body(all, first, server)
        }
    }

    @Test("is renewed in one of them, and taken over in the other")
    func once() async throws {
        try await twice { number, _ in
            number == 1
                ? [
                    .pause(.milliseconds(200)),
                    .json(#"{"access_token": "two", "refresh_token": "r2"}"#),
                ] : [.json(#"{"error": "invalid_grant"}"#, status: "400 Bad Request")]
        } _: { all, keeper, server in
            async let first = all[0].token(after: SecretText("one"))
            async let second = all[1].token(after: SecretText("one"))
            let both = try await [first, second]
            #expect(both == [SecretText("two"), SecretText("two")])
            #expect(server.requests.count == 1)
            let kept = try await keeper.token(of: 1)
            #expect(kept?.access.refresh == SecretText("r2"))
            #expect(await all[0].close().access.token == SecretText("two"))
        }
    }

    @Test("is not renewed any more in one when the person has signed out in the other")
    func signedOut() async throws {
        try await twice { _, _ in
            [.json(#"{"access_token": "two"}"#)]
        } _: { all, keeper, server in
            try await keeper.locked(1) { try await keeper.remove(1) }
            let next = try await all[1].token(after: SecretText("one"))
            #expect(next == nil)
            #expect(await all[1].refused == SecretText("one"))
            #expect(server.requests.isEmpty)
            let kept = try await keeper.token(of: 1)
            #expect(kept == nil)
        }
    }
}
