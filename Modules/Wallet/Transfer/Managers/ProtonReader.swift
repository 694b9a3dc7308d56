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
        var others: [String] = []
        if case .archive(let archive) = content, let path = path(in: content) {
            guard path.hasSuffix(".json") else { throw TransferError.protonEncrypted }
            document = try DocumentContent.json(try archive.contents(of: path))
            // The files of items are counted with these.
            let folder = path.dropLast("data.json".count)
            others = archive.entries.filter {
                $0.size > 0 && $0.path != path && !$0.path.hasPrefix("\(folder)files/")
            }.map(\.path)
        }
        guard document["encrypted"]?.isTrue != true else { throw TransferError.protonEncrypted }
        var result = ImportedDocument(format: format)
        for vault in document["vaults"]?.members ?? [] {
            guard case .object = vault.value else {
                result.add(.unreadable, title: vault.name)
                continue
            }
            let name = vault.value["name"]?.text ?? ""
            for item in vault.value["items"]?.elements ?? [] {
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
                let files = item["files"]?.elements.count ?? 0
                if files > 0 { result.addAttachments(files) }
            }
            result.addUnread(of: vault.value, besides: ["name", "display", "items"])
        }
        result.addUnread(of: document, besides: ["vaults", "version", "userId"])
        for path in others { result.add(.unknownPart, title: path) }
        return result
    }

    private static func path(in content: DocumentContent) -> String? {
        let names = ["data.json", "data.pgp"]
        return content.paths.first { path in
            path.lowercased().hasPrefix("proton") && names.contains { path.hasSuffix("/\($0)") }
        }
    }
}
