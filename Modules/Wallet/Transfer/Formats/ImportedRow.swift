import TenonCore
import WalletVault

/// What a row says about an item, without the secrets.
struct ImportedRow: Sendable {
    /// What the row is.
    var kind = ItemKind.login
    /// The line where the row starts, or its number in a file without lines.
    let line: Int
    /// The address as it stands in the file; empty when there is none.
    let url: String
    /// What the file calls the item; empty when it does not.
    let name: String
    /// The user name.
    let userName: String
    /// The realm of HTTP authentication, which tells logins at one address apart.
    var realm = ""
    /// When the item was made, if the file knows.
    var created: Timestamp?
    /// When it was used last, if the file knows.
    var used: Timestamp?
    /// When its password changed last, or anything of an item that is not a login, if the file knows.
    var passwordChanged: Timestamp?
    /// Whether the row is an entry that a person made, of which a site may have several; a browser
    /// keeps one password for an account.
    var isEntry = false

    /// What to call the item: its name, its host without `www.`, or its user name.
    var title: String {
        if !name.isEmpty { return name }
        return url.isEmpty ? userName : ImportedSite.label(of: url)
    }

    /// The address, taken apart.
    func site(_ domains: any RegistrableDomainFinding) -> ImportedSite {
        switch kind {
        case .login:
            // The item of an entry has its name alone; that of a row of a browser has this title.
            ImportedSite(url, name: isEntry ? name : title, domains: domains)
        case .card, .note, .identity, .bank, .wifi, .licence, .sshKey, .other:
            ImportedSite(kind, title: name)
        }
    }
}

extension ImportedRow {
    /// Describes an item that was read as a whole.
    init(_ item: Item, line: Int) {
        let login = item.login
        let changed = login?.passwordChanged ?? item.changed
        self.init(
            kind: item.kind, line: line, url: login?.sites.first ?? "", name: item.title,
            userName: login?.userName ?? "", created: item.created, used: item.used,
            passwordChanged: changed == Timestamp(milliseconds: 0) ? nil : changed,
            isEntry: true)
    }
}
