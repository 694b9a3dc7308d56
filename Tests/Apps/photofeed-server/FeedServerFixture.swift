import FeedAPI
import FeedTestSupport
import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonOAuth
import TenonTesting
import TestSupport
import Testing

/// A demonstration server of its own, with its folder.
struct FeedServerFixture {
    let folder: TemporaryFolder
    let server: RunningProgram

    /// Starts a server in a folder, a new one unless given.
    init(_ arguments: String..., in folder: TemporaryFolder? = nil) throws {
        if let folder {
            self.folder = folder
        } else {
            self.folder = try TemporaryFolder()
            try FilledFeedServer.fill("\(self.folder.path)/data")
        }
        server = try RunningProgram(
            built: "photofeed-server",
            [
                "--listen", "127.0.0.1:0", "--folder", "\(self.folder.path)/data", "--processing",
                "20",
            ] + arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": self.folder.path],
            errors: "\(self.folder.path)/log")
    }

    /// Its address.
    var address: String { server.firstLine }
    /// The time.
    var clock: RunningClock { RunningClock() }
    /// What a browser speaks with.
    var browser: Browser { Browser(http: LoopbackHTTP(port: server.port)) }

    /// A client in the name of somebody who has signed in.
    func client(_ name: String, _ networker: HTTPNetworker) async throws -> FeedClient {
        let token = try await signIn(name, networker).token
        return FeedClient(
            server: try WebAddress(address), token: token.token, networker: networker,
            clock: RunningClock(), policy: RealNetwork.policy)
    }

    /// Registers an application and signs somebody in, as PhotoFeed does.
    func signIn(
        _ name: String, _ networker: HTTPNetworker, scopes: [String] = ["read", "write"]
    ) async throws -> (client: OAuthClient, token: AccessToken) {
        let (client, redirect, request) = try await ask(networker, scopes: scopes)
        async let code = redirect.code(for: request, page: "<p>Welcome</p>")
        let page = try request.page()
        let back = try await browser.answer(page, name: name)
        #expect(try await browser.follow(back).text == "<p>Welcome</p>")
        return (client, try await client.token(for: await code))
    }

    /// Registers an application and makes a question.
    func ask(
        _ networker: HTTPNetworker, scopes: [String] = ["read", "write"]
    ) async throws -> (OAuthClient, LoopbackRedirect, AuthorizationRequest) {
        let app = try await FeedClient(address, networker, token: nil).register(
            "PhotoFeed", redirects: ["http://127.0.0.1/", AuthorizationRequest.outOfBand],
            scopes: ["read", "write"])
        let server = try #require(
            try await OAuthClient.describe(
                WebAddress(address), networker: networker, clock: RunningClock()))
        let identity = ClientIdentity(app.client, secret: app.secret)
        let redirect = try LoopbackRedirect()
        let client = OAuthClient(
            server: server, identity: identity, networker: networker, clock: RunningClock(),
            policy: RealNetwork.policy)
        return (
            client, redirect,
            AuthorizationRequest(
                to: server, client: identity, redirect: redirect.address, scopes: scopes)
        )
    }
}

/// What a person does with a browser, by its requests.
struct Browser {
    let http: LoopbackHTTP

    /// Opens the page with the question, fills the form in, and sends it.
    ///
    /// - Returns: The answer, which leads back to the application.
    func answer(
        _ page: WebAddress, name: String, password: String = "photofeed", allows: Bool = true
    ) async throws -> LoopbackHTTP.Response {
        let form = try await http.send("GET", "\(page.path)?\(page.query ?? "")")
        #expect(form.status == 200)
        #expect(form.text.contains("This is a demonstration"))
        #expect(form["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        var pairs = Self.hidden(in: form.text)
        pairs += [
            ("username", name), ("password", password), ("decision", allows ? "allow" : "deny"),
        ]
        let body = pairs.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }
            .joined(separator: "&")
        return try await http.send(
            "POST", "/oauth/authorize",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(body.utf8))
    }

    /// Goes where an answer leads.
    func follow(_ response: LoopbackHTTP.Response) async throws -> LoopbackHTTP.Response {
        #expect(response.status == 302)
        let target = try WebAddress(try #require(response["location"]))
        return try await LoopbackHTTP(port: target.port).send(
            "GET", "\(target.path)?\(target.query ?? "")")
    }

    private static func hidden(in html: String) -> [(String, String)] {
        html.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().map { part in
            let words = part.components(separatedBy: "\"")
            return (words[0], words[2].replacingOccurrences(of: "&amp;", with: "&"))
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
