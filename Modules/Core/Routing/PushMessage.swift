/// The payload of a push message: what it says, and the location that it leads to.
///
/// ```json
/// {"aps": {"alert": {"title": "New order", "body": "example.com"}, "urn": "order:42"}}
/// ```
///
/// `alert` may also be one text. Everything else in the payload is ignored.
public struct PushMessage: Hashable, Sendable {
    /// The title; `nil` when there is none.
    public let title: String?
    /// The text; `nil` when there is none.
    public let body: String?
    /// The location as it is written; `nil` when the message leads nowhere.
    public let urn: String?

    /// Makes a message.
    public init(title: String? = nil, body: String? = nil, location: Location? = nil) {
        self.title = title
        self.body = body
        urn = location?.description
    }

    /// The location that the message leads to; `nil` when it leads nowhere.
    ///
    /// - Parameter scheme: The scheme of the application, which is dropped.
    /// - Throws: ``RoutingError`` when it is malformed.
    public func location(scheme: String? = nil) throws -> Location? {
        try urn.map { try Location(parsing: $0, scheme: scheme) }
    }
}

extension PushMessage: Codable {
    private enum PayloadKey: String, CodingKey {
        case aps
    }

    private enum Key: String, CodingKey {
        case alert
        case urn
    }

    private struct Alert: Codable {
        var title: String?
        var body: String?
    }

    /// Decodes the payload.
    public init(from decoder: any Decoder) throws {
        let message = try decoder.container(keyedBy: PayloadKey.self)
            .nestedContainer(keyedBy: Key.self, forKey: .aps)
        urn = try message.decodeIfPresent(String.self, forKey: .urn)
        if let text = try? message.decode(String.self, forKey: .alert) {
            title = nil
            body = text
        } else {
            let alert = try message.decodeIfPresent(Alert.self, forKey: .alert)
            title = alert?.title
            body = alert?.body
        }
    }

    /// Encodes the payload; a text without a title is written as one.
    public func encode(to encoder: any Encoder) throws {
        var payload = encoder.container(keyedBy: PayloadKey.self)
        var message = payload.nestedContainer(keyedBy: Key.self, forKey: .aps)
        if let title {
            try message.encode(Alert(title: title, body: body), forKey: .alert)
        } else {
            try message.encodeIfPresent(body, forKey: .alert)
        }
        try message.encodeIfPresent(urn, forKey: .urn)
    }
}
