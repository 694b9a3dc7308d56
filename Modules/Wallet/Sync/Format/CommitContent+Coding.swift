import TenonCore
import WalletVault

extension CommitContent {
    private enum Tag {
        static let seen = 1
        static let stateHash = 2
        static let change = 3
        static let applied = 4
        static let time = 5
    }

    private static let hashCount = 32

    /// Reads the fields of an opened body; those of newer versions are passed over, but for changes.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when one of the changes is not known in whole; `syncDamaged`.
    init(reading plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw SyncError.damaged }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= plain.count - 4 else { throw SyncError.damaged }
        var reader = FieldReader(UnsafeRawBufferPointer(rebasing: plain[4..<(4 + count)]))
        var seen = VersionVector()
        var further = VersionVector()
        var time: Timestamp?
        var stateHash: [UInt8] = []
        var changes: [TimedChange] = []
        while let field = try reader.next() {
            switch field.tag {
            case Tag.seen: guard seen.read(field.value) else { throw SyncError.damaged }
            case Tag.applied: guard further.read(field.value) else { throw SyncError.damaged }
            // As far away as a time can be: a device may have written anything.
            case Tag.time: time = HybridTime(Timestamp(milliseconds: field.number)).timestamp
            case Tag.stateHash: stateHash = Array(field.value)
            case Tag.change: changes.append(try TimedChange(reading: field.value))
            default: break
            }
        }
        guard let time, stateHash.count == Self.hashCount else { throw SyncError.damaged }
        let applied = VersionVector(seen.positions.merging(further.positions) { $1 })
        self.init(
            seen: seen, applied: applied, at: time, stateHash: stateHash, changes: changes)
    }

    /// Writes the fields of a body.
    func write(to writer: SecretWriter) {
        seen.write(as: Tag.seen, to: writer)
        VersionVector(applied.positions.filter { seen.positions[$0] != $1 })
            .write(as: Tag.applied, to: writer)
        writer.field(Tag.time, time.milliseconds)
        writer.field(Tag.stateHash) { $0.bytes(stateHash) }
        for change in changes { writer.field(Tag.change) { change.write(to: $0) } }
    }
}
