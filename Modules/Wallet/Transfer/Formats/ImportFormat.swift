/// The exports that can be imported; the raw values are what people type.
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
    /// A database of KeePass 2 and KeePassXC.
    case keePass = "keepass"
    /// A database of KeePass 1.
    case keePass1 = "kdb"
    /// The folder that is a vault of 1Password 4 to 7.
    case opVault = "opvault"
    /// The text file of LastPass.
    case lastPass = "lastpass"
    /// The text file of NordPass.
    case nordPass = "nordpass"
    /// The text file of Proton Pass.
    case protonText = "proton-csv"
    /// The text file of SaferPass.
    case saferPass = "saferpass"
    /// The text file of Padlock and Padloc.
    case padlock
    /// The text file of 1Password 6 to 8.
    case onePasswordText = "1password-csv"
    /// The text file of Safari, and of Passwords by Apple.
    case safari
    /// One of the text files of Dashlane.
    case dashlane
    /// The text file of Keeper, which has no header.
    case keeperText = "keeper-csv"
    /// The text file of RoboForm.
    case roboForm = "roboform"
    /// The JSON of Proton Pass, alone or in an archive.
    case proton
    /// The archive of Dashlane.
    case dashlaneArchive = "dashlane-zip"
    /// The JSON of Keeper.
    case keeper
    /// The JSON of Enpass.
    case enpass
    /// The XML of KeePass 2.
    case keePassXML = "keepass-xml"
    /// The archive of Bitwarden, with attachments.
    case bitwardenArchive = "bitwarden-zip"
    /// Any other text file whose columns a person has named.
    case columns = "csv"

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
        default: TextDialect.all.first { $0.format == self }?.columns.map(\.name) ?? []
        }
    }

    /// What begins the labels of hidden fields in which its reader keeps what an item has no place for,
    /// without dots; `nil` when it keeps nothing.
    var program: String? {
        switch self {
        case .firefox, .keePassText, .bitwardenText, .bitwarden, .passStore, .keePass, .lastPass,
            .nordPass, .protonText, .saferPass, .onePasswordText, .proton, .keeper, .enpass:
            rawValue
        case .onePassword, .opVault: "1password"
        case .keePass1, .keePassXML: ImportFormat.keePass.rawValue
        case .bitwardenArchive: ImportFormat.bitwarden.rawValue
        case .chrome, .padlock, .safari, .dashlane, .dashlaneArchive, .keeperText, .roboForm,
            .columns:
            nil
        }
    }

    /// The header for messages.
    var header: String { columns.joined(separator: ",") }

    /// Whether a browser writes it, which keeps one password for an account and little else.
    var isBrowser: Bool { self == .firefox || self == .chrome }

    /// Whether the file has lines, by which its rows are named.
    package var hasLines: Bool { self == .columns || !columns.isEmpty }

    /// What the application is called that writes it; a name, the same in all languages.
    package var name: String {
        switch self {
        case .firefox: "Firefox"
        case .chrome: "Chrome"
        case .keePassText: "KeePassXC"
        case .bitwardenText, .bitwarden, .bitwardenArchive: "Bitwarden"
        case .onePassword, .onePasswordText, .opVault: "1Password"
        case .passStore: "pass"
        case .keePass, .keePassXML: "KeePass"
        case .keePass1: "KeePass 1"
        case .lastPass: "LastPass"
        case .nordPass: "NordPass"
        case .protonText, .proton: "Proton Pass"
        case .saferPass: "SaferPass"
        case .padlock: "Padlock"
        case .safari: "Safari"
        case .dashlane, .dashlaneArchive: "Dashlane"
        case .keeperText, .keeper: "Keeper"
        case .enpass: "Enpass"
        case .roboForm: "RoboForm"
        case .columns: "CSV"
        }
    }
}
