import TenonCore
import WalletVault

extension Replica {
    /// Takes away the parts of files that no item had any more when this device made a snapshot.
    ///
    /// Every device has that snapshot, and so has handed over what it did before: none of them brings such a
    /// file back. One that somebody attached again meanwhile stays.
    ///
    /// - Parameter snapshot: What every device has.
    /// - Throws: An error of the remote or of the store; the next exchange goes on.
    func removeFiles(
        knownBy snapshot: AnnouncedSnapshot, at remote: any SyncRemote
    ) async throws {
        let ids = memory.snapshots.removedFiles(knownBy: snapshot, of: device.id)
        guard !ids.isEmpty else { return }
        for file in try state.removedFiles where ids.contains(file.id) {
            try await remove(parts(of: file), at: remote)
        }
        try change { $0.dropRemovedFiles() }
    }

    /// Takes away the parts of the files of items that this device has deleted for good.
    ///
    /// By now every device knows that, and nobody has the key of such a file; one that an item has again stays.
    ///
    /// - Parameter number: How many commits of this device every other one has applied.
    /// - Throws: An error of the remote or of the store; the next exchange goes on.
    func removeDeletedFiles(before number: UInt64, at remote: any SyncRemote) async throws {
        let files = memory.snapshots.deletedFiles.filter { $0.commit <= number }
        guard !files.isEmpty else { return }
        let present = Set(try state.presentFiles.map(\.id))
        for file in files where !present.contains(file.id) {
            try await remove(file.parts, at: remote)
        }
        try change { $0.deletedFiles.removeAll { $0.commit <= number } }
    }

    /// The files of items that are deleted for good by a step that this device makes.
    func files(deletedBy step: SyncState.Step, _ number: UInt64) throws -> [DeletedFile] {
        try state.files(deletedBy: step).compactMap(Attachment.init(encoded:)).map { file in
            DeletedFile(id: file.id, commit: number, parts: parts(of: file))
        }
    }

    private func parts(of file: Attachment) -> [BlobName] {
        (0..<file.chunkCount).map { BlobName($0, of: file, blobs) }
    }

    /// Takes the parts of a file away, the last one first: while the first one is there, others may be.
    private func remove(_ names: [BlobName], at remote: any SyncRemote) async throws {
        guard let first = names.first, try await remote.hasBlob(first) else { return }
        for name in names.reversed() {
            try Task.checkCancellation()
            try await remote.remove(name)
        }
    }
}

extension ItemState {
    /// The files that the item has.
    var files: [Attachment] {
        fields.filter(\.key.isAttachment).values.compactMap { versions in
            versions.lazy.compactMap(\.value).first.flatMap(Attachment.init(encoded:))
        }
    }
}

extension SyncState {
    /// The files that an item had, and that none has any more.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when an item does not open, as all of these.
    var removedFiles: [Attachment] {
        get throws {
            var present: Set<ItemField> = []
            var gone: [ItemField: SecretText] = [:]
            for id in items.ids {
                guard let item = try items.item(id) else { continue }
                for former in item.former where former.field.isAttachment {
                    gone[former.field] = former.value
                }
                for (field, versions) in item.fields where field.isAttachment {
                    if versions.contains(where: { $0.value != nil }) { present.insert(field) }
                }
            }
            for field in present { gone[field] = nil }
            return gone.values.compactMap(Attachment.init(encoded:))
        }
    }

    /// The files that items have.
    var presentFiles: [Attachment] {
        get throws {
            try items.ids.flatMap { try items.item($0)?.files ?? [] }
        }
    }

    /// The files, as they are written, of items that are deleted for good by a step: present and former ones.
    func files(deletedBy step: Step) throws -> [SecretText] {
        try step.items.filter { $1.removal == .purged }.keys.flatMap { id in
            let item = try items.item(id) ?? ItemState()
            let former = item.former.map { ($0.field, $0.value) }
            let present = item.fields.flatMap { field, versions in
                versions.compactMap { version in version.value.map { (field, $0) } }
            }
            return (former + present).filter { $0.0.isAttachment }.map(\.1)
        }
    }

    /// How many bytes the files have that changes take out of items.
    func byteCount(ofFilesRemovedBy changes: [TimedChange]) throws -> UInt64 {
        var files: [SecretText] = []
        for timed in changes {
            switch timed.change {
            case .fields(let id, let fields):
                let removed = fields.filter { $0.key.isAttachment && $0.value == nil }.keys
                guard !removed.isEmpty, let values = try items.item(id)?.values else { continue }
                files += removed.compactMap { values[$0] }
            case .former, .removal, .device, .dismissal, .announcement, .key, .slot,
                .slotRemoval, .snapshot:
                continue
            }
        }
        return files.compactMap(Attachment.init(encoded:)).reduce(0) { $0 + UInt64($1.size) }
    }
}
