import TenonCore

/// Why a request was not carried out, for programs and people (RFC 9457).
///
/// No text holds a secret, or anything that the sender of the request does not know.
public struct ProblemDocument: Error, Sendable, Equatable {
    /// The media type.
    public static let mediaType = "application/problem+json"

    /// The number of the status.
    public let status: Int
    /// What kind of problem it is, in words with hyphens, the same wherever it occurs: `too-large`.
    public let kind: String
    /// What kind of problem it is, in a few words for people.
    public let title: String
    /// What happened this time, and what to do.
    public let detail: String
    /// Further header fields of the reply, such as `Retry-After`.
    public let fields: [String: String]
    /// Further members, for programs.
    public let members: [String: String]

    /// Describes a problem.
    ///
    /// - Parameters:
    ///   - status: The number of the status.
    ///   - kind: What kind of problem it is, in words with hyphens.
    ///   - title: What kind of problem it is, in a few words for people.
    ///   - detail: What happened this time, and what to do.
    ///   - fields: Further header fields of the reply, such as `Retry-After`.
    ///   - members: Further members, for programs.
    public init(
        _ status: Int, _ kind: String, _ title: String, detail: String = "",
        fields: [String: String] = [:], members: [String: String] = [:]
    ) {
        self.status = status
        self.kind = kind
        self.title = title
        self.detail = detail
        self.fields = fields
        self.members = members
    }

    /// The document as a reply.
    ///
    /// Its `type` is a reference relative to the server: `/problems/KIND`.
    public var reply: ServedReply {
        var pairs: [JSONValue.Member] = [
            .init("type", .string("/problems/\(kind)")), .init("title", .string(title)),
            .init("status", .number(status)),
        ]
        if !detail.isEmpty { pairs.append(.init("detail", .string(detail))) }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            pairs.append(.init(name, .string(value)))
        }
        var body: [UInt8] = []
        JSONValue.object(pairs).write { body.append(contentsOf: $0) }
        return ServedReply(
            status: status, type: Self.mediaType,
            fields: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, body: body)
    }
}
