import TenonCore

/// The path and the query of an address, as browsers write them (WHATWG URL, section 4.4).
///
/// Both `https://example.com/a/../b c` and `https://example.com/b%20c` have the path `/b%20c`.
package struct SitePath: Sendable, Hashable {
    /// The parts between the slashes; the last is empty for a folder.
    package let segments: [String]
    /// What follows the question mark; `nil` without one.
    package let query: String?

    /// Reads an address; `nil` when its scheme is impossible.
    package init?(_ text: String) {
        var text = text
        let path = text.withUTF8 { bytes in
            SiteAddressParts.withClean(bytes) { clean in
                SiteAddressParts.cut(clean).map { Self($0.rest) }
            }
        }
        guard let path else { return nil }
        self = path
    }

    private init(_ rest: SiteAddressParts.Bytes) {
        let whole = rest.prefix { $0 != UInt8(ascii: "#") }
        let path = whole.prefix { $0 != UInt8(ascii: "?") }
        query =
            path.endIndex == whole.endIndex
            ? nil : Self.escaped(whole[(path.endIndex + 1)...], " \"<>'")
        segments = Self.resolved(
            path.split(omittingEmptySubsequences: false) { Self.isSlash($0) }.dropFirst()
                .map { Self.escaped($0, " \"<>?^`{}") })
    }

    /// How deep a folder or page is; the root has no depth.
    package var depth: Int { segments.count - (segments.last == "" ? 1 : 0) }

    /// Whether another address lies in this folder, or below this page.
    package func contains(_ other: SitePath) -> Bool {
        let folder = segments.prefix(depth)
        return other.segments.count > folder.count && other.segments.starts(with: folder)
    }

    /// Resolves the segments `.` and `..`; there is nothing above the root.
    private static func resolved(_ segments: [String]) -> [String] {
        var result: [String] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment.lowercased().replacing("%2e", with: ".") {
            case "..":
                _ = result.popLast()
                if isLast { result.append("") }
            case ".":
                if isLast { result.append("") }
            default: result.append(segment)
            }
        }
        return result.isEmpty ? [""] : result
    }

    private static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    /// Escapes controls, some ASCII characters, and everything outside ASCII.
    private static func escaped(_ bytes: SiteAddressParts.Bytes, _ special: String) -> String {
        let special = Set(special.utf8)
        return PercentCoding.encode(bytes) { $0 < 0x20 || $0 > 0x7E || special.contains($0) }
    }
}
