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
    /// - Throws: ``TransferError`` when it is no export of Bitwarden, or one that only the account
    ///   it comes from can open.
    static func read(_ document: JSONValue) throws -> ImportedDocument {
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
        var result = ImportedDocument(format: .bitwarden)
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
            let attachments = value["attachments"]?.elements.count ?? 0
            if attachments > 0 { result.addAttachments(attachments) }
        }
        return result
    }
}
