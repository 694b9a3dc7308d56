/// A place in the application: segments, query values, and an optional in-process payload.
///
/// `shop://order:42`, `shop:order:42` and `order:42` are the same location. Arguments may also
/// be given as `?a=b` or `#a=b`. Segments and values are percent-decoded (RFC 3986, section 2.1).
public struct Location: Sendable {
    /// The decoded segments, at least one, none empty.
    public let segments: [String]
    /// The decoded query values by name; the last of equal names counts.
    public let query: [String: String]
    /// A value for the scene, inside this process only.
    ///
    /// It is never printed or encoded, and does not count when locations are compared.
    public let payload: (any Sendable)?

    /// Makes a location from decoded segments and query values.
    public init(
        _ segments: [String], query: [String: String] = [:], payload: (any Sendable)? = nil
    ) {
        self.segments = segments
        self.query = query
        self.payload = payload
    }

    /// Parses a location.
    ///
    /// - Parameters:
    ///   - text: The location, with or without the scheme.
    ///   - scheme: The scheme of the application, which is dropped.
    /// - Throws: ``RoutingError`` when it is empty, has an empty segment or a wrong escape.
    public init(parsing text: String, scheme: String? = nil) throws {
        let rest = Self.dropping(scheme: scheme, from: text)
        let end = rest.firstIndex { Self.isQueryMark($0) } ?? rest.endIndex
        let path = rest[..<end].last == UInt8(ascii: "/") ? rest[..<end].dropLast() : rest[..<end]
        var segments: [String] = []
        for part in path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            guard !part.isEmpty, segments.count < Self.maximumSegments else {
                throw RoutingError.malformed(text)
            }
            segments.append(try PercentCoding.decode(part, in: text))
        }
        var query: [String: String] = [:]
        let pairs = rest[end...].split { Self.isQueryMark($0) || $0 == UInt8(ascii: "&") }
        for pair in pairs {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try PercentCoding.decode(parts[0], in: text)
            query[name] = parts.count > 1 ? try PercentCoding.decode(parts[1], in: text) : ""
        }
        self.init(segments, query: query)
    }

    /// More segments than any route has; a longer location is malformed.
    static let maximumSegments = 32

    private static func isQueryMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// The text after `scheme:` or `scheme://`; all of it when it begins otherwise.
    private static func dropping(scheme: String?, from text: String) -> Substring.UTF8View {
        let all = text[...].utf8
        guard let scheme, !scheme.isEmpty else { return all }
        let prefix = all.prefix(scheme.utf8.count)
        let rest = all.dropFirst(scheme.utf8.count)
        guard rest.first == UInt8(ascii: ":"),
            prefix.elementsEqual(scheme.utf8, by: { lowercased($0) == lowercased($1) })
        else { return all }
        let path = rest.dropFirst()
        return path.starts(with: "//".utf8) ? path.dropFirst(2) : path
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}

extension Location: Hashable {
    /// Two locations are equal when their segments and query values are.
    public static func == (left: Location, right: Location) -> Bool {
        left.segments == right.segments && left.query == right.query
    }

    /// Hashes the segments and the query values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(segments)
        hasher.combine(query)
    }
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
