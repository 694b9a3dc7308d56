import TenonCore
import TenonNetworking
import TenonOAuth
import Testing

@Suite("Asking a person in a browser")
struct AuthorizationTests {
    private static func description(
        issuer: String = "https://example.org/", authorize: String = "https://example.org/a?x=1",
        token: String = "https://example.org/t", methods: String = "\"S256\""
    ) -> [UInt8] {
        Array(
            """
            {"issuer": "\(issuer)", "authorization_endpoint": "\(authorize)", "token_endpoint":
            "\(token)", "revocation_endpoint": null, "scopes_supported": ["read", "write"],
            "code_challenge_methods_supported": [\(methods)], "service_documentation": {}}
            """.utf8)
    }

    private func server(methods: String = "\"S256\"") throws -> AuthorizationServer {
        try AuthorizationServer(
            reading: Self.description(methods: methods), of: WebAddress("https://example.org"))
    }

    /// The values of the page's address.
    private func values(_ request: AuthorizationRequest) throws -> [String: String] {
        let pairs = try #require(try request.page().query).split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return (
                String(parts[0]), parts[1].replacing("%3A", with: ":").replacing("%2F", with: "/")
            )
        }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, String($0.1)) })
    }

    private func request(_ server: AuthorizationServer) -> AuthorizationRequest {
        AuthorizationRequest(
            to: server, client: ClientIdentity("app"), redirect: "http://127.0.0.1:1/",
            scopes: ["read", "write"])
    }

    private func code(of thrown: () throws -> AuthorizationCode) -> ErrorCode? {
        do {
            _ = try thrown()
            return nil
        } catch {
            return (error as? OAuthError)?.code
        }
    }

    @Test("binds the code by the challenge of RFC 7636, appendix B")
    func challenge() {
        let key = ProofKey(verifier: SecretText("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey().verifier.count == 43)
        #expect(ProofKey().verifier != ProofKey().verifier)
    }

    @Test("leads to a page with all that it needs, each time with another state")
    func page() throws {
        let request = request(try server())
        let values = try values(request)
        #expect(try request.page().text.hasPrefix("https://example.org/a?x=1&response_type=code&"))
        #expect(values["client_id"] == "app")
        #expect(values["redirect_uri"] == "http://127.0.0.1:1/")
        #expect(values["scope"] == "read%20write")
        #expect(values["code_challenge_method"] == "S256")
        #expect(values["code_challenge"]?.count == 43)
        #expect(values["state"]?.count == 43)
        #expect(try self.values(self.request(server()))["state"] != values["state"])
        #expect(
            try self.values(self.request(server(methods: "\"plain\"")))["code_challenge"] == nil)
    }

    @Test("takes the code of its own answer only")
    func answers() throws {
        let request = request(try server())
        let state = try #require(try values(request)["state"])
        #expect(throws: Never.self) { try request.code(inQuery: "code=c&state=\(state)") }
        let iss = "iss=https%3A%2F%2Fexample.org%2F"
        #expect(throws: Never.self) { try request.code(inQuery: "\(iss)&code=c&state=\(state)") }
        for query in [
            "", "code=c", "code=c&state=x", "state=\(state)", "code=&state=\(state)",
            "code=c&state=\(state)&state=\(state)", "code=a&code=b&state=\(state)",
            "code=c&state=\(state)&iss=https%3A%2F%2Fevil.example%2F",
        ] {
            #expect(code { try request.code(inQuery: query) } == .oauthMismatch, "\(query)")
        }
    }

    @Test("hears why not, also from servers that leave the state out")
    func refusals() throws {
        let request = request(try server())
        #expect(code { try request.code(inQuery: "error=access_denied") } == .oauthDenied)
        let error = #expect(throws: OAuthError.self) {
            try request.code(inQuery: "error=invalid_scope&error_description=Not+so%0Amuch")
        }
        #expect(error?.code == .oauthRefused)
        #expect(error.map { "\($0)".contains("Not so much") } == true)
    }

    @Test("believes what a server says about itself only where it stays on its own origin")
    func descriptions() throws {
        let address = try WebAddress("https://example.org")
        #expect(
            try AuthorizationServer.description(of: address).text
                == "https://example.org/.well-known/oauth-authorization-server")
        #expect(
            try AuthorizationServer.description(of: WebAddress("https://example.org/tenant")).text
                == "https://example.org/.well-known/oauth-authorization-server/tenant")
        let server = try server()
        #expect(server.scopes == ["read", "write"] && server.takesProofKeys)
        #expect(server.revocation == nil)
        for bad in [
            Self.description(issuer: "https://evil.example/"),
            Self.description(issuer: "https://example.org/tenant"),
            Self.description(authorize: "https://evil.example/a"),
            Self.description(token: "http://example.org/t"),
            Self.description(token: "https://example.org:444/t"), Array("[]".utf8), Array("{".utf8),
        ] {
            let error = #expect(throws: OAuthError.self) {
                try AuthorizationServer(reading: bad, of: address)
            }
            #expect(error?.code == .oauthUnreadable)
        }
    }
}
