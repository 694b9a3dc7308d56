import TenonCore
import WalletVault

/// How an address of a login is compared with the one where somebody logs in, as Bitwarden has said.
///
/// An import keeps these rules in a hidden field; the numbers are those of `uri-match-strategy.ts` in
/// Bitwarden's clients. Patterns (4) and "never" (5) are no sites of a login at all. Only browsers need
/// them: git and Docker compare more strictly than any of them.
private enum MatchRule: Int {
    /// The same host and port.
    case host = 1
    /// The address begins with it.
    case startsWith = 2
    /// The same address.
    case exact = 3

    func fits(_ stored: String, _ visited: String) -> Bool {
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
    private static let rules = ".bitwarden.login.uris"

    /// The sites that may be compared with an address; all of them where no rule is kept.
    func sites(comparedWith address: String) -> [String] {
        let rules = attribute(Self.rules).flatMap { try? JSONReader.read($0) }?.elements ?? []
        return sites.filter { site in
            guard
                case .number(let number)? = rules.first(where: { $0["uri"]?.string == site })?[
                    "match"],
                let rule = Int(number).flatMap({ MatchRule(rawValue: $0) })
            else { return true }
            return rule.fits(site, address)
        }
    }
}

/// What KeePassXC has said of an entry for browsers, which an import keeps in hidden fields
/// (`BrowserService.cpp`, `BrowserEntryConfig.cpp`).
extension Login {
    private static let settings = ".keepass.data.KeePassXC-Browser Settings"
    private static let onlyHTTP = ".keepass.data.BrowserOnlyHttpAuth"
    private static let notHTTP = ".keepass.data.BrowserNotHttpAuth"

    /// Whether the login is for authentication by HTTP (RFC 9110, section 11), or for a page, as asked.
    func isForHTTP(_ isHTTP: Bool) -> Bool {
        attribute(isHTTP ? Self.notHTTP : Self.onlyHTTP)?.reveal() != "true"
    }

    /// Whether a person has denied the login to a host.
    func isDenied(to host: String) -> Bool {
        let settings = attribute(Self.settings).flatMap { try? JSONReader.read($0) }
        return settings?["Deny"]?.elements.contains { $0.string == host } ?? false
    }
}
