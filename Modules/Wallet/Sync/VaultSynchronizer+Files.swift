import TenonCore
package import WalletVault

extension VaultSynchronizer {
    /// Brings the content of a file into the vault that is on other machines; does nothing when it is here.
    ///
    /// A part that came stays, so that another attempt goes on.
    ///
    /// - Parameters:
    ///   - id: The file.
    ///   - item: The item that has it.
    ///   - remote: Where the parts are kept.
    /// - Throws: ``SyncError`` when a part is not there, or is something else; `VaultError`; an error of the
    ///   remote.
    package func fetchFile(
        _ id: ItemID, of item: ItemID, from remote: any SyncRemote
    ) async throws {
        let attachments = try await vault.item(item).attachments
        guard let attachment = attachments.first(where: { $0.id == id }),
            try await vault.isAwaited(attachment)
        else { return }
        for number in 0..<attachment.chunkCount {
            try Task.checkCancellation()
            guard try await vault.chunk(number, of: id) == nil else { continue }
            let name = BlobName(number, of: attachment, replica.blobs)
            let sealed: [UInt8]?
            do {
                sealed = try await remote.blob(name)
            } catch let error as any ExplainedError {
                throw SyncError.fileAway(attachment.name, error)
            }
            guard let sealed else { throw SyncError.fileNotArrived(attachment.name) }
            let chunk = AttachmentChunk(of: id, number, sealed: sealed)
            switch attachment.problem(of: chunk) {
            case .cut: throw SyncError.fileCut(attachment.name)
            case .swapped: throw SyncError.fileSwapped(attachment.name)
            case .altered: throw SyncError.fileAltered(attachment.name)
            case nil: try await vault.complete(chunk, of: item)
            }
        }
    }
}
