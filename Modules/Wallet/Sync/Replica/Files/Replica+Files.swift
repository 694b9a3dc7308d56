import TenonCore
package import WalletVault

/// What has the content of files, as it is sealed.
package protocol ChunkSource: Sendable {
    /// A part of the content of a file; `nil` when it is not there.
    func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk?

    /// Whether the content of a file is on other machines, and not all of it here; reads none of it.
    func isAwaited(_ attachment: Attachment) async throws -> Bool
}

extension VaultManager: ChunkSource {}

extension Replica {
    /// For how long an exchange hands over files: then what others have changed is looked for.
    private static let filePatience: Int64 = 10_000

    /// The files that changes name, each with its item.
    static func files(namedBy changes: [TimedChange]) -> [ItemID: ItemID] {
        var files: [ItemID: ItemID] = [:]
        for timed in changes {
            guard case .fields(let item, let fields) = timed.change else { continue }
            for (field, value) in fields where field.isAttachment {
                guard let value, let file = Attachment(encoded: value) else { continue }
                files[file.id] = item
            }
        }
        return files
    }

    /// How many files wait here whose commits were made.
    package var owedFileCount: Int { memory.owedFiles.count }

    /// Which files these are.
    var owedFileIDs: Set<ItemID> { Set(memory.owedFiles.keys) }

    /// Hands over the content of files that commits of this device name, the small ones first, and never before
    /// the commits: a large one holds up no password.
    ///
    /// When it takes long, it ends in between; the report says so, and the next exchange goes on. Of a file that
    /// no item has any more, nothing is handed over.
    ///
    /// - Throws: ``SyncError`` (`syncAltered`) when something else has the name of a part; `syncFull`; an error
    ///   of the remote.
    func sendFiles(
        _ source: any ChunkSource, to remote: any SyncRemote, _ report: inout SyncReport
    ) async throws {
        let (start, owed) = (now(), Set(memory.owedFiles.keys))
        var files: [Attachment] = []
        for file in try owedFiles {
            // Otherwise another device has its content.
            if try await !source.isAwaited(file) { files.append(file) }
        }
        try settleFiles(owed.subtracting(files.map(\.id)))
        for file in files {
            let isOver: Bool
            do {
                isOver = try await send(file, source, to: remote) {
                    (now().milliseconds - start.milliseconds).magnitude < Self.filePatience
                }
            } catch let error as SyncError where error.code == .syncFull {
                throw SyncError.noRoom(for: file.name, error)
            }
            guard isOver else {
                report.isUnfinished = true
                return
            }
            try settleFiles([file.id])
        }
    }

    /// The files whose content was not handed over yet, and that an item still has, the small ones first.
    var owedFiles: [Attachment] {
        get throws {
            var files: [ItemID: Attachment] = [:]
            for item in Set(memory.owedFiles.values) {
                for file in try state.items.item(item)?.files ?? [] { files[file.id] = file }
            }
            return files.values.filter { memory.owedFiles[$0.id] != nil }.sorted {
                ($0.size, $0.id) < ($1.size, $1.id)
            }
        }
    }

    /// Takes that nothing has to be handed over of files any more; it is durable when it returns.
    private func settleFiles(_ files: Set<ItemID>) throws {
        guard !files.isEmpty else { return }
        var next = memory
        for file in files { next.owedFiles[file] = nil }
        try save(next, [:])
        memory = next
    }

    /// Hands over the parts of a file that are not there, or have come to harm there.
    ///
    /// - Parameters:
    ///   - isThorough: Whether parts that have the right size are read as well.
    ///   - goesOn: Says, after each part that was handed over, whether the next one may be.
    /// - Returns: Whether there is nothing left to hand over.
    @discardableResult
    func send(
        _ attachment: Attachment, _ source: any ChunkSource, to remote: any SyncRemote,
        isThorough: Bool = false, while goesOn: () -> Bool = { true }
    ) async throws -> Bool {
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
            else { return true }
            if let repairable, size != nil {
                try await repairable.replace(chunk.sealed, as: name)
            } else if case .other = try await remote.put(chunk.sealed, as: name) {
                throw SyncError.fileAltered(attachment.name)
            }
            if number + 1 < attachment.chunkCount, !goesOn() { return false }
        }
        return true
    }
}
