import TenonCore
import WalletVault

extension Replica {
    /// Takes away the parts of files that no item had any more when this device made the last snapshot.
    ///
    /// Every device has that snapshot, and so has handed over what it did before: none of them brings such a
    /// file back. One that somebody attached again meanwhile stays.
    ///
    /// - Throws: An error of the remote or of the store; the next exchange goes on.
    func removeFiles(at remote: any SyncRemote) async throws {
        let ids = memory.snapshots.removedFiles
        guard !ids.isEmpty else { return }
        for file in state.removedFiles where ids.contains(file.id) {
            // The last part first: while the first one is there, others may be.
            let names = (0..<file.chunkCount).map { BlobName($0, of: file, blobs) }
            guard let first = names.first, try await remote.hasBlob(first) else { continue }
            for name in names.reversed() {
                try Task.checkCancellation()
                try await remote.remove(name)
            }
        }
        try change { $0.removedFiles = [] }
    }
}

extension SyncState {
    /// The files that an item had, and that none has any more.
    var removedFiles: [Attachment] {
        var present: Set<ItemField> = []
        var gone: [ItemField: SecretText] = [:]
        for item in items.values {
            for former in item.former where former.field.isAttachment {
                gone[former.field] = former.value
            }
            for (field, versions) in item.fields where field.isAttachment {
                guard let value = versions.lazy.compactMap(\.value).first else { continue }
                if item.removal == .purged {
                    gone[field] = value
                } else {
                    present.insert(field)
                }
            }
        }
        for field in present { gone[field] = nil }
        return gone.values.compactMap(Attachment.init(encoded:))
    }

    /// The files that items have.
    var presentFiles: [Attachment] {
        items.values.filter { $0.removal != .purged }.flatMap { item in
            item.fields.filter(\.key.isAttachment).values.compactMap { versions in
                versions.lazy.compactMap(\.value).first.flatMap(Attachment.init(encoded:))
            }
        }
    }

    /// How many bytes the files have that changes take out of items.
    func byteCount(ofFilesRemovedBy changes: [TimedChange]) -> UInt64 {
        var files: [SecretText] = []
        for timed in changes {
            switch timed.change {
            case .fields(let id, let fields):
                let removed = fields.filter { $0.key.isAttachment && $0.value == nil }.keys
                guard !removed.isEmpty, let values = items[id]?.values else { continue }
                files += removed.compactMap { values[$0] }
            case .removal(let id, .purged):
                files += (items[id]?.values ?? [:]).filter(\.key.isAttachment).values
            case .former, .removal, .erasure, .device, .dismissal, .announcement, .key, .slot,
                .slotRemoval, .snapshot:
                continue
            }
        }
        return files.compactMap(Attachment.init(encoded:)).reduce(0) { $0 + UInt64($1.size) }
    }
}
