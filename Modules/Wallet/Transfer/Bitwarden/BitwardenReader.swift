import TenonCore
import WalletVault

/// Reads the JSON that Bitwarden exports, plain or protected by a password.
struct BitwardenReader {
    /// Whether a document needs a password.
    static func needsPassword(_ document: JSONValue) -> Bool {
        document["passwordProtected"]?.isTrue ?? false
    }

    /// Reads the items of a document.
    ///
    /// - Parameter attachments: How many files belong to an item, by its id.
    /// - Throws: ``TransferError`` when it is not an export of Bitwarden, or one that only the account
    ///   it comes from can open.
    static func read(
        _ document: JSONValue, attachments: [String: Int] = [:],
        as format: ImportFormat = .bitwarden
    ) throws -> ImportedDocument {
        guard !(document["encrypted"]?.isTrue ?? false) else {
            throw TransferError.bitwardenAccount
        }
        guard case .array(let items)? = document["items"] else { throw TransferError.unknownFormat }
        var groups: [String: String] = [:]
        for list in ["folders", "collections"] {
            for group in document[list]?.elements ?? [] {
                groups[group["id"]?.text ?? ""] = group["name"]?.text ?? ""
            }
        }
        let reader = BitwardenItem(groups: groups)
        var result = ImportedDocument(format: format)
        for value in items {
            guard case .object = value else {
                result.add(.unreadable)
                continue
            }
            guard value["deletedDate"] == nil else {
                result.add(.inTrash, title: value["name"]?.text ?? "")
                continue
            }
            result.add(reader.item(value))
            let count = max(
                value["attachments"]?.elements.count ?? 0,
                attachments[value["id"]?.text ?? ""] ?? 0)
            if count > 0 { result.addAttachments(count) }
        }
        return result
    }
}
