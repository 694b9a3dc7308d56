import TenonCore
import WalletVault

extension Importer {
    /// Has the vault keep the content of files, before the items that get them are written.
    ///
    /// - Parameters:
    ///   - basis: Says which files, and of which rows.
    ///   - report: Is told how many files were kept.
    /// - Throws: ``TransferError`` when a file is not what it was; `VaultError`; the errors of archives;
    ///   `CancellationError`.
    func keepFiles(
        _ basis: ImportBasis, telling report: (Int) -> Void
    ) async throws -> [Int32: [Attachment]] {
        guard !basis.files.isEmpty, case .document(let document) = basis.content else { return [:] }
        let rows = DocumentRows(document)
        var attachments: [Int32: [Attachment]] = [:]
        var (number, count): (Int32, Int) = (0, 0)
        while let element = rows.next() {
            guard case .item = element else { continue }
            for planned in basis.files[number] ?? [] {
                guard rows.files.indices.contains(planned.index) else {
                    throw TransferError.changedFile
                }
                attachments[number, default: []].append(
                    try await keep(rows.files[planned.index].content, as: planned.name))
                count += 1
                report(count)
            }
            number += 1
        }
        return attachments
    }

    private func keep(_ content: FileContent, as name: String) async throws -> Attachment {
        let bytes = try content.read()
        guard bytes.count == content.size else { throw TransferError.changedFile }
        let attachment = try Attachment(name, size: content.size, added: clock.now())
        var position = 0
        try await vault.keepContent(of: attachment) { memory in
            bytes.withBytes { bytes in
                memory.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: bytes[position..<position + memory.count]))
            }
            position += memory.count
        }
        return attachment
    }
}
