import TenonCore

/// A snapshot that somebody told of, and who has it.
struct AnnouncedSnapshot {
    let snapshot: KnownSnapshot
    /// When this device heard of it.
    let heard: Timestamp
    /// The devices that have applied the commit that tells of it, as their own commits say.
    ///
    /// This is of the snapshot, not of the devices: it goes with it.
    var confirmed: Set<DeviceID> = []

    init(_ snapshot: KnownSnapshot, heard: Timestamp) {
        self.snapshot = snapshot
        self.heard = heard
    }

    /// When its author told of it, and in which commit.
    var stamp: Stamp { snapshot.stamp }
    /// How far each log is in it.
    var vector: VersionVector { snapshot.reference.vector }

    /// Whether it is the same as another one, or stands for all that the other one stands for.
    func covers(_ other: AnnouncedSnapshot) -> Bool {
        stamp == other.stamp || vector.covers(other.vector)
    }
}
