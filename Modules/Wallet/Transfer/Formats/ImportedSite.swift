import TenonCore
import WalletVault

/// What makes two addresses of logins the same.
struct ImportedSite {
    /// Equal for addresses where one account has one password, see `SiteAddress.account`.
    let account: String
    /// Equal for addresses of one owner: the same registrable domain.
    let owner: String

    /// Reads an address; without one, a name stands for it.
    ///
    /// What tells nothing by itself is taken together with the name: many items may have it.
    init(_ text: String, name: String, domains: any RegistrableDomainFinding) {
        guard let address = SiteAddress(text), Self.isTelling(text) else {
            account = "name:\(name.lowercased())" + (text.isEmpty ? "" : " text:\(text)")
            owner = account
            return
        }
        account = address.account
        let isWeb = ["http", "https"].contains(address.scheme ?? "https")
        owner = isWeb ? domains.registrableDomain(of: address.bareHost) ?? account : account
    }

    /// Whether a text is surely an address, and not a word either.
    static func isTelling(_ text: String) -> Bool {
        guard let address = SiteAddress(text), !SiteAddress.fitsNothing(text) else { return false }
        return address.scheme != nil || address.host.contains(".") || address.host.contains(":")
    }

    /// What stands for the site of an item that has none: cards are compared with all cards, notes and
    /// records with those of their kind and of the same title.
    init(_ kind: ItemKind, title: String) {
        account = kind == .note || kind.isRecord ? "\(kind.rawValue):\(title)" : "\(kind.rawValue):"
        owner = account
    }

    /// What a person calls an address: its host without `www.`, or all of it when it has none.
    static func label(of text: String) -> String {
        SiteAddress(text)?.bareHost ?? text
    }
}
