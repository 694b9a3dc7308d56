import TenonCore
import WalletVault

extension CommitContent: FieldRecord {
    /// Its fields; those of newer versions are passed over, but for changes.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(entries: 1, \Self.seen.positions), RecordField(entries: 4, \Self.further),
        RecordField(5, \Self.time), RecordField(2, \Self.stateHash),
        RecordField(list: 3, \Self.changes), damage: SyncError.damaged
    ) { seen, further, time, stateHash, changes in
        guard stateHash.count == Self.hashCount else { throw SyncError.damaged }
        // A device may have written any time; the nearest possible one is taken.
        return CommitContent(
            seen: VersionVector(seen), applied: VersionVector(seen.merging(further) { $1 }),
            at: time, stateHash: stateHash, changes: changes)
    }

    private static let hashCount = 32

    /// How far the logs are that it has applied more of than its author had seen.
    private var further: [DeviceID: LogPosition] {
        applied.positions.filter { seen.positions[$0] != $1 }
    }

    /// Reads an opened body: the number of bytes of the fields, the fields, and what fills it up.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when one of the changes is not known in whole; `syncDamaged`.
    init(body plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw SyncError.damaged }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - 4 else { throw SyncError.damaged }
        try self.init(reading: UnsafeRawBufferPointer(rebasing: plain[4..<(4 + count)]))
    }
}
