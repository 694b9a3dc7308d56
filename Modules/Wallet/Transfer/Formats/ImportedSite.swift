import TenonCore
import WalletVault

/// The address of an imported login, and what makes two addresses the same.
struct ImportedSite {
    /// The address as it stands in the file; empty when there is none.
    let text: String
    /// The host, or the name of an application; `nil` when the address has none.
    let host: String?
    /// Equal for addresses where one account has one password: the same host and port.
    ///
    /// `http` and `https` are the same, with and without `www.` are the same.
    let account: String
    /// Equal for addresses of one owner: the same registrable domain.
    let owner: String

    /// Reads an address; without one, a name stands for it.
    init(_ text: String, name: String, domains: any RegistrableDomainFinding) {
        self.text = text
        guard let address = SiteAddress(text) else {
            host = nil
            account = text.isEmpty ? "name:\(name.lowercased())" : "text:\(text)"
            owner = account
            return
        }
        let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
        self.host = host
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
}
