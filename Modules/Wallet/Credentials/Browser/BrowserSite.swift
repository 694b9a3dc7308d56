import WalletVault

/// The page that a browser shows, and which sites of logins are for it.
///
/// The vault has found logins of the same owner, whose scheme and port fit. Of those the protocol
/// takes the sites whose host is the page's or lies above it: `github.com` is for `www.github.com`,
/// never the other way round.
struct BrowserSite {
    /// Characters that no address has.
    private static let illegal = "<>\\^`{|}"

    private let address: SiteAddress

    /// Reads the address of a page; `nil` for what is no site of the web.
    init?(_ url: String) {
        guard !url.contains(where: { Self.illegal.contains($0) }),
            let address = SiteAddress(url), let scheme = address.scheme,
            ["https", "http"].contains(scheme)
        else { return nil }
        self.address = address
    }

    /// The address of the site, without path.
    var origin: String {
        let host = "\(address.scheme ?? "https")://\(address.host)"
        return address.port.map { "\(host):\($0)" } ?? host
    }

    /// Whether a login with these sites is for this page.
    func takes(_ sites: [String]) -> Bool {
        sites.compactMap { SiteAddress($0) }.contains { stored in
            fits(stored)
                && (stored.host == address.host || address.host.hasSuffix(".\(stored.host)"))
        }
    }

    /// Whether one of the sites is this very host.
    func isExactly(_ sites: [String]) -> Bool {
        sites.compactMap { SiteAddress($0) }.contains { fits($0) && $0.host == address.host }
    }

    private func fits(_ stored: SiteAddress) -> Bool {
        let isSchemeRight =
            stored.scheme.map {
                $0 == address.scheme || $0 == "http" && address.scheme == "https"
            } ?? true
        return isSchemeRight && stored.port.map { $0 == port } ?? true
    }

    private var port: Int { address.port ?? (address.scheme == "http" ? 80 : 443) }
}
