import TenonCore
import WalletVault

/// Where git wants to use a credential.
///
/// Scheme and host with its port must be the same; a path counts only when git gives one. That is
/// how git's own helpers compare.
struct GitPlace: Equatable {
    /// What stands in the vault for the missing host of `cert:///path`: it finds logins by host.
    private static let noHost = "-"

    /// In lower case.
    let scheme: String
    /// As sites are normalised, with the port if one was given; may be empty.
    let host: String
    /// Without the slash in front.
    let path: String?

    /// The place of a message; `nil` when it names none.
    init?(_ message: GitMessage) {
        guard let scheme = message.scheme, !scheme.isEmpty,
            !(message.host ?? "").isEmpty || message.path != nil
        else { return nil }
        self.init(scheme: scheme, host: message.host ?? "", path: message.path)
    }

    /// Reads the site of a login; without a scheme it belongs to the encrypted web.
    init?(site: String) {
        guard let address = GitAddress(site) ?? GitAddress("https://\(site)") else { return nil }
        self.init(
            scheme: address.scheme, host: address.host == Self.noHost ? "" : address.host,
            path: address.path)
    }

    private init(scheme: String, host: String, path: String?) {
        self.scheme = scheme.lowercased()
        // Text cut off a complete address is not part of a host.
        let isWhole = !host.utf8.contains { $0 <= 0x20 || "@/\\?#".utf8.contains($0) }
        let address = isWhole ? SiteAddress("\(scheme)://\(host)") : nil
        self.host = address.map { Self.host(of: $0) } ?? host.lowercased()
        self.path = path
    }

    /// Host and port as the vault reads them, such as `xn--bcher-kva.example` for `Bücher.example.`.
    private static func host(of address: SiteAddress) -> String {
        address.port.map { "\(address.host):\($0)" } ?? address.host
    }

    /// The address that a login for this place is stored with.
    var site: String {
        let authority = "\(scheme)://\(host.isEmpty ? Self.noHost : host)"
        return path.map { "\(authority)/\(Self.encoded($0))" } ?? authority
    }

    /// What a login for this place is called.
    var title: String { host.isEmpty ? path ?? scheme : host }

    /// Whether a login that is stored for this place can be found again.
    var isReachable: Bool {
        guard scheme != BrowserAssociations.scheme, let address = SiteAddress(site),
            address.scheme == scheme
        else { return false }
        return host.isEmpty
            || host != Self.noHost && host == Self.host(of: address) && address.namesHost
    }

    /// Whether a person has denied a login to the host.
    func isDenied(to login: Login) -> Bool {
        SiteAddress("\(scheme)://\(host)").map { login.isDenied(to: $0.host) } ?? false
    }

    /// Whether a login stored for another place may be used here.
    func takes(_ stored: GitPlace) -> Bool {
        scheme == stored.scheme && host == stored.host && (path == nil || path == stored.path)
    }

    /// Whether a login for one of these sites may be used here.
    func takesAny(of sites: [String]) -> Bool {
        sites.contains { site in GitPlace(site: site).map(takes) ?? false }
    }

    /// Percent-encodes what would end a path, and what is not printed.
    private static func encoded(_ path: String) -> String {
        PercentCoding.encode(path.utf8) {
            $0 <= 0x20 || $0 == 0x7F || "%?#\\".utf8.contains($0)
        }
    }
}
