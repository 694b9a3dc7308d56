import TenonCore

/// A complete request, as an ``Endpoint`` gets it.
public struct ServedRequest: Sendable {
    /// The method, in capital letters.
    public let method: String
    /// The host that was asked, with its port where the client named one.
    public let authority: String
    /// The path as it was sent.
    public let path: String
    /// What follows the question mark, as it was sent; `nil` without one.
    public let query: String?
    /// The values of the parameters of the endpoint's path.
    public let parameters: [String: String]
    /// Where the client is, as the server or a proxy that it trusts saw it; `nil` when nobody did.
    public let client: ClientAddress?
    /// The content.
    public package(set) var body: [UInt8]

    private let fields: [String: [String]]

    /// Describes a request.
    ///
    /// - Parameters:
    ///   - method: The method, in capital letters.
    ///   - authority: The host that was asked, with its port where the client named one.
    ///   - path: The path as it was sent.
    ///   - query: What follows the question mark; `nil` without one.
    ///   - parameters: The values of the parameters of the endpoint's path.
    ///   - fields: Names and values of the header fields, in their order.
    ///   - client: Where the client is; `nil` when that is not known.
    ///   - body: The content.
    public init(
        method: String, authority: String, path: String, query: String? = nil,
        parameters: [String: String] = [:], fields: [(name: String, value: String)] = [],
        client: ClientAddress? = nil, body: [UInt8] = []
    ) {
        self.method = method
        self.authority = authority
        self.path = path
        self.query = query
        self.parameters = parameters
        self.fields = Dictionary(grouping: fields) { $0.name.lowercased() }
            .mapValues { $0.map(\.value) }
        self.client = client
        self.body = body
    }

    /// The value of a header field; `nil` when it is not there, or there more than once.
    ///
    /// - Parameter name: The name, in any case.
    public func field(_ name: String) -> String? {
        let values = fields[name.lowercased()] ?? []
        return values.count == 1 ? values[0] : nil
    }

    /// The value of a parameter of the query; `nil` when it is not there, or there more than once.
    ///
    /// - Parameter name: The name.
    public func queryValue(_ name: String) -> String? {
        let values = queryValues(name)
        return values.count == 1 ? values[0] : nil
    }

    /// All values of a parameter of the query, in their order.
    ///
    /// Escapes are decoded (RFC 3986, section 2.1): clients may write a reserved character in either way.
    ///
    /// - Parameter name: The name, which has no escapes.
    public func queryValues(_ name: String) -> [String] {
        (query ?? "").split(separator: "&").compactMap { pair -> String? in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { return nil }
            var value: [UInt8] = []
            PercentCoding.decode(parts[1].utf8) { value.append($0) }
            return String(decoding: value, as: UTF8.self)
        }
    }
}

/// What an ``Endpoint`` answers.
public struct ServedReply: Sendable {
    /// The number of the status, such as 200.
    public var status: Int
    /// Names and values of the header fields.
    public var fields: [(name: String, value: String)]
    /// The content.
    public var body: [UInt8]
    /// The pieces that follow the content, for as long as they come; `nil` for none.
    ///
    /// The stream also ends when the server is told to end, or when the client is gone.
    public var pieces: AsyncStream<[UInt8]>?

    /// Describes a reply.
    ///
    /// - Parameters:
    ///   - status: The number of the status.
    ///   - type: The media type of the content; `nil` without one.
    ///   - fields: Names and values of further header fields.
    ///   - body: The content.
    public init(
        status: Int = 200, type: String? = nil, fields: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.fields = (type.map { [("Content-Type", $0)] } ?? []) + fields
        self.body = body
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - type: Its media type.
    public static func text(
        _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> ServedReply {
        ServedReply(type: type, body: Array(text.utf8))
    }
}
