import TenonCore
import WalletVault

/// A file of an item that was deleted for good: what tells which parts are its own, and opens none of them.
struct DeletedFile: Equatable {
    /// The name of the file in the vault.
    let id: ItemID
    /// The number of the commit that deleted it.
    let commit: UInt64
    /// Its parts.
    let parts: [BlobName]

    /// Describes it.
    init(id: ItemID, commit: UInt64, parts: [BlobName]) {
        self.id = id
        self.commit = commit
        self.parts = parts
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        let (count, head) = (ItemCoding.byteCount, ItemCoding.byteCount + 8)
        guard bytes.count >= head, (bytes.count - head).isMultiple(of: count) else {
            throw SyncError.localState()
        }
        func name(at start: Int) throws -> ItemID {
            let name = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
            guard let name = ItemCoding.id(name) else { throw SyncError.localState() }
            return name
        }
        id = try name(at: 0)
        commit = UInt64(bigEndianBytes: bytes[count..<head])
        parts = try stride(from: head, to: bytes.count, by: count).map {
            BlobName(name: try name(at: $0))
        }
    }

    /// Writes the name of the file, the number of the commit, and the names of the parts.
    func write(to writer: SecretWriter) {
        writer.bytes(ItemCoding.bytes(of: id))
        writer.bytes(commit.bigEndianBytes)
        for part in parts { writer.bytes(ItemCoding.bytes(of: part.name)) }
    }
}
