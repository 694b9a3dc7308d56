import TenonCore
import WalletVault

/// What makes two addresses of logins the same.
struct ImportedSite {
    /// Equal for addresses where one account has one password: the same host and port.
    ///
    /// `http` and `https` are the same, with and without `www.` are the same.
    let account: String
    /// Equal for addresses of one owner: the same registrable domain.
    let owner: String

    /// Reads an address; without one, a name stands for it.
    init(_ text: String, name: String, domains: any RegistrableDomainFinding) {
        guard let address = SiteAddress(text) else {
            account = text.isEmpty ? "name:\(name.lowercased())" : "text:\(text)"
            owner = account
            return
        }
        let host = Self.bare(address.host)
        switch (address.scheme ?? "https", address.port) {
        case ("https", nil), ("https", 443), ("http", nil), ("http", 80):
            account = host
            owner = domains.registrableDomain(of: host) ?? host
        case ("https", let port?), ("http", let port?):
            account = "\(host):\(port)"
            owner = domains.registrableDomain(of: host) ?? account
        case (let scheme, let port):
            account = "\(scheme)://\(host):\(port ?? 0)"
            owner = account
        }
    }

    /// What stands for the site of an item that has none: cards are compared with all cards, notes and
    /// records with those of their kind and of the same title.
    init(_ kind: ItemKind, title: String) {
        account = kind == .note || kind.isRecord ? "\(kind.rawValue):\(title)" : "\(kind.rawValue):"
        owner = account
    }

    /// What a person calls an address: its host without `www.`, or all of it when it has none.
    static func label(of text: String) -> String {
        SiteAddress(text).map { bare($0.host) } ?? text
    }

    private static func bare(_ host: String) -> String {
        host.utf8.starts(with: "www.".utf8) ? String(host.dropFirst(4)) : host
    }
}
