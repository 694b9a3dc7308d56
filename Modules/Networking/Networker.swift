public import HTTPTypes
public import TenonCore

/// Performs requests over the network: the port whose live provider is linked.
///
/// A provider follows no redirection, repeats nothing and keeps no reply; that is the business of
/// ``NetworkController``, which most code should use instead.
public protocol Networker: Sendable {
    /// Performs one request.
    ///
    /// Ends soon after the task is cancelled.
    ///
    /// - Returns: The reply, whatever its status; never with a longer body than the call allows.
    /// - Throws: ``NetworkError`` when there is no whole reply; `CancellationError`.
    func perform(_ call: NetworkCall) async throws -> NetworkReply

    /// Performs one request, whose content is handed over as it comes: a reply that never ends by itself
    /// is one of events.
    ///
    /// Unless a provider says otherwise it is handed over whole, at its end.
    ///
    /// - Parameters:
    ///   - call: The request; its limit is that of all pieces together.
    ///   - take: Takes a piece of the content of a reply with a status from 200 to 299. What it throws
    ///     ends the request.
    /// - Returns: The reply; its body is empty where it was handed over.
    /// - Throws: ``NetworkError`` when there is no whole reply; `CancellationError`; what `take` throws.
    func perform(
        _ call: NetworkCall, handing take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> NetworkReply
}

extension Networker {
    /// Performs one request, and hands the content over at its end.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - take: Takes the content of a reply with a status from 200 to 299.
    public func perform(
        _ call: NetworkCall, handing take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> NetworkReply {
        var reply = try await perform(call)
        guard reply.isSuccess else { return reply }
        try await take(reply.body)
        reply.body = []
        return reply
    }
}

/// One request as it goes over the network.
public struct NetworkCall: Sendable {
    /// What to do.
    public var method: HTTPRequest.Method
    /// With what.
    public var address: WebAddress
    /// The header fields.
    public var fields: HTTPFields
    /// The content; empty for none.
    public var body: [UInt8]
    /// Called with how many bytes of the content the network has taken by now, if the provider can tell;
    /// `nil` when nobody wants to know.
    public var sent: (@Sendable (Int) -> Void)?
    /// The longest body of a reply that is read, in bytes.
    public var maximumReply: Int
    /// How long it may take until the server is connected, the TLS handshake included; `nil` for
    /// what the provider finds right.
    public var connectionTimeout: Duration?
    /// How long the server may neither send anything nor take anything; `nil` for as long as it takes.
    public var idleTimeout: Duration?

    /// Describes a request.
    public init(
        _ method: HTTPRequest.Method, _ address: WebAddress, fields: HTTPFields = [:],
        body: [UInt8] = [], maximumReply: Int = 1 << 20, connectionTimeout: Duration? = nil,
        idleTimeout: Duration? = nil
    ) {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
        self.maximumReply = maximumReply
        self.connectionTimeout = connectionTimeout
        self.idleTimeout = idleTimeout
    }
}

extension NetworkCall {
    /// Describes a request for code that does not speak of HTTP's types.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - address: With what.
    ///   - fields: Names and values of the header fields.
    ///   - body: The content; empty for none.
    ///   - maximumReply: The longest body of a reply that is read, in bytes.
    /// - Throws: ``NetworkError`` (`network.bad-request`) for what cannot be a method or a name.
    package init(
        method: String, _ address: WebAddress, fields: [(name: String, value: String)],
        body: [UInt8] = [], maximumReply: Int = 1 << 20
    ) throws {
        guard let method = HTTPRequest.Method(method) else {
            throw NetworkError.badRequest(address, "Its method is malformed.")
        }
        var all = HTTPFields()
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else {
                throw NetworkError.badRequest(address, "A field of it is malformed.")
            }
            all.append(HTTPField(name: name, value: value))
        }
        self.init(method, address, fields: all, body: body, maximumReply: maximumReply)
    }
}

/// What a server replied.
public struct NetworkReply: Sendable {
    /// How it went.
    public var status: HTTPResponse.Status
    /// The header fields.
    public var fields: HTTPFields
    /// The content, whole.
    public var body: [UInt8]

    /// Describes a reply.
    public init(status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The number of the status, for example 200.
    public var statusCode: Int { status.code }

    /// Whether the number of the status is one from 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status.code) }

    /// The value of a header field by its name; `nil` when it is not there.
    package func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
}

extension AnyPort {
    /// The network.
    public static let networker = Port<any Networker>("networker", providers: ["TenonHTTP"])
    /// Hosts with pinned keys; providers of ``AnyPort/networker`` talk to no others in their name.
    public static let pinnedHosts = CollectionPort<PinnedHost>("pinnedHosts")
}
