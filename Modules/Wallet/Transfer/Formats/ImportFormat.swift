/// The exports that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable, Codable {
    /// Firefox and Firefox Lockwise.
    case firefox
    /// Chrome, and the browsers that are built on it.
    case chrome
    /// The text file of KeePassXC, and that of Wallet itself, which has further columns.
    case keePassText = "keepass-csv"
    /// The text file of Bitwarden.
    case bitwardenText = "bitwarden-csv"
    /// The JSON of Bitwarden, plain or with a password.
    case bitwarden
    /// The archive of 1Password.
    case onePassword = "1pux"
    /// The folder of pass, the password store.
    case passStore = "pass"
    /// A database of KeePass.
    case keePass = "keepass"

    /// The names of the columns as the program writes them, in its order; none for what has no columns.
    var columns: [String] {
        switch self {
        case .firefox:
            [
                "url", "username", "password", "httpRealm", "formActionOrigin", "guid",
                "timeCreated", "timeLastUsed", "timePasswordChanged",
            ]
        case .chrome: ["name", "url", "username", "password", "note"]
        case .keePassText:
            [
                "Group", "Title", "Username", "Password", "URL", "Notes", "TOTP", "Icon",
                "Last Modified", "Created",
            ]
        case .bitwardenText:
            [
                "folder", "favorite", "type", "name", "notes", "fields", "reprompt", "login_uri",
                "login_username", "login_password", "login_totp",
            ]
        case .bitwarden, .onePassword, .passStore, .keePass: []
        }
    }

    /// The header for messages.
    var header: String { columns.joined(separator: ",") }

    /// Whether a browser writes it, which keeps one password for an account and little else.
    var isBrowser: Bool { self == .firefox || self == .chrome }

    /// Whether the file has lines, by which its rows are named.
    package var hasLines: Bool { !columns.isEmpty }

    /// What the application is called that writes it; a name, the same in all languages.
    package var name: String {
        switch self {
        case .firefox: "Firefox"
        case .chrome: "Chrome"
        case .keePassText: "KeePassXC"
        case .bitwardenText, .bitwarden: "Bitwarden"
        case .onePassword: "1Password"
        case .passStore: "pass"
        case .keePass: "KeePass"
        }
    }
}
