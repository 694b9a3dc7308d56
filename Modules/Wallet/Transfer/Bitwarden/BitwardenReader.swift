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
        let groups = ["folders", "collections"].flatMap { document[$0]?.elements ?? [] }
        let named = groups.map { ($0["id"]?.text ?? "", $0["name"]?.text ?? "") }
        let reader = BitwardenItem(groups: Dictionary(named) { $1 })
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
            let attachments = value["attachments"]?.elements ?? []
            let names = attachments.compactMap { $0["fileName"]?.text }.filter { !$0.isEmpty }
            var item = reader.item(value)
            if files == nil {
                for name in names { item.take(.missing, named: name) }
                let rest = attachments.count - names.count
                if rest > 0 { item.remarks.append(.attachments(rest)) }
            }
            files?.take(of: id, names: names, to: &item)
            result.add(item)
        }
        for path in (files?.paths ?? [:]).values.flatMap({ $0.map(\.path) }).sorted() {
            result.add(.unknownPart, title: path)
        }
        result.addUnused(folders: named.map(\.1))
        for group in groups {
            result.addUnread(of: group, besides: ["id", "name", "organizationId", "externalId"])
        }
        result.addUnread(of: document, besides: ["folders", "collections", "items"])
        return result
    }
}
