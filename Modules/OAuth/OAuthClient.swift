public import TenonCore
public import TenonNetworking

/// Gets tokens for an application, and takes them back (RFC 6749, RFC 7009).
///
/// It keeps nothing. Codes, tokens and the secret of the application go to the server alone, in the
/// content of requests, and into no error.
public struct OAuthClient: Sendable {
    /// The server.
    public let server: AuthorizationServer
    private let identity: ClientIdentity
    private let network: NetworkController
    private let clock: any TimeTelling

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - identity: The application.
    ///   - networker: The network.
    ///   - clock: Measures time.
    ///   - policy: How patient and persistent it is.
    public init(
        server: AuthorizationServer, identity: ClientIdentity, networker: any Networker,
        clock: any TimeTelling, policy: NetworkPolicy = NetworkPolicy()
    ) {
        self.server = server
        self.identity = identity
        self.clock = clock
        network = Self.controller(networker, clock, policy)
    }

    /// What a server says about itself.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - networker: The network.
    ///   - clock: Measures time.
    ///   - policy: How patient and persistent it is.
    /// - Returns: `nil` for a server that does not describe itself.
    /// - Throws: ``OAuthError``, `NetworkError`, `CancellationError`.
    public static func describe(
        _ server: WebAddress, networker: any Networker, clock: any TimeTelling,
        policy: NetworkPolicy = NetworkPolicy()
    ) async throws -> AuthorizationServer? {
        let address = try AuthorizationServer.description(of: server)
        let call = try NetworkCall(
            method: "GET", address, fields: [("Accept", "application/json")])
        var request = NetworkRequest(call) { reply in reply.isSuccess ? reply.body : nil }
        request.acceptedStatuses = [404, 410]
        guard let json = try await controller(networker, clock, policy).send(request) else {
            return nil
        }
        return try AuthorizationServer(reading: json, of: server)
    }

    private static func controller(
        _ networker: any Networker, _ clock: any TimeTelling, _ policy: NetworkPolicy
    ) -> NetworkController {
        NetworkController(networker: networker, clock: clock, alerts: NoAlerts(), policy: policy)
    }

    /// Turns a code into a token.
    ///
    /// - Parameter code: What the page led back with.
    /// - Throws: ``OAuthError``, `NetworkError`, `CancellationError`.
    public func token(for code: AuthorizationCode) async throws -> AccessToken {
        var pairs: [(name: String, value: SecretText)] = [
            ("grant_type", SecretText("authorization_code")), ("code", code.code),
            ("redirect_uri", SecretText(code.redirect)),
        ]
        if let proofKey = code.proofKey { pairs.append(("code_verifier", proofKey.verifier)) }
        return try await token(pairs)
    }

    /// Gets another token for one that has ended (RFC 6749, section 6).
    ///
    /// - Parameter refresh: ``AccessToken/refresh`` of the one before.
    /// - Throws: ``OAuthError``, `NetworkError`, `CancellationError`.
    public func token(refreshing refresh: SecretText) async throws -> AccessToken {
        try await token([
            ("grant_type", SecretText("refresh_token")), ("refresh_token", refresh),
        ])
    }

    /// Takes a token back; one that the server does not know any more is taken back already.
    ///
    /// - Parameter token: The token.
    /// - Throws: ``OAuthError``, `NetworkError`, `CancellationError`.
    public func revoke(_ token: SecretText) async throws {
        guard let revocation = server.revocation else { return }
        try await post([("token", token)], to: revocation) { _ in }
    }

    /// Takes a token back with what gets others, that first (RFC 7009, section 2.1).
    ///
    /// - Parameter token: The token.
    /// - Throws: ``OAuthError``, `NetworkError`, `CancellationError`.
    public func revoke(_ token: AccessToken) async throws {
        var problem: (any Error)?
        if let refresh = token.refresh {
            do { try await revoke(refresh) } catch { problem = error }
        }
        // Also where the server takes back nothing but this one.
        try await revoke(token.token)
        if let problem { throw problem }
    }

    private func token(_ pairs: [(name: String, value: SecretText)]) async throws -> AccessToken {
        let now = clock.now()
        let origin = server.token.origin
        return try await post(pairs, to: server.token) { reply in
            let value = try reply.body.withUnsafeBytes { try JSONReader.read($0) }
            guard let token = value["access_token"]?.secretString, !token.isEmpty,
                // Another kind would have to be used in another way (section 7.1).
                value["token_type"]?.string?.lowercased() ?? "bearer" == "bearer"
            else { throw OAuthError.unreadable(origin) }
            var end: Timestamp?
            if case .number(let digits) = value["expires_in"], let seconds = Int32(digits) {
                end = now.advanced(by: .seconds(max(0, seconds)))
            }
            return AccessToken(
                token: token, refresh: value["refresh_token"]?.secretString,
                scopes: (value["scope"]?.string ?? "").split(separator: " ").map(String.init),
                end: end)
        }
    }

    private enum Answer<Value: Sendable>: Sendable {
        case value(Value)
        case refusal(OAuthError)
    }

    private func post<Value: Sendable>(
        _ pairs: [(name: String, value: SecretText)], to address: WebAddress,
        parse: @escaping @Sendable (NetworkReply) throws -> Value
    ) async throws -> Value {
        var pairs = pairs + [("client_id", SecretText(identity.name))]
        if let secret = identity.secret { pairs.append(("client_secret", secret)) }
        let call = try NetworkCall(
            method: "POST", address,
            fields: [
                ("Accept", "application/json"),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ], body: FormText.body(pairs), maximumReply: 1 << 16)
        var request = NetworkRequest(call) { reply in
            reply.isSuccess
                ? Answer.value(try parse(reply)) : .refusal(Self.refusal(reply, address.origin))
        }
        request.acceptedStatuses = [400, 401, 403, 404, 422]
        do {
            switch try await network.send(request) {
            case .value(let value): return value
            case .refusal(let error): throw error
            }
        } catch let error as NetworkError where error.code == .networkUnreadable {
            throw OAuthError.unreadable(address.origin, cause: error.cause)
        }
    }

    /// What a refusal says (section 5.2); some servers say it in plain text.
    private static func refusal(_ reply: NetworkReply, _ origin: String) -> OAuthError {
        let value = try? reply.body.withUnsafeBytes { try JSONReader.read($0) }
        let code = value?["error"]?.string ?? "status \(reply.statusCode)"
        return .said(code, value?["error_description"]?.string ?? "", by: origin)
    }
}

/// Shows nothing, since all errors are returned.
private struct NoAlerts: AlertPresenting {
    func present(_ alert: Alert) async -> String? { nil }
}
