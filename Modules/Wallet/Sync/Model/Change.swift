package import TenonCore
package import WalletVault

/// What somebody did to an item, or to the list of devices.
package enum Change: Sendable, Equatable {
    /// Gave values to fields of an item; no value empties the field.
    case fields(ItemID, [ItemField: SecretText?])
    /// Remembered values that fields of an item had before.
    case former(ItemID, [PastValue])
    /// Took an item away.
    case removal(ItemID, Removal)
    /// Let a device in.
    case device(Device)
    /// Took a device out, for ever.
    case dismissal(DeviceID)
    /// Said what keys can be sealed for whoever says it, and the name of the key that it has.
    case announcement(publicKey: [UInt8], keyName: ItemID)
    /// Gave the vault another key, or handed that to further devices; sealed for each.
    case key(ItemID, shares: [DeviceID: [UInt8]])
    /// Told of a key slot.
    case slot(ItemID, SharedSlot)
    /// Took a key slot away, for ever.
    case slotRemoval(ItemID, ItemID)
    /// Told of a snapshot, which is there.
    case snapshot(SnapshotReference)
}

/// A value that a field had some time.
package struct PastValue: Sendable, Equatable {
    /// The field.
    package let field: ItemField
    /// The value.
    package let value: SecretText
    /// When it was given, as far as that is known.
    package let time: Timestamp

    /// Puts them together.
    package init(_ field: ItemField, _ value: SecretText, _ time: Timestamp) {
        self.field = field
        self.value = value
        self.time = time
    }
}

/// How an item was taken away.
package enum Removal: UInt8, Sendable, Comparable {
    /// It is there.
    case none = 0
    /// It went to the trash.
    case trashed = 1
    /// It was deleted for ever.
    case purged = 2

    /// Orders by how far away it is.
    package static func < (left: Removal, right: Removal) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A change and its time.
struct TimedChange: Sendable, Equatable {
    /// When it was made, by the clock of the device.
    let time: HybridTime
    /// What was done.
    let change: Change

    /// Puts both together.
    init(_ time: HybridTime, _ change: Change) {
        self.time = time
        self.change = change
    }
}

/// What one device changed at once, opened.
struct CommitContent: Sendable, Equatable {
    /// What of the other logs whoever made the changes had before them.
    let seen: VersionVector
    /// What of the other logs the device had applied: at least what was seen.
    let applied: VersionVector
    /// The hash of its state with these changes, and with all that it had applied.
    let stateHash: [UInt8]
    /// The changes, in their order.
    let changes: [TimedChange]

    /// Puts them together.
    init(
        seen: VersionVector, applied: VersionVector? = nil, stateHash: [UInt8],
        changes: [TimedChange]
    ) {
        self.seen = seen
        self.applied = applied ?? seen
        self.stateHash = stateHash
        self.changes = changes
    }
}

/// What a new device has to know of the others before it believes anything.
package struct Introduction: Sendable, Equatable {
    /// The devices that count or did once.
    package let devices: [Device]
    /// Those of them that were taken out: no more of their logs is taken than ``vector`` has.
    package let dismissed: Set<DeviceID>
    /// How far the logs are: nothing older is taken.
    package let vector: VersionVector
    /// The last snapshot, which the new device may begin with.
    package let snapshot: KnownSnapshot?

    /// Puts them together.
    package init(
        devices: [Device], dismissed: Set<DeviceID> = [], vector: VersionVector,
        snapshot: KnownSnapshot? = nil
    ) {
        self.devices = devices
        self.dismissed = dismissed
        self.vector = vector
        self.snapshot = snapshot
    }
}
