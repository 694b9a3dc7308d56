/// The files that can be written for other programs.
package enum ExportFormat: String, Sendable, CaseIterable, Codable {
    /// A KeePass database with a password of its own.
    case keePass = "keepass"
    /// JSON as Bitwarden exports it with a password of its own.
    case bitwardenEncrypted = "bitwarden-encrypted"
    /// JSON as Bitwarden exports it, in clear.
    case bitwarden
    /// The archive of Bitwarden with JSON and attachments, in clear.
    case bitwardenArchive = "bitwarden-zip"
    /// The archive that 1Password exports, in clear.
    case onePassword = "1pux"
    /// A text with columns as KeePassXC exports it, and further ones, in clear.
    case text = "csv"

    /// Whether everybody who has the file can read it; others have a password of their own.
    package var isClear: Bool {
        switch self {
        case .keePass, .bitwardenEncrypted: false
        case .bitwarden, .bitwardenArchive, .onePassword, .text: true
        }
    }

    /// Whether it is for Bitwarden, which refuses texts that are too long.
    var isForBitwarden: Bool {
        switch self {
        case .bitwarden, .bitwardenEncrypted, .bitwardenArchive: true
        case .keePass, .onePassword, .text: false
        }
    }

    /// Whether the files of items are in it.
    var holdsFiles: Bool {
        switch self {
        case .keePass, .bitwardenArchive, .onePassword: true
        case .bitwarden, .bitwardenEncrypted, .text: false
        }
    }

    /// What it is called; names, the same in all languages.
    var name: String {
        switch self {
        case .keePass: "KeePass (KDBX 4)"
        case .bitwardenEncrypted: "Bitwarden (JSON, AES-256)"
        case .bitwarden: "Bitwarden (JSON)"
        case .bitwardenArchive: "Bitwarden (ZIP)"
        case .onePassword: "1Password (1PUX)"
        case .text: "CSV"
        }
    }
}
