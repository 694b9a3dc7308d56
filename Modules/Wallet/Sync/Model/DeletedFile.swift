import WalletVault

/// A file of an item that was deleted for good: what tells which parts are its own, and opens none of them.
struct DeletedFile: FieldRecord, Equatable {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.id), RecordField(2, \Self.commit),
        RecordField(list: 3, \Self.names), unknown: .refused(SyncError.newerFormat),
        damage: SyncError.localState()
    ) { DeletedFile(id: $0, commit: $1, parts: $2.map(BlobName.init(name:))) }

    /// The name of the file in the vault.
    let id: ItemID
    /// The number of the commit that deleted it.
    let commit: UInt64
    /// Its parts.
    let parts: [BlobName]

    private var names: [ItemID] { parts.map(\.name) }
}
