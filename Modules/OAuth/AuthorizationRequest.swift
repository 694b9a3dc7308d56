public import TenonCore
public import TenonNetworking

/// The question to a person, on a page of the server, whether an application may act for them.
public struct AuthorizationRequest: Sendable {
    /// The redirect of an application that a browser cannot lead back to: the page shows the code, and
    /// the person copies it.
    public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// The server.
    let server: AuthorizationServer
    /// Where the page leads back to.
    let redirect: String
    private let client: String
    private let scopes: [String]
    private let state: SecretText
    private let proofKey: ProofKey?

    /// Makes a question that nobody else has asked.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - client: The application.
    ///   - redirect: Where the page leads back to, such as ``LoopbackRedirect/address``.
    ///   - scopes: What the application wants to do.
    public init(
        to server: AuthorizationServer, client: ClientIdentity, redirect: String, scopes: [String]
    ) {
        self.server = server
        self.redirect = redirect
        self.client = client.name
        self.scopes = scopes
        state = RandomText.secret()
        proofKey = server.takesProofKeys ? ProofKey() : nil
    }

    /// The page to open in a browser.
    ///
    /// - Throws: `NetworkError` (`network.bad-address`).
    public func page() throws -> WebAddress {
        var pairs = [
            (name: "response_type", value: "code"), (name: "client_id", value: client),
            (name: "redirect_uri", value: redirect),
            (name: "scope", value: scopes.joined(separator: " ")),
            (name: "state", value: state.reveal()),
        ]
        if let proofKey {
            pairs.append(("code_challenge", proofKey.challenge))
            pairs.append(("code_challenge_method", "S256"))
        }
        let known = server.authorization.query.map { "\($0)&" } ?? ""
        let query = pairs.map { "\(FormText.encoded($0.name))=\(FormText.encoded($0.value))" }
            .joined(separator: "&")
        return try server.authorization.resolving("?\(known)\(query)")
    }

    /// The code in the answer that the page led back with.
    ///
    /// An error is believed without the state, which some servers leave out of it: it gets nobody
    /// anything.
    ///
    /// - Parameter query: What follows the question mark of the address.
    /// - Throws: ``OAuthError``: `oauth.denied`, `oauth.mismatch`, `oauth.refused`.
    public func code(inQuery query: String) throws -> AuthorizationCode {
        let values = FormText.pairs(query)
        let origin = server.authorization.origin
        if let error = values["error"] {
            let description = values["error_description"]?.reveal() ?? ""
            throw OAuthError.said(error.reveal(), description, by: origin)
        }
        guard values["state"] == state else { throw OAuthError.mismatch }
        // RFC 9207: who answers says who it is, so that the code does not go to somebody else.
        if let issuer = values["iss"], let known = server.issuer {
            guard issuer.reveal() == known else { throw OAuthError.mismatch }
        }
        guard let code = values["code"], !code.isEmpty else { throw OAuthError.mismatch }
        return AuthorizationCode(code: code, redirect: redirect, proofKey: proofKey)
    }

    /// The code that a person has copied from the page.
    ///
    /// - Parameter text: What was typed; white space around it does not count.
    public func code(typed text: SecretText) -> AuthorizationCode {
        let code = text.withBytes { bytes in
            let isSpace = { (byte: UInt8) in byte <= 0x20 }
            let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
            let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        return AuthorizationCode(code: code, redirect: redirect, proofKey: proofKey)
    }
}
