import TenonCore

/// What a row says about a login, without the secrets.
struct ImportedRow {
    /// The line where the row starts.
    let line: Int
    /// The address as it stands in the file; empty when there is none.
    let url: String
    /// What the file calls the login; empty when it does not.
    let name: String
    /// The user name.
    let userName: String
    /// The realm of HTTP authentication, which tells logins at one address apart.
    let realm: String
    /// When the login was made, if the file knows.
    let created: Timestamp?
    /// When it was used last, if the file knows.
    let used: Timestamp?
    /// When its password changed last, if the file knows.
    let passwordChanged: Timestamp?

    /// What to call the login: its name, its host without `www.`, or its user name.
    var title: String {
        if !name.isEmpty { return name }
        return url.isEmpty ? userName : ImportedSite.label(of: url)
    }

    /// The address, taken apart.
    func site(_ domains: any RegistrableDomainFinding) -> ImportedSite {
        ImportedSite(url, name: name.isEmpty ? userName : name, domains: domains)
    }
}
