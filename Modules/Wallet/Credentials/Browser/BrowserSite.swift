import WalletVault

/// The page that a browser shows, and which logins are for it.
///
/// The vault has found logins of the same owner, whose scheme and port fit. Of those the protocol
/// takes the sites whose host is the page's or lies above it: `github.com` is for `www.github.com`,
/// never the other way round.
struct BrowserSite {
    /// The address of the page, as the browser has it.
    let url: String
    /// Whether the browser asks for authentication by HTTP, and not for a form of the page.
    let isHTTP: Bool
    private let page: BrowserPage
    /// Where the form of the page sends what is filled in, if that is known.
    private let form: BrowserPage?

    /// Reads the address of a page; `nil` for anything but a web site.
    init?(_ url: String, form: String? = nil, isHTTP: Bool = false) {
        guard let page = BrowserPage(url), let scheme = page.address.scheme,
            ["https", "http"].contains(scheme)
        else { return nil }
        self.url = url
        self.isHTTP = isHTTP
        self.page = page
        self.form = form.flatMap { BrowserPage($0) }
    }

    private var address: SiteAddress { page.address }

    /// The hosts that get what is filled in: that of the page, and that of its form.
    var hosts: [String] { [address.host] + (form.map { [$0.address.host] } ?? []) }

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

    /// Those of the logins that are for this page, the best first.
    ///
    /// A login counts for the best of its sites (``BrowserRank``). Equal ones stay in the order of
    /// the vault: the closest host, then the last used.
    func ranked(_ logins: [ItemOverview]) -> [ItemOverview] {
        logins.enumerated().compactMap { offset, login -> (BrowserRank, Int, ItemOverview)? in
            guard takes(login.sites) else { return nil }
            let ranks = login.sites.compactMap { site in
                BrowserPage(site).map { BrowserRank(of: $0, for: page, form: form) }
            }
            return ranks.min().map { ($0, offset, login) }
        }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        .map(\.2)
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
