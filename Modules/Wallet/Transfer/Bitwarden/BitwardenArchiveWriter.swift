import TenonCore
import WalletVault

/// Writes the archive of Bitwarden with the attachments of items, as ``BitwardenArchive`` reads it.
struct BitwardenArchiveWriter {
    /// The ids of the items that have attachments.
    private let ids: [ItemID: String]
    private let items: [ItemWithHistory]

    /// Gives an id to each item with attachments: the one that Bitwarden has for it, or its own.
    init(_ items: [ItemWithHistory]) {
        self.items = items
        var ids: [ItemID: String] = [:]
        var taken = Set(
            items.map(\.item).filter(\.attachments.isEmpty).compactMap { Self.id(of: $0) })
        for item in items.map(\.item) where !item.attachments.isEmpty {
            let known = Self.id(of: item)
            let id = known.flatMap { taken.contains($0) ? nil : $0 } ?? Self.ownID(of: item)
            taken.insert(id)
            ids[item.id] = id
        }
        self.ids = ids
    }

    /// The whole archive.
    ///
    /// - Throws: The errors of the archive.
    func file(_ files: [ExportedFile], _ archives: any ArchiveCoding) throws -> SecretText {
        let document = BitwardenWriter.document(items, ids: ids)
        return try archives.make(
            [(BitwardenArchive.data, document.text)]
                + files.map { file in
                    let id = ids[file.item] ?? ""
                    return ("\(BitwardenArchive.folder)/\(id)/\(file.name)", file.content)
                })
    }

    /// The id that Bitwarden has for an item, when it can be the name of a folder.
    private static func id(of item: Item) -> String? {
        let field = item.customFields.first { $0.label == ".\(BitwardenItem.prefix)id" }
        let id = field.flatMap { try? JSONReader.read($0.value) }?.text ?? ""
        let isPlain = id.unicodeScalars.allSatisfy { scalar in
            scalar == "-" || scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
        }
        return isPlain && !id.isEmpty ? id : nil
    }

    /// The name of an item in the form of an id of Bitwarden.
    private static func ownID(of item: Item) -> String {
        let text = Array(ItemCoding.bytes(of: item.id).hexadecimal())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<text.count].map { String(text[$0]) }
            .joined(separator: "-")
    }
}
