/// A pattern of locations, such as `order:{id}:edit`.
///
/// Segments are constants, `{name}`, `{name:int}`, `{name:uuid}`, or a last `{name...}` that takes
/// the remainder, at least one segment. The argument of a remainder is itself the text of a location,
/// with its escapes: a segment may hold a colon.
public struct RoutePattern: Hashable, Sendable {
    /// One part of a pattern.
    enum Segment: Hashable, Sendable {
        case constant(String)
        case parameter(String, Constraint)
        case rest(String)

        /// The segment as it is written.
        var text: String {
            switch self {
            case .constant(let text): PercentCoding.encode(text)
            case .parameter(let name, .any): "{\(name)}"
            case .parameter(let name, let constraint): "{\(name):\(constraint.rawValue)}"
            case .rest(let name): "{\(name)...}"
            }
        }

        /// The name of the argument.
        var name: String? {
            switch self {
            case .constant: nil
            case .parameter(let name, _), .rest(let name): name
            }
        }
    }

    /// What the text of an argument must be, the stricter ones first.
    public enum Constraint: String, Hashable, Sendable, CaseIterable {
        /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits.
        case uuid
        /// A whole number of 64 bits.
        case int
        /// Anything.
        case any

        func allows(_ text: String) -> Bool {
            switch self {
            case .any: true
            case .int: Int64(text) != nil
            case .uuid: Self.isUUID(text)
            }
        }

        /// What is expected, for messages.
        var explanation: Sentence {
            switch self {
            case .uuid: "a UUID"
            case .int: "a whole number"
            case .any: "a text"
            }
        }

        /// The form of RFC 9562, section 4.
        private static func isUUID(_ text: String) -> Bool {
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
                && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
        }
    }

    let segments: [Segment]
    /// The pattern as it is written.
    public let text: String

    /// Parses a pattern.
    ///
    /// - Throws: ``RoutingError`` when it is malformed.
    public init(_ text: String) throws {
        self.text = text
        var segments: [Segment] = []
        for part in Self.split(text) {
            guard !part.isEmpty else { throw RoutingError.badPattern(text, "has an empty segment") }
            if case .rest = segments.last {
                throw RoutingError.badPattern(text, "goes on after the remainder")
            }
            segments.append(try Self.segment(part, in: text))
        }
        guard segments.count <= Self.maximumSegments else {
            throw RoutingError.badPattern(text, "has too many segments")
        }
        let names = segments.compactMap(\.name)
        guard Set(names).count == names.count else {
            throw RoutingError.badPattern(text, "has two arguments of the same name")
        }
        self.segments = segments
    }

    /// The pattern of a typed route; parsing ``text`` shows whether it is sound.
    init(_ segments: [Segment]) {
        self.segments = segments
        text = segments.map(\.text).joined(separator: ":")
    }

    /// More segments than any pattern has: together with the longest remainder, no location is
    /// longer than one may be.
    static let maximumSegments = Location.maximumSegments - RouteRemainder.maximumCount

    /// The location that this pattern makes of arguments.
    ///
    /// - Throws: ``RoutingError`` when an argument is missing or of the wrong type.
    public func location(
        _ arguments: [String: String] = [:], query: [String: String] = [:]
    ) throws -> Location {
        var result: [String] = []
        for segment in segments {
            switch segment {
            case .constant(let text):
                result.append(text)
            case .parameter(let name, let constraint):
                guard let value = arguments[name], !value.isEmpty, constraint.allows(value) else {
                    throw RoutingError.badPattern(text, "needs a valid argument \"\(name)\"")
                }
                result.append(value)
            case .rest(let name):
                guard let value = arguments[name],
                    let remainder = try? Location(parsing: value), remainder.query.isEmpty
                else {
                    throw RoutingError.badPattern(text, "needs a valid argument \"\(name)\"")
                }
                result += remainder.segments
            }
        }
        return Location(result, query: query)
    }

    /// Splits at colons outside braces.
    private static func split(_ text: String) -> [Substring] {
        var depth = 0
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            return character == ":" && depth == 0
        }
    }

    private static func segment(_ part: Substring, in text: String) throws -> Segment {
        guard part.first == "{" else {
            guard !part.contains(where: { "{}".contains($0) }) else {
                throw RoutingError.badPattern(text, "has a brace inside a segment")
            }
            guard let constant = try? PercentCoding.decode(part.utf8, in: text) else {
                throw RoutingError.badPattern(text, "has a wrong escape")
            }
            return .constant(constant)
        }
        guard part.last == "}" else { throw RoutingError.badPattern(text, "lacks a closing brace") }
        let inner = part.dropFirst().dropLast()
        if inner.hasSuffix("...") { return .rest(try name(inner.dropLast(3), in: text)) }
        let parts = inner.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .parameter(try name(inner, in: text), .any) }
        guard let constraint = Constraint(rawValue: String(parts[1])) else {
            throw RoutingError.badPattern(text, "has an unknown type \"\(parts[1])\"")
        }
        return .parameter(try name(parts[0], in: text), constraint)
    }

    private static func name(_ text: Substring, in pattern: String) throws -> String {
        guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw RoutingError.badPattern(pattern, "has an argument without a proper name")
        }
        return String(text)
    }
}
