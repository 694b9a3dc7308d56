/// Where a person is or wants to go: segments, query values, and an optional in-process payload.
///
/// `wallet://login:42`, `wallet:login:42` and `login:42` are the same location. Arguments may also
/// be given as `?a=b` or `#a=b`. Segments and values are percent-decoded (RFC 3986, section 2.1).
public struct Location: Hashable, Sendable {
    /// The decoded segments, at least one, none empty.
    public let segments: [String]
    /// The decoded query values by name; the last of equal names counts.
    public let query: [String: String]

    /// Makes a location from decoded segments and query values.
    public init(_ segments: [String], query: [String: String] = [:]) {
        self.segments = segments
        self.query = query
    }

    /// Parses a location.
    ///
    /// - Parameters:
    ///   - text: The location, with or without the scheme.
    ///   - scheme: The scheme of the application, which is dropped.
    /// - Throws: ``RoutingError`` when it is empty, has an empty segment or a wrong escape.
    public init(parsing text: String, scheme: String? = nil) throws {
        var rest = Substring(text)
        if let scheme, rest.lowercased().hasPrefix("\(scheme.lowercased()):") {
            rest = rest.dropFirst(scheme.count + 1)
            if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        }
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let path = rest[..<end].hasSuffix("/") ? rest[..<end].dropLast() : rest[..<end]
        var segments: [String] = []
        for part in path.split(separator: ":", omittingEmptySubsequences: false) {
            guard !part.isEmpty, segments.count < Self.maximumSegments else {
                throw RoutingError.malformed(text)
            }
            segments.append(try PercentCoding.decode(part, in: text))
        }
        var query: [String: String] = [:]
        for pair in rest[end...].split(whereSeparator: { "?#&".contains($0) }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try PercentCoding.decode(parts[0], in: text)
            query[name] = parts.count > 1 ? try PercentCoding.decode(parts[1], in: text) : ""
        }
        self.init(segments, query: query)
    }

    /// More segments than any route has; a longer location is malformed.
    static let maximumSegments = 32
}

extension Location: CustomStringConvertible {
    /// The location without scheme; parsing it gives the same location.
    public var description: String {
        let path = segments.map(PercentCoding.encode).joined(separator: ":")
        guard !query.isEmpty else { return path }
        let pairs = query.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentCoding.encode(name))=\(PercentCoding.encode(value))"
        }
        return "\(path)?\(pairs.joined(separator: "&"))"
    }
}

extension Location: Codable {
    /// Decodes the textual form.
    public init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the textual form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
