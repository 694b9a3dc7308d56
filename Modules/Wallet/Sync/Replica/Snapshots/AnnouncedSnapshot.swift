import TenonCore
import WalletVault

/// A snapshot that somebody told of, and who has it.
struct AnnouncedSnapshot: FieldRecord {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(1, \Self.snapshot), RecordField(2, \Self.heard),
        RecordField(set: 3, \Self.confirmed), unknown: .refused(SyncError.newerFormat),
        damage: SyncError.localState()
    ) { AnnouncedSnapshot(snapshot: $0, heard: $1, confirmed: $2) }

    let snapshot: KnownSnapshot
    /// When this device heard of it.
    let heard: Timestamp
    /// The devices that have applied the commit that tells of it, as their own commits say.
    ///
    /// This is of the snapshot, not of the devices: it goes with it.
    var confirmed: Set<DeviceID> = []

    /// When its author told of it, and in which commit.
    var stamp: Stamp { snapshot.stamp }
    /// How far each log is in it.
    var vector: VersionVector { snapshot.reference.vector }

    /// Whether it is the same as another one, or stands for all that the other one stands for.
    func covers(_ other: AnnouncedSnapshot) -> Bool {
        stamp == other.stamp || vector.covers(other.vector)
    }
}
