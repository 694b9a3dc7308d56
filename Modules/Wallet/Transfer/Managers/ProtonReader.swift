import TenonCore
import WalletVault

/// Reads the export of Proton Pass: JSON, alone or in a ZIP archive as `Proton Pass/data.json`.
///
/// The layout is that of Bitwarden's importer (`protonpass-json-type.ts`) and of Proton's own.
enum ProtonReader: DocumentImporting {
    static let format = ImportFormat.proton

    static func recognizes(_ content: DocumentContent) -> Bool {
        path(in: content) != nil || !(content.value["vaults"]?.members ?? []).isEmpty
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        var document = content.value
        // The other files of the archive, the folder of those of items, and those that items have.
        var others: [String] = []
        var folder = ""
        var files: Set<String> = []
        if case .archive(let archive) = content, let path = path(in: content) {
            guard path.hasSuffix(".json") else { throw TransferError.protonEncrypted }
            document = try DocumentContent.json(try archive.contents(of: path))
            folder = "\(path.dropLast("data.json".count))files/"
            others = archive.entries.filter { $0.size > 0 && $0.path != path }.map(\.path)
        }
        guard document["encrypted"]?.isTrue != true else { throw TransferError.protonEncrypted }
        var result = ImportedDocument(format: format)
        for vault in document["vaults"]?.members ?? [] {
            guard case .object = vault.value else {
                result.add(.unreadable, title: vault.name)
                continue
            }
            let name = vault.value["name"]?.text ?? ""
            let items = vault.value["items"]?.elements ?? []
            if items.isEmpty, !name.isEmpty { result.add(.unknownPart, title: name) }
            for item in items {
                let names = item["files"]?.elements.map(\.text) ?? []
                files.formUnion(names.map { folder + fileName($0) })
                guard item["data"] != nil else {
                    result.add(.unreadable)
                    continue
                }
                guard item["state"]?.integer != 2 else {
                    result.add(
                        .inTrash, title: item["data"]?["metadata"]?["name"]?.text ?? "")
                    continue
                }
                result.add(ProtonItem.item(item, vault: name))
                if !names.isEmpty { result.addAttachments(names.count) }
            }
            result.addUnread(of: vault.value, besides: ["name", "display", "items"])
        }
        result.addUnread(of: document, besides: ["vaults", "version", "userId"])
        for path in others where !files.contains(path) { result.add(.unknownPart, title: path) }
        return result
    }

    /// What a file of an item is called in an archive (`archivePath` in `archive.ts` of ProtonMail's
    /// WebClients).
    private static func fileName(_ name: String) -> String {
        name.replacing("/", with: "_").replacing("\\", with: "_")
    }

    private static func path(in content: DocumentContent) -> String? {
        let names = ["data.json", "data.pgp"]
        return content.paths.first { path in
            path.lowercased().hasPrefix("proton") && names.contains { path.hasSuffix("/\($0)") }
        }
    }
}
