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
    /// - Parameters:
    ///   - document: The JSON.
    ///   - files: The files of the items; `nil` when there can be none.
    ///   - format: What it comes from.
    /// - Throws: ``TransferError`` when it is not an export of Bitwarden, or one that only the account
    ///   it comes from can open.
    static func read(
        _ document: JSONValue, files: BitwardenFiles? = nil,
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
        var files = files
        for value in items {
            guard case .object = value else {
                result.add(.unreadable)
                continue
            }
            let id = value["id"]?.text ?? ""
            guard value["deletedDate"] == nil else {
                files?.drop(of: id)
                result.add(.inTrash, title: value["name"]?.text ?? "")
                continue
            }
            let names = value["attachments"]?.elements ?? []
            var item = reader.item(value)
            files?.take(
                of: id, names: names.compactMap { $0["fileName"]?.text }, to: &item)
            result.add(item)
            if files == nil, !names.isEmpty { result.addAttachments(names.count) }
        }
        for (id, files) in (files?.paths ?? [:]).sorted(by: { $0.key < $1.key }) {
            result.add(.attachments(files.count), title: id)
        }
        result.addUnread(of: document, besides: ["folders", "collections", "items"])
        return result
    }
}
