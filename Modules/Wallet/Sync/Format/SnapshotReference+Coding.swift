import TenonSecurity
package import WalletVault

extension SnapshotReference: FieldRecord {
    private static let hashCount = 32

    /// Its fields; those of newer versions are passed over.
    package static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.key), RecordField(entries: 2, \Self.vector.positions),
        RecordField(3, \Self.stateHash), RecordField(list: 4, \Self.chunks),
        RecordField(5, \Self.byteCount), damage: SyncError.damaged
    ) { key, positions, stateHash, chunks, byteCount in
        guard key.count == 32, stateHash.count == Self.hashCount, !chunks.isEmpty,
            chunks.allSatisfy({ $0.count == Self.hashCount })
        else { throw SyncError.damaged }
        return SnapshotReference(
            key: key, vector: VersionVector(positions), stateHash: stateHash, chunks: chunks,
            byteCount: byteCount)
    }
}

extension KnownSnapshot: FieldRecord {
    /// Its fields; those of newer versions are passed over.
    package static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.stamp), RecordField(2, \Self.reference), damage: SyncError.damaged
    ) { KnownSnapshot($1, $0) }
}
