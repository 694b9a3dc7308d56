import Foundation

/// An address by which somebody names an item: all that it gives has to fit.
///
/// Other than for suggestions, hosts of one owner are different ones here, and so are other ports and
/// folders of a host, since what is named is handed out, changed or removed.
package struct NamedAddress: Sendable {
    /// How well a stored address fits; the better, the larger.
    package struct Fit: Sendable, Comparable {
        /// Whether it is the same location, of which the name gives the scheme.
        package let isExact: Bool
        /// How many folders of the path it has as well.
        fileprivate let depth: Int
        /// How many of host, scheme and port are given, and are the same to the letter.
        fileprivate let sameParts: Int

        package static func < (left: Fit, right: Fit) -> Bool {
            (left.depth, left.sameParts, left.isExact ? 1 : 0)
                < (right.depth, right.sameParts, right.isExact ? 1 : 0)
        }
    }

    /// The user name in front of the host, if there is one.
    package let userName: String?
    private let address: SiteAddress
    private let path: SitePath

    /// Reads a text; `nil` when it is not an address.
    ///
    /// Without a scheme only what looks like a host is one: it has a dot or a colon, as `localhost:8080`
    /// and IPv6 addresses have, and no `@`, which is part of user names.
    package init?(_ text: String) {
        guard !text.contains(where: \.isWhitespace), let address = SiteAddress(text),
            let path = SitePath(text),
            address.scheme != nil
                || !text.contains("@") && text.contains(where: { ".:".contains($0) })
        else { return nil }
        self.address = address
        self.path = path
        userName = Self.userName(in: text)
    }

    /// The host, without `www.`.
    package var host: String { address.bareHost }

    /// How well a stored address fits; `nil` when it is another one.
    ///
    /// Its host must be the same, with or without `www.`; scheme, port and query that both have as
    /// well. The page must be the stored one, or lie below it.
    package func fit(of stored: String) -> Fit? {
        guard let site = SiteAddress(stored), let page = SitePath(stored),
            site.bareHost == address.bareHost, fitsScheme(of: site), fitsPort(of: site),
            path.depth == 0 && path.query == nil || fitsPath(of: page)
        else { return nil }
        let sameParts = [
            site.host == address.host,
            // An address without a scheme is as good as one with that of the name.
            address.scheme != nil && (site.scheme ?? address.scheme) == address.scheme,
            address.port != nil && Self.port(of: site) == address.port,
        ]
        return Fit(
            isExact: address.scheme != nil && site == address && page.depth == path.depth
                && page.query == path.query,
            depth: path.depth == 0 ? 0 : page.depth,
            sameParts: sameParts.count { $0 })
    }

    private func fitsPath(of page: SitePath) -> Bool {
        path.segments.prefix(path.depth).starts(with: page.segments.prefix(page.depth))
            && (page.query == nil || path.query == nil || page.query == path.query)
    }

    private func fitsScheme(of site: SiteAddress) -> Bool {
        guard let scheme = address.scheme else { return true }
        switch site.scheme {
        case nil: return scheme == "https" || scheme == "http"
        case scheme: return true
        // What was stored for the one that is not encrypted may be used on the other.
        case "http": return scheme == "https"
        default: return false
        }
    }

    private func fitsPort(of site: SiteAddress) -> Bool {
        guard let port = Self.port(of: address), let stored = Self.port(of: site) else {
            return true
        }
        // A site that has moved from `http` has moved to another port.
        return port == stored || address.port == nil && site.port == nil
    }

    private static func port(of address: SiteAddress) -> Int? {
        switch (address.port, address.scheme) {
        case (let port?, _): port
        case (nil, "https"): 443
        case (nil, "http"): 80
        case (nil, _): nil
        }
    }

    /// What stands before the last `@` of the authority, up to a password, with its escapes decoded.
    private static func userName(in text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            SiteAddressParts.withClean(bytes) { clean -> String? in
                guard let authority = SiteAddressParts.cut(clean)?.authority,
                    let at = authority.lastIndex(of: UInt8(ascii: "@"))
                else { return nil }
                let name = String(
                    decoding: authority[..<at].prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                return name.isEmpty ? nil : name.removingPercentEncoding ?? name
            }
        }
    }
}
