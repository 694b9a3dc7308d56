import TenonCore

/// What a row says about a login, without the secrets.
struct ImportedRow {
    /// The line where the row starts.
    let line: Int
    /// The address.
    let site: ImportedSite
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
        return site.host ?? (site.text.isEmpty ? userName : site.text)
    }
}
