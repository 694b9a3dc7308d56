import TenonCore

/// The name that a server gives to something: opaque, never computed with, and only good for that server.
package struct Identifier<Subject>: Hashable, Sendable, CustomStringConvertible {
    private static var longest: Int { 256 }

    /// The name as the server wrote it.
    package let text: String

    /// Takes a name over; `nil` for one that cannot be a part of a path.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.longest, text != ".", text != "..",
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.text = text
    }

    /// The name as a part of a path.
    var segment: String { PathText.segment(text) }

    package var description: String { text }
}

extension Identifier: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier(try container.decode(String.self)) else {
            throw ReadingFailure(member: "id")
        }
        self = identifier
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Identifier: RouteArgument {
    package var routeText: String { text }

    package init?(routeText: String) { self.init(routeText) }
}

/// Names an account.
package typealias AccountID = Identifier<Account>
/// Names a post.
package typealias PostID = Identifier<Post>
/// Names a picture, or another file of a post.
package typealias MediaID = Identifier<MediaAttachment>
/// Names a notification.
package typealias NotificationID = Identifier<FeedNotification>

/// Text as it stands in addresses.
enum PathText {
    /// Text as one part of a path, or as a name or value of a query (RFC 3986, section 2.1).
    static func segment(_ text: String) -> String {
        PercentCoding.encode(text.utf8) { !PercentCoding.isUnreserved($0) }
    }

    /// Pairs as a query, or as the content of a form.
    static func query(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(segment($0.name))=\(segment($0.value))" }.joined(separator: "&")
    }
}
