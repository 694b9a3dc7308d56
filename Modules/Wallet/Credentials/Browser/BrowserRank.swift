import WalletVault

/// An address with its path.
struct BrowserPage {
    let address: SiteAddress
    let path: SitePath

    /// Reads an address; `nil` when there is no host in it.
    init?(_ url: String) {
        guard let address = SiteAddress(url), let path = SitePath(url) else { return nil }
        self.address = address
        self.path = path
    }
}

/// How well a stored site is meant for a page, in the order that people know from KeePassXC.
///
/// KeePassXC's steps are kept: it knows them as priorities from 100 to 0. Within a step the longer
/// path or host comes first.
struct BrowserRank: Comparable {
    /// The steps, the best first.
    private enum Step: Int {
        /// The very address of the page, or of what its form is sent to.
        case sameAddress
        /// The same but for the query.
        case samePath
        /// A folder that the page is in, on the same host and port.
        case folder
        case sameHost
        /// The host that the form is sent to.
        case formHost
        /// A domain that the page's host is in.
        case domain
        /// A domain that the form's host is in.
        case formDomain
        /// A site of another scheme: stored for `http`, visited by `https`.
        case otherScheme
    }

    private let step: Step
    /// How deep the path is, or how long the domain.
    private let depth: Int

    /// Compares a stored site with a page and its form.
    init(of stored: BrowserPage, for page: BrowserPage, form: BrowserPage?) {
        let pages = [page, form].compactMap { $0 }
        func isPart(of other: BrowserPage) -> Bool {
            other.address.host.hasSuffix(".\(stored.address.host)")
        }
        let here = pages.filter { stored.isOfSameServer($0) }
        depth = here.isEmpty ? stored.address.host.utf8.count : stored.path.depth
        if !stored.hasSchemeOf(page) {
            step = .otherScheme
        } else if here.contains(where: { $0.path == stored.path }) {
            step = .sameAddress
        } else if here.contains(where: { $0.path.segments == stored.path.segments }) {
            step = .samePath
        } else if here.contains(where: { stored.path.contains($0.path) }) {
            step = .folder
        } else if stored.address.host == page.address.host {
            step = .sameHost
        } else if stored.address.host == form?.address.host {
            step = .formHost
        } else {
            step = isPart(of: page) ? .domain : .formDomain
        }
    }

    static func < (left: BrowserRank, right: BrowserRank) -> Bool {
        (left.step.rawValue, right.depth) < (right.step.rawValue, left.depth)
    }
}

extension BrowserPage {
    /// Whether a stored site can be of a page's scheme; one without a scheme is of each.
    fileprivate func hasSchemeOf(_ page: BrowserPage) -> Bool {
        address.scheme.map { $0 == page.address.scheme } ?? true
    }

    /// Whether a stored site and a page have scheme, host and port in common.
    fileprivate func isOfSameServer(_ page: BrowserPage) -> Bool {
        hasSchemeOf(page) && address.host == page.address.host && address.port == page.address.port
    }
}
