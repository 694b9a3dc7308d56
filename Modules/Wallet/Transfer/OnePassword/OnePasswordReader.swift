import TenonCore
import WalletVault

/// Reads the archive that 1Password exports (1PUX, version 3; "1PUX format" on its support pages).
enum OnePasswordReader: DocumentImporting {
    static let format = ImportFormat.onePassword

    /// How large the items may be together, in bytes; 100,000 take about 200 MiB.
    static let dataLimit = 256 << 20

    /// Where the items are.
    static let path = "export.data"

    /// Whether some bytes begin as an archive does.
    static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    static func recognizes(_ content: DocumentContent) -> Bool { content.paths.contains(path) }

    /// Reads the items of an archive.
    ///
    /// - Throws: ``TransferError`` when it is not an export of 1Password; the errors of the archive.
    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        guard case .archive(let archive) = content,
            let data = archive.entries.first(where: { $0.path == path })
        else { throw TransferError.unknownFormat }
        guard data.size <= dataLimit else { throw TransferError.tooManyItems(limit: dataLimit) }
        let document = try DocumentContent.json(try archive.contents(of: path))
        guard case .array(let accounts)? = document["accounts"] else {
            throw TransferError.unknownFormat
        }
        var files = OnePasswordFiles(archive)
        var result = ImportedDocument(format: .onePassword)
        for account in accounts {
            let vaults = account["vaults"]?.elements ?? []
            for vault in vaults {
                let name = vault["attrs"]?["name"]?.text ?? ""
                let items = vault["items"]?.elements ?? []
                if items.isEmpty, !name.isEmpty { result.add(.unknownPart, title: name) }
                for value in items {
                    let isNamed = vaults.count + accounts.count > 2
                    add(value, &files, vault: isNamed ? name : "", to: &result)
                }
                result.addUnread(of: vault, besides: ["attrs", "items"])
                result.addUnread(
                    of: vault["attrs"] ?? .null, besides: ["name", "uuid", "type", "avatar"])
            }
            result.addUnread(of: account, besides: ["attrs", "vaults"])
            result.addUnread(
                of: account["attrs"] ?? .null,
                besides: ["accountName", "name", "uuid", "avatar", "email", "domain"])
        }
        result.addUnread(of: document, besides: ["accounts"])
        for path in files.others { result.add(.unknownPart, title: path) }
        return result
    }

    private static func add(
        _ value: JSONValue, _ files: inout OnePasswordFiles, vault: String,
        to result: inout ImportedDocument
    ) {
        // Some versions wrap each item once more.
        let value = value["item"] ?? value
        guard case .object = value else { return result.add(.unreadable) }
        guard value["trashed"]?.isTrue != true, value["state"]?.text != "deleted" else {
            files.drop(OnePasswordItem.documents(value))
            return result.add(.inTrash, title: value["overview"]?["title"]?.text ?? "")
        }
        var item = OnePasswordItem(vault: vault).item(value)
        files.give(OnePasswordItem.documents(value), to: &item)
        result.add(item)
    }
}
