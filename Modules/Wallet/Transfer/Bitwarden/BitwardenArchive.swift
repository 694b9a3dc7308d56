import TenonCore
import WalletVault

/// Reads the archive that Bitwarden exports since 2025: `data.json`, and the attachments of each item
/// in `attachments/ID/` (Bitwarden help, "Export vault data", ".zip (with attachments)"; its clients,
/// `individual-vault-export.service.ts`).
enum BitwardenArchive: DocumentImporting {
    static let format = ImportFormat.bitwardenArchive

    /// Where the items are.
    static let data = "data.json"
    /// The folder of the attachments.
    static let folder = "attachments"

    static func recognizes(_ content: DocumentContent) -> Bool { content.paths.contains(data) }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        guard case .archive(let archive) = content else { throw TransferError.unknownFormat }
        let document = try DocumentContent.json(try archive.contents(of: data))
        let files = BitwardenFiles(archive)
        var result = try BitwardenReader.read(document, files: files, as: format)
        for path in files.others { result.add(.unknownPart, title: path) }
        return result
    }
}

/// The attachments in an archive of Bitwarden, by the ids of their items.
struct BitwardenFiles {
    private let archive: SharedArchive
    private(set) var paths: [String: [(path: String, name: String)]] = [:]
    /// The paths of files that are none of an item.
    private(set) var others: [String] = []

    /// Finds the attachments of an archive.
    init(_ archive: SharedArchive) {
        self.archive = archive
        for entry in archive.entries {
            let parts = entry.path.split(separator: "/", maxSplits: 2).map(String.init)
            guard parts.count == 3, parts[0] == BitwardenArchive.folder else {
                if entry.size > 0, entry.path != BitwardenArchive.data { others.append(entry.path) }
                continue
            }
            paths[parts[1], default: []].append((entry.path, parts[2]))
        }
    }

    /// Leaves out the files of an item that is left out.
    mutating func drop(of id: String) { paths[id] = nil }

    /// Takes the files of an item out, and gives them to it.
    ///
    /// - Parameter names: The names of all that it should have, as far as they are known.
    mutating func take(of id: String, names: [String], to item: inout ImportedItem) {
        let files = paths.removeValue(forKey: id) ?? []
        for file in files { item.take(FoundFile(file.path, in: archive), named: file.name) }
        let found = files.map(\.name)
        for name in names where !found.contains(name) { item.take(.missing, named: name) }
    }
}
