public import TenonCore

/// What a server knows an application by.
public struct ClientIdentity: Sendable {
    /// The name of the application on the server.
    public let name: String
    /// What proves that it is the application; `nil` for one that cannot keep a secret.
    public let secret: SecretText?

    /// Takes over what a server gave.
    ///
    /// - Parameters:
    ///   - name: The name of the application on the server.
    ///   - secret: What proves that it is the application; `nil` for one that has none.
    public init(_ name: String, secret: SecretText? = nil) {
        self.name = name
        self.secret = secret
    }
}

/// What a person allows an application to do.
public struct AccessToken: Sendable {
    /// What is sent with each request.
    public let token: SecretText
    /// What gets another one when this one has ended; `nil` when nothing does.
    public let refresh: SecretText?
    /// What it allows.
    public let scopes: [String]
    /// When it ends, by the clock of this machine; `nil` when it does not.
    public let end: Timestamp?

    /// Takes over a token that was kept.
    ///
    /// - Parameters:
    ///   - token: What is sent with each request.
    ///   - refresh: What gets another one; `nil` when nothing does.
    ///   - scopes: What it allows.
    ///   - end: When it ends; `nil` when it does not.
    public init(
        token: SecretText, refresh: SecretText? = nil, scopes: [String] = [], end: Timestamp? = nil
    ) {
        self.token = token
        self.refresh = refresh
        self.scopes = scopes
        self.end = end
    }
}

/// What a person's consent is turned into a token with; good once, for a short time.
public struct AuthorizationCode: Sendable {
    let code: SecretText
    let redirect: String
    let proofKey: ProofKey?
}
