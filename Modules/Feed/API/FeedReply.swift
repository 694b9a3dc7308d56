import TenonCore
import TenonNetworking

/// What a reply says, as a value.
enum FeedReply {
    /// The content as JSON.
    ///
    /// - Throws: ``WrongContent``.
    static func json(_ reply: NetworkReply) throws -> JSONValue {
        do {
            return try reply.body.withUnsafeBytes { try JSONReader.read($0, replacingHalves: true) }
        } catch let error as JSONError {
            throw WrongContent(reply, error)
        }
    }

    /// The content as a value of ours.
    static func model<Model: FeedModel>(_ reply: NetworkReply) throws -> Model {
        try Model(Members(try json(reply)))
    }
}

/// What the content of a reply is when it is not JSON; it holds nothing of it.
enum WrongContent: Error {
    /// A web page, as of a network that one has to sign in to, or of a proxy.
    case page
    /// The beginning of JSON, or nothing at all.
    case cut
    /// Something else.
    case other

    init(_ reply: NetworkReply, _ error: JSONError) {
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let first = reply.body.first { !isSpace($0) }.map { Unicode.Scalar($0) }
        let last = reply.body.last { !isSpace($0) }.map { Unicode.Scalar($0) }
        let isBegun = first == "[" || first == "{"
        let isEnded = last == "]" || last == "}"
        if first == "<" {
            self = .page
        } else if error.position > reply.body.count || isBegun && !isEnded {
            self = .cut
        } else {
            self = .other
        }
    }
}

/// A reply with which a server refuses.
struct Refusal: Sendable {
    private static let longestMessage = 500

    let status: Int
    /// What the server says about it, for people; `nil` when it says nothing that could be shown.
    let message: String?
    /// Whether that was plain text instead of JSON.
    let isPlainText: Bool

    init(_ reply: NetworkReply) {
        status = reply.statusCode
        let type = (reply.field("Content-Type") ?? "").lowercased()
        if let members = try? Members(FeedReply.json(reply)) {
            isPlainText = false
            message = Self.shown(members.words("error_description") ?? members.words("error"))
        } else {
            isPlainText = type.isEmpty || type.hasPrefix("text/plain")
            message =
                isPlainText
                ? Self.shown(String(validating: reply.body.prefix(4_096), as: UTF8.self)) : nil
        }
    }

    /// One line of a text; `nil` for none, and for a page of HTML.
    private static func shown(_ text: String?) -> String? {
        guard let text, !text.contains("<") else { return nil }
        let line = HarmlessText.line(String(text.prefix(longestMessage)))
        let shown = line.split(separator: " ").joined(separator: " ")
        return shown.isEmpty ? nil : shown
    }
}
