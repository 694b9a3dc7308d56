import TenonCore
import WalletVault

/// Reads the archive that Bitwarden exports since 2025: `data.json`, and the attachments of each item
/// in `attachments/ID/` (Bitwarden help, "Export vault data", ".zip (with attachments)").
enum BitwardenArchive: DocumentImporting {
    static let format = ImportFormat.bitwardenArchive

    static func recognizes(_ content: DocumentContent) -> Bool {
        content.paths.contains("data.json")
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        guard case .archive(let archive) = content else { throw TransferError.unknownFormat }
        let document = try DocumentContent.json(try archive.contents(of: "data.json"))
        var attachments: [String: Int] = [:]
        for path in content.paths {
            let parts = path.split(separator: "/")
            if parts.count > 2, parts[0] == "attachments" {
                attachments[String(parts[1]), default: 0] += 1
            }
        }
        return try BitwardenReader.read(document, attachments: attachments, as: format)
    }
}
