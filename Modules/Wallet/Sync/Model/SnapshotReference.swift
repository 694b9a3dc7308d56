import TenonSecurity

/// What has to be known of a snapshot to read it: all that its author knew at some time, kept beside the logs.
package struct SnapshotReference: Sendable, Equatable {
    /// What its chunks are sealed under and named by; random.
    let key: SecretBytes
    /// How far each log is in it, that of its author included.
    package let vector: VersionVector
    /// The hash of the state that is in it.
    let stateHash: [UInt8]
    /// The SHA-256 of each chunk as it is kept.
    let chunks: [[UInt8]]
    /// How many bytes the chunks have.
    package let byteCount: UInt64

    init(
        key: SecretBytes, vector: VersionVector, stateHash: [UInt8], chunks: [[UInt8]],
        byteCount: UInt64
    ) {
        self.key = key
        self.vector = vector
        self.stateHash = stateHash
        self.chunks = chunks
        self.byteCount = byteCount
    }
}

/// A snapshot, and the commit that tells of it.
package struct KnownSnapshot: Sendable, Equatable {
    /// When its author told of it, and in which commit.
    let stamp: Stamp
    /// The snapshot.
    let reference: SnapshotReference

    /// Puts both together.
    init(_ reference: SnapshotReference, _ stamp: Stamp) {
        self.reference = reference
        self.stamp = stamp
    }

    /// Whether it takes the place of another one: its author had that, or neither had the other's and it has
    /// the later stamp.
    ///
    /// The stamp alone would not do. A clock that is far ahead once would be the last one for long.
    func isLater(than other: KnownSnapshot) -> Bool {
        if reference.vector.covers(other.stamp) { return true }
        return !other.reference.vector.covers(stamp) && stamp > other.stamp
    }

    /// Whether it stands for more commits than another one, or for as many and has the later stamp.
    ///
    /// Thus a snapshot is more than each that its author had, whatever the clocks said.
    func isMore(than other: KnownSnapshot) -> Bool {
        let (count, others) = (reference.vector.count, other.reference.vector.count)
        return count == others ? stamp > other.stamp : count > others
    }
}

/// When a device makes a snapshot, and how long it waits for others before it lets commits go.
package struct SnapshotPolicy: Sendable, Equatable {
    /// No snapshot is made before commits have so many bytes.
    var floor: UInt64
    /// How long a device that says nothing is waited for, in milliseconds: 90 days.
    var patience: Int64
    /// How far apart snapshots are that only let go what was deleted for good, in milliseconds: a day.
    package var deletionPatience: Int64
    /// How long each device waits that another one makes a snapshot, in milliseconds: a quarter of an hour.
    let turn: UInt64 = 900_000

    /// A vault of a few hundred items never comes to the floor, unless it is changed a lot.
    package init(
        floor: UInt64 = 1 << 20, patience: Int64 = 90 * 86_400_000,
        deletionPatience: Int64 = 86_400_000
    ) {
        self.floor = floor
        self.patience = patience
        self.deletionPatience = deletionPatience
    }
}
