public import HTTPTypes

/// A request whose reply becomes a value.
///
/// ```swift
/// let request = NetworkRequest.get(try WebAddress("https://example.org/rates")) { reply in
///     try JSONDecoder().decode(Rates.self, from: Data(reply.body))
/// }
/// ```
public struct NetworkRequest<Response: Sendable>: Sendable {
    /// Makes the value of a reply; what it throws becomes the cause of a ``NetworkError``.
    public typealias Parser = @Sendable (NetworkReply) throws -> Response

    /// What to do.
    public var method: HTTPRequest.Method
    /// With what.
    public var address: WebAddress
    /// The header fields.
    public var fields: HTTPFields
    /// The content; empty for none.
    public var body: [UInt8]
    /// Called with how many bytes of the content the network has taken by now; the count begins anew when
    /// the request is sent again.
    public var sent: (@Sendable (Int) -> Void)?
    /// Statuses beside 200 to 299 that the parser understands, for example 404 for "none".
    public var acceptedStatuses: Set<Int> = []
    /// The longest body of a reply that is read, in bytes; 1 MiB unless set.
    public var maximumReply = 1 << 20
    /// Whether it may be sent again when it is unknown whether it arrived.
    ///
    /// True at first for the methods that RFC 9110, section 9.2.2 calls idempotent. Set it for others
    /// only if the server tells repetitions apart, for example by an `Idempotency-Key`.
    public var isRepeatable: Bool
    /// Fields of our own that another origin must not see, like `Authorization` and `Cookie`.
    public var credentialFields: Set<HTTPField.Name> = []
    /// Makes the value of a reply.
    public var parse: Parser

    /// Makes a request.
    public init(
        _ method: HTTPRequest.Method, _ address: WebAddress, fields: HTTPFields = [:],
        body: [UInt8] = [], parse: @escaping Parser
    ) {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
        self.parse = parse
        isRepeatable = method.isIdempotent
    }

    /// Makes a request that gets the content of an address.
    public static func get(
        _ address: WebAddress, fields: HTTPFields = [:], parse: @escaping Parser
    ) -> NetworkRequest {
        NetworkRequest(.get, address, fields: fields, parse: parse)
    }

    /// Makes a request that posts something to an address.
    public static func post(
        _ body: [UInt8], to address: WebAddress, fields: HTTPFields = [:], parse: @escaping Parser
    ) -> NetworkRequest {
        NetworkRequest(.post, address, fields: fields, body: body, parse: parse)
    }
}

extension NetworkRequest where Response == [UInt8] {
    /// Makes a request for the bytes at an address.
    public static func bytes(_ address: WebAddress) -> NetworkRequest {
        .get(address, parse: \.body)
    }
}

extension NetworkRequest where Response == String {
    private struct NoText: Error {}

    /// Makes a request for the text at an address, which must be UTF-8.
    public static func text(_ address: WebAddress) -> NetworkRequest {
        .get(address) { reply in
            guard let text = String(validating: reply.body, as: UTF8.self) else { throw NoText() }
            return text
        }
    }
}

extension HTTPRequest.Method {
    /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2).
    fileprivate var isIdempotent: Bool {
        [.get, .head, .options, .trace, .put, .delete].contains(self)
    }
}
