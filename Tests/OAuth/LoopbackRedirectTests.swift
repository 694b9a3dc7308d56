import TenonCore
import TenonNetworking
import TenonOAuth
import TestSupport
import Testing

@Suite("Waiting for a browser to come back")
struct LoopbackRedirectTests {
    private let redirect: LoopbackRedirect
    private let request: AuthorizationRequest
    private let browser: LoopbackHTTP
    private let state: String

    init() throws {
        redirect = try LoopbackRedirect()
        let address = try WebAddress(redirect.address)
        browser = LoopbackHTTP(port: address.port)
        request = AuthorizationRequest(
            to: AuthorizationServer(
                authorization: try WebAddress("https://example.org/a"),
                token: try WebAddress("https://example.org/t")), client: ClientIdentity("app"),
            redirect: redirect.address, scopes: ["read"])
        let query = try #require(try request.page().query)
        let pair = try #require(query.split(separator: "&").first { $0.hasPrefix("state=") })
        state = String(pair.dropFirst("state=".count))
    }

    @Test("takes the answer to its own question, and shows a page; all else is turned away")
    func answer() async throws {
        #expect(redirect.address.hasPrefix("http://127.0.0.1:"))
        async let code = redirect.code(for: request, page: "<p>Done</p>")
        #expect(try await browser.send("GET", "/favicon.ico").status == 404)
        #expect(try await browser.send("POST", "/?code=a&state=\(state)").status == 404)
        #expect(try await browser.send("GET", "/?code=a&state=guess").status == 400)
        let page = try await browser.send("GET", "/?code=a&state=\(state)")
        #expect(page.status == 200)
        #expect(page.text == "<p>Done</p>")
        #expect(page["content-security-policy"] == "default-src 'none'")
        _ = try await code
    }

    @Test("hears that the person did not allow it")
    func denial() async throws {
        let waiting = Task { [redirect, request] in
            try await redirect.code(for: request, page: "<p>Done</p>")
        }
        _ = try await browser.send("GET", "/?error=access_denied&state=\(state)")
        let error = await #expect(throws: OAuthError.self) { try await waiting.value }
        #expect(error?.code == .oauthDenied)
    }

    @Test("ends when nobody waits any more")
    func cancellation() async throws {
        let waiting = Task { [redirect, request] in
            try await redirect.code(for: request, page: "")
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
