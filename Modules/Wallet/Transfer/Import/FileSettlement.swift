import Glibc
import TenonCore
import WalletVault

/// A file that an import attaches to an item.
struct PlannedFile: Sendable, Equatable {
    /// Which of the files of the entry it is.
    let index: Int
    /// What it is called in the vault.
    let name: String
}

/// Finds out which files of an entry an item lacks, and what they are called there.
///
/// A file is there when the item has one with the same content and the same name, or a name that was
/// made of it because it was taken; each file of the item is that of one file of the entry.
struct FileSettlement {
    /// The vault has another content than the file.
    private struct Difference: Error {}

    let vault: any Vault

    /// The files that an item lacks.
    ///
    /// - Parameters:
    ///   - files: Those of the entry.
    ///   - item: The item; `nil` for a new one.
    /// - Throws: `VaultError`; the errors of archives; `CancellationError`.
    func lacking(_ files: [ImportedFile], in item: Item?) async throws -> [PlannedFile] {
        var others = item?.attachments ?? []
        var names = Set(others.map(\.name))
        var planned: [PlannedFile] = []
        for (index, file) in files.enumerated() {
            if let place = try await place(of: file, among: others) {
                others.remove(at: place)
                continue
            }
            let name = AttachmentName.free(file.name, besides: names)
            names.insert(name)
            planned.append(PlannedFile(index: index, name: name))
        }
        return planned
    }

    private func place(
        of file: ImportedFile, among attachments: [Attachment]
    ) async throws -> Int? {
        for (place, attachment) in attachments.enumerated()
        where attachment.size == file.content.size
            && AttachmentName.isVariant(attachment.name, of: file.name)
        {
            if try await isSame(attachment, file.content) { return place }
        }
        return nil
    }

    private func isSame(_ attachment: Attachment, _ content: FileContent) async throws -> Bool {
        let bytes = try content.read()
        guard bytes.count == attachment.size else { return false }
        var position = 0
        do {
            try await vault.read(attachment) { part in
                let isSame = bytes.withBytes { bytes in
                    guard let start = bytes.baseAddress, let other = part.baseAddress else {
                        return part.isEmpty
                    }
                    return memcmp(start + position, other, part.count) == 0
                }
                guard isSame else { throw Difference() }
                position += part.count
            }
            return true
        } catch is Difference {
            return false
        }
    }
}
