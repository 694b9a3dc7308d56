/// What can be shown of a site.
package enum SiteText {
    /// The host of an address, without `www.`; the text itself when it has none.
    package static func host(of site: String) -> String {
        var rest = Substring(site)
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        return rest.isEmpty ? site : String(rest)
    }

    /// The address to open; `nil` for anything but a web site.
    package static func address(of site: String) -> String? {
        if site.hasPrefix("https://") || site.hasPrefix("http://") { return site }
        guard !site.contains("://"), !site.contains(where: \.isWhitespace), site.contains(".")
        else { return nil }
        return "https://\(site)"
    }
}
