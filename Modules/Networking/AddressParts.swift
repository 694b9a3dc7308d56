import TenonCore

/// The five parts of a reference as RFC 3986, appendix B, takes them apart; the fragment is dropped.
struct AddressParts {
    private(set) var scheme: String?
    private(set) var authority: Substring?
    /// The path, percent-encoded where it must be.
    let path: String
    /// The query, percent-encoded where it must be.
    let query: String?

    /// Takes a reference apart.
    init(_ text: String) throws {
        guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F || $0 == " " }),
            !text.contains("\\")
        else { throw NetworkError.badAddress("It contains invalid characters.") }
        var rest = text.prefix { $0 != "#" }
        if let end = rest.firstIndex(where: { ":/?".contains($0) }), rest[end] == ":" {
            scheme = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = rest.prefix { !"/?".contains($0) }
            rest = rest[(authority?.endIndex ?? rest.startIndex)...]
        }
        let mark = rest.firstIndex(of: "?")
        path = try Self.encoded(rest[..<(mark ?? rest.endIndex)])
        query = try mark.map { try Self.encoded(rest[rest.index(after: $0)...]) }
    }

    /// What may stand in a path or a query beside letters and digits.
    private static let allowed = Set("-._~!$&'()*+,;=:@/?%".utf8)

    private static func encoded(_ part: Substring) throws -> String {
        let bytes = Array(part.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
            let digits = bytes[(index + 1)...].prefix(2).compactMap(\.hexadecimalValue)
            guard digits.count == 2 else {
                throw NetworkError.badAddress("It has a % that encodes nothing.")
            }
        }
        return PercentCoding.encode(bytes) { !isAlphanumeric($0) && !allowed.contains($0) }
    }

    /// Whether it is a letter or digit of ASCII.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

/// The removal of `.` and `..` from a path (RFC 3986, section 5.2.4).
enum DotSegments {
    /// The path without them; it always begins with `/`.
    static func removed(from path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let own = segments.first?.isEmpty == true ? segments.dropFirst() : segments[...]
        for (index, segment) in zip(own.indices, own) {
            let isLast = index == own.indices.last
            switch segment.lowercased().replacingPercentDots {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}

extension String {
    /// Percent-encoded dots count as dots (RFC 3986, section 6.2.2.2).
    fileprivate var replacingPercentDots: String {
        switch self {
        case "%2e": "."
        case "%2e%2e", ".%2e", "%2e.": ".."
        default: self
        }
    }
}
