package import TenonCore
package import TenonNetworking

/// Asks a server that speaks Mastodon's client API, in the name of a person or of nobody.
///
/// It keeps nothing. What the person has to know comes as ``FeedError``.
package struct FeedClient: Sendable {
    /// The address of the server; what follows its host does not count.
    let server: WebAddress
    /// How the server differs from Mastodon.
    package let traits: ServerTraits

    /// The server, as people know it.
    package var origin: String { server.origin }

    let network: NetworkController
    let networker: RateLimits
    let clock: any TimeTelling
    private let tokens: (any TokenGiving)?

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - traits: How it differs, once that is known; see ``instance()``.
    ///   - token: The access token of the person; `nil` for nobody. It goes to this server alone.
    ///   - networker: The network.
    ///   - clock: Measures time.
    ///   - policy: How patient and persistent it is.
    package init(
        server: WebAddress, traits: ServerTraits = .mastodon, token: SecretText? = nil,
        networker: any Networker, clock: any TimeTelling, policy: NetworkPolicy = NetworkPolicy()
    ) {
        self.init(
            server: server, traits: traits, tokens: token.map { FixedToken($0) },
            networker: networker, clock: clock, policy: policy)
    }

    /// Makes a client whose token may be another one later.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - traits: How it differs.
    ///   - tokens: Gives the access token; `nil` for nobody.
    ///   - networker: The network.
    ///   - clock: Measures time.
    ///   - policy: How patient and persistent it is.
    package init(
        server: WebAddress, traits: ServerTraits, tokens: (any TokenGiving)?,
        networker: any Networker, clock: any TimeTelling, policy: NetworkPolicy = NetworkPolicy()
    ) {
        self.server = server
        self.traits = traits
        self.tokens = tokens
        self.clock = clock
        let limits = RateLimits(networker, clock: clock)
        self.networker = limits
        network = NetworkController(
            networker: limits, clock: clock, alerts: NoAlerts(), policy: policy)
    }

    /// What is sent with a request.
    enum Content: Sendable {
        case nothing
        /// Pairs of a form (WHATWG URL, section 5.1).
        case form([(name: String, value: String)])
        /// A form with a file, and who is told how many bytes of all of it were sent.
        case multipart(MultipartForm, sent: @Sendable (Int) -> Void)
    }

    /// Asks for something.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - path: The path, whose parts are encoded.
    ///   - query: Names and values.
    ///   - content: What is sent.
    ///   - fields: Further header fields.
    ///   - isRepeatable: Whether it may be sent again when it is unknown whether it arrived; `nil`
    ///     for what its method says.
    ///   - parse: Makes the value of a reply.
    /// - Throws: ``FeedError``, `CancellationError`.
    func send<Value: Sendable>(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        content: Content = .nothing, fields: [(name: String, value: String)] = [],
        isRepeatable: Bool? = nil, parse: @escaping @Sendable (NetworkReply) throws -> Value
    ) async throws -> Value {
        let reference = query.isEmpty ? path : "\(path)?\(PathText.query(query))"
        return try await send(
            method, to: server.resolving(reference), content: content, fields: fields,
            isRepeatable: isRepeatable, parse: parse)
    }

    /// Asks for something at an address of the server.
    func send<Value: Sendable>(
        _ method: String, to address: WebAddress, content: Content = .nothing,
        fields: [(name: String, value: String)] = [], isRepeatable: Bool? = nil,
        parse: @escaping @Sendable (NetworkReply) throws -> Value
    ) async throws -> Value {
        try await authorized { authorization in
            try await send(
                method, to: address, content: content, fields: fields + authorization,
                repeatable: isRepeatable, parse: parse)
        }
    }

    /// Makes a request with what says who asks, and once more when another token may count.
    ///
    /// - Parameter request: Gets header fields; none for nobody.
    func authorized<Value: Sendable>(
        _ request: ([(name: String, value: String)]) async throws -> Value
    ) async throws -> Value {
        guard let tokens else { return try await request([]) }
        let token = await tokens.token()
        do {
            return try await request(Self.authorization(token))
        } catch let error as FeedError where error.isSignedOut {
            let next: SecretText?
            do {
                next = try await tokens.token(after: token)
            } catch let problem as NetworkError {
                throw FeedError(problem, at: server.origin).ofToken
            } catch let problem as any ExplainedError {
                throw FeedError(problem).ofToken
            }
            guard let next else { throw error }
            return try await request(Self.authorization(next))
        }
    }

    private static func authorization(_ token: SecretText) -> [(name: String, value: String)] {
        [("Authorization", "Bearer \(token.reveal())")]
    }

    private func send<Value: Sendable>(
        _ method: String, to address: WebAddress, content: Content,
        fields: [(name: String, value: String)], repeatable isRepeatable: Bool?,
        parse: @escaping @Sendable (NetworkReply) throws -> Value
    ) async throws -> Value {
        var fields = fields + [("Accept", "application/json")]
        var body: [UInt8] = []
        var sent: (@Sendable (Int) -> Void)?
        switch content {
        case .nothing: break
        case .form(let pairs):
            fields.append(("Content-Type", "application/x-www-form-urlencoded"))
            body = Array(PathText.query(pairs).utf8)
        case .multipart(let form, let taken):
            fields.append(("Content-Type", form.type))
            (body, sent) = (form.body, taken)
        }
        let call = try NetworkCall(
            method: method, address, fields: fields, body: body, maximumReply: 8 << 20)
        var request = NetworkRequest(call, isRepeatable: isRepeatable) { reply in
            reply.isSuccess ? Answer.value(try parse(reply)) : .refusal(Refusal(reply))
        }
        request.sent = sent
        request.acceptedStatuses = Self.explainedStatuses
        do {
            switch try await network.send(request) {
            case .value(let value): return value
            case .refusal(let refusal):
                throw FeedError(refusal, at: address.origin, traits: traits)
            }
        } catch let error as NetworkError {
            throw FeedError(error, at: address.origin)
        }
    }

    /// The refusals whose content is read; the others are for the networking module, which may send
    /// the request again.
    private static let explainedStatuses = Set(400..<500).subtracting([408, 425, 429])

    private enum Answer<Value: Sendable>: Sendable {
        case value(Value)
        case refusal(Refusal)
    }

    // MARK: - Lists

    /// The first page of a list.
    func page<Element: FeedModel>(
        _ path: String, query: [(name: String, value: String)] = [], isSwapped: Bool = false
    ) async throws -> Page<Element> {
        let reference = query.isEmpty ? path : "\(path)?\(PathText.query(query))"
        return try await page(
            at: PageLink(address: server.resolving(reference), isSwapped: isSwapped))
    }

    /// The page that a link leads to; one request.
    ///
    /// - Parameter link: Where it is, as another page of this server handed it out.
    /// - Throws: ``FeedError``, `CancellationError`.
    package func page<Element: FeedModel>(
        at link: PageLink<Element>
    ) async throws -> Page<Element> {
        guard link.address.hasOrigin(of: server) else {
            throw FeedError.unsupported(server.origin)
        }
        return try await send("GET", to: link.address) { reply in
            try Page(reply, from: link.address, isSwapped: link.isSwapped)
        }
    }
}

/// Shows nothing, since all errors are returned.
private struct NoAlerts: AlertPresenting {
    func present(_ alert: Alert) async -> String? { nil }
}
