import TenonCore
import WalletVault

extension SiteMatch {
    /// Whether a stored address fits the one that is visited; Docker compares more strictly anyhow.
    fileprivate func fits(_ stored: String, _ visited: String) -> Bool {
        switch self {
        case .host:
            guard let stored = SiteAddress(stored), let visited = SiteAddress(visited) else {
                return false
            }
            return (stored.host, stored.port) == (visited.host, visited.port)
        case .startsWith: return visited.hasPrefix(stored)
        case .exact: return visited == stored
        }
    }
}

extension Login {
    /// The sites that may be compared with an address; all of them where no rule is kept.
    func sites(comparedWith address: String) -> [String] {
        let rules = browserRules
        return sites.filter { site in
            rules.allSatisfy { rule in
                guard case .address(site, let match) = rule else { return true }
                return match.fits(site, address)
            }
        }
    }

    /// Whether the login is for authentication by HTTP, or for a page, as asked.
    func isForHTTP(_ isHTTP: Bool) -> Bool {
        !browserRules.contains(isHTTP ? .notHTTP : .onlyHTTP)
    }

    /// Whether a person has denied the login to a host.
    ///
    /// KeePassXC writes hosts as a person reads them, while programs ask with their Punycode.
    func isDenied(to host: String) -> Bool {
        browserRules.contains { rule in
            guard case .denied(let hosts) = rule else { return false }
            return hosts.contains { $0 == host || SiteAddress($0)?.host == host }
        }
    }
}
