import TenonCore
public import TenonNetworking

/// Where a server signs people in, and what it can do (RFC 8414).
public struct AuthorizationServer: Sendable, Hashable {
    /// Who it says it is; `nil` for one that does not describe itself.
    public let issuer: String?
    /// The page on which a person allows it.
    public let authorization: WebAddress
    /// Where a code becomes a token.
    public let token: WebAddress
    /// Where a token is taken back (RFC 7009); `nil` when it cannot be.
    public let revocation: WebAddress?
    /// What may be asked for; empty where it does not say.
    public let scopes: [String]
    /// Whether it binds a code to whoever asked for it (RFC 7636, by SHA-256).
    public let takesProofKeys: Bool

    /// Describes a server that does not describe itself.
    ///
    /// - Parameters:
    ///   - authorization: The page on which a person allows it.
    ///   - token: Where a code becomes a token.
    ///   - revocation: Where a token is taken back; `nil` when it cannot be.
    ///   - scopes: What may be asked for; empty when it is not known.
    ///   - takesProofKeys: Whether it binds a code to whoever asked for it.
    public init(
        authorization: WebAddress, token: WebAddress, revocation: WebAddress? = nil,
        scopes: [String] = [], takesProofKeys: Bool = false
    ) {
        issuer = nil
        self.authorization = authorization
        self.token = token
        self.revocation = revocation
        self.scopes = scopes
        self.takesProofKeys = takesProofKeys
    }

    /// Where a server describes itself.
    ///
    /// - Parameter server: The address of the server.
    /// - Throws: `NetworkError` (`network.bad-address`).
    public static func description(of server: WebAddress) throws -> WebAddress {
        // What follows the host of an issuer goes behind the well-known name (section 3.1).
        let path = server.path == "/" ? "" : server.path
        return try server.resolving("/.well-known/oauth-authorization-server\(path)")
    }

    /// Reads the description of a server.
    ///
    /// - Parameters:
    ///   - json: What the server says about itself.
    ///   - server: The address of the server. All that is used must be on it: whoever can change the
    ///     description cannot lead a code, a password or a token to another host.
    /// - Throws: ``OAuthError`` (`oauth.unreadable`).
    public init(reading json: [UInt8], of server: WebAddress) throws {
        let refusal = OAuthError.unreadable(server.origin)
        let value: JSONValue
        do {
            value = try json.withUnsafeBytes { try JSONReader.read($0) }
        } catch {
            throw OAuthError.unreadable(server.origin, cause: error)
        }
        func address(_ name: String) throws -> WebAddress? {
            guard let text = value[name]?.string else { return nil }
            guard let address = try? WebAddress(text), address.hasOrigin(of: server) else {
                throw refusal
            }
            return address
        }
        // The same issuer as the one that was asked (section 3.3).
        guard let issuer = value["issuer"]?.string, let name = try? WebAddress(issuer),
            name.hasOrigin(of: server), name.path == server.path, name.query == nil,
            let authorization = try address("authorization_endpoint"),
            let token = try address("token_endpoint")
        else { throw refusal }
        self.issuer = issuer
        self.authorization = authorization
        self.token = token
        revocation = try address("revocation_endpoint")
        scopes = (value["scopes_supported"]?.elements ?? []).compactMap(\.string)
        takesProofKeys = (value["code_challenge_methods_supported"]?.elements ?? [])
            .contains { $0.string == "S256" }
    }
}
