/// The files that can be written for other programs.
package enum ExportFormat: String, Sendable, CaseIterable, Codable {
    /// A KeePass database with a password of its own.
    case keePass = "keepass"
    /// JSON as Bitwarden exports it, in clear.
    case bitwarden
    /// A text with columns as KeePassXC exports it, and further ones, in clear.
    case text = "csv"

    /// Whether everybody who has the file can read it.
    package var isClear: Bool { self != .keePass }

    /// How the names of such files end.
    package var fileEnding: String {
        switch self {
        case .keePass: ".kdbx"
        case .bitwarden: ".json"
        case .text: ".csv"
        }
    }

    /// What it is called; names, the same in all languages.
    package var name: String {
        switch self {
        case .keePass: "KeePass (KDBX 4)"
        case .bitwarden: "Bitwarden (JSON)"
        case .text: "CSV"
        }
    }
}
