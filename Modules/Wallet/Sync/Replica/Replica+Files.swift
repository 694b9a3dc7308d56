import TenonCore
package import WalletVault

/// What has the content of files, as it is sealed.
package protocol ChunkSource: Sendable {
    /// A part of the content of a file; `nil` when it is not there.
    func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk?
}

extension VaultManager: ChunkSource {}

extension Replica {
    /// Hands over the content of files that a commit of this device names, before the commit: whoever reads
    /// the commit finds them.
    ///
    /// When it ends in between, parts are there that nobody needs. Of a file that is gone here, nothing is
    /// handed over: a later commit says so.
    ///
    /// - Throws: ``SyncError`` (`syncAltered`) when something else has the name of a part.
    func send(
        filesOf commit: [UInt8], _ number: UInt64, _ source: any ChunkSource,
        to remote: any SyncRemote
    ) async throws {
        for change in try sealer.open(commit, by: device).content.changes {
            guard case .fields(_, let fields) = change.change else { continue }
            for (field, value) in fields where field.isAttachment {
                guard let value, let attachment = Attachment(encoded: value) else { continue }
                try await send(attachment, source, to: remote)
            }
        }
    }

    /// Hands over the parts of a file that are not there, or have come to harm there.
    ///
    /// - Parameter isThorough: Whether parts that have the right size are read as well.
    func send(
        _ attachment: Attachment, _ source: any ChunkSource, to remote: any SyncRemote,
        isThorough: Bool = false
    ) async throws {
        let repairable = remote as? any RepairableRemote
        for number in 0..<attachment.chunkCount {
            try Task.checkCancellation()
            let name = BlobName(number, of: attachment, blobs)
            var size: Int?
            if let repairable {
                size = try await repairable.size(of: name)
                if size == attachment.sealedCount(ofChunk: number) {
                    guard isThorough else { continue }
                    // What cannot be read has come to harm as well.
                    let there = try? await remote.blob(name)
                    let chunk = there.map { AttachmentChunk(of: attachment.id, number, sealed: $0) }
                    if let chunk, attachment.problem(of: chunk) == nil { continue }
                }
            } else if try await remote.hasBlob(name) {
                continue
            }
            guard let chunk = try await source.chunk(number, of: attachment.id),
                attachment.problem(of: chunk) == nil
            else { return }
            if let repairable, size != nil {
                try await repairable.replace(chunk.sealed, as: name)
                continue
            }
            guard case .there = try await remote.put(chunk.sealed, as: name) else {
                throw SyncError.fileAltered(attachment.name)
            }
        }
    }
}
