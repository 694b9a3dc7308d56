import TenonCore

/// An address that may stand in a page: a path on this server, or a link to the web.
///
/// `javascript:`, `data:` and all other schemes cannot be expressed.
package struct PageLink: Sendable, Equatable {
    /// The address as it is written, not yet escaped for HTML.
    package let text: String

    private init(text: String) { self.text = text }

    /// A path on this server, made of segments that are percent-encoded here.
    package static func path(_ segments: [String]) -> PageLink {
        PageLink(text: "/" + segments.map(encoded).joined(separator: "/"))
    }

    /// A path on this server that leads to a location; its text is percent-encoded already.
    static func location(_ location: String, below segments: [String]) -> PageLink {
        PageLink(text: path(segments).text + "/" + location)
    }

    /// A place in the same page.
    package static func fragment(_ id: String) -> PageLink {
        PageLink(text: "#" + encoded(id))
    }

    /// A link to the web; `nil` unless it is an absolute `http` or `https` address with a host.
    package init?(external address: String) {
        let bytes = Array(address.utf8)
        // Browsers drop control characters and trim spaces before they look at the scheme.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        let lower = address.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
            return nil
        }
        let rest = lower.dropFirst(scheme.count)
        guard let first = rest.first, !"/?#:@".contains(first) else { return nil }
        text = address
    }

    /// Percent-encodes everything but the unreserved characters of RFC 3986, section 2.3, and `:`.
    private static func encoded(_ segment: String) -> String {
        PercentCoding.encode(segment.utf8) {
            !PercentCoding.isUnreserved($0) && $0 != UInt8(ascii: ":")
        }
    }
}
