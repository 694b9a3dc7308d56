package import TenonCore
package import WalletVault

/// What somebody did to an item, or to the list of devices.
package enum Change: Sendable, Equatable {
    /// Set fields of an item; `nil` empties a field.
    case fields(ItemID, [ItemField: SecretText?])
    /// Remembered values that fields of an item had before.
    case former(ItemID, [PastValue])
    /// Removed an item.
    case removal(ItemID, Removal)
    /// Admitted a device.
    case device(Device)
    /// Dismissed a device, for good.
    case dismissal(DeviceID)
    /// Announced the public key that keys can be sealed for, and the name of the vault key that it
    /// has.
    case announcement(publicKey: [UInt8], keyName: ItemID)
    /// Gave the vault a new key, or handed it to further devices, sealed for each.
    case key(ItemID, shares: [DeviceID: [UInt8]])
    /// Added a key slot.
    case slot(ItemID, SharedSlot)
    /// Removed a key slot, for good.
    case slotRemoval(ItemID, ItemID)
    /// Told of a snapshot, which is there.
    case snapshot(SnapshotReference)
}

extension Change {
    /// The item that it is about; `nil` for anything else.
    var item: ItemID? {
        switch self {
        case .fields(let id, _), .former(let id, _), .removal(let id, _): id
        case .device, .dismissal, .announcement, .key, .slot, .slotRemoval, .snapshot: nil
        }
    }
}

/// A value that a field had at some time.
package struct PastValue: Sendable, Equatable {
    /// The field.
    let field: ItemField
    /// The value.
    let value: SecretText
    /// When it was set, as far as that is known.
    let time: Timestamp

    /// Makes a past value.
    package init(_ field: ItemField, _ value: SecretText, _ time: Timestamp) {
        self.field = field
        self.value = value
        self.time = time
    }
}

/// How far an item is removed.
package enum Removal: UInt8, Sendable, Comparable {
    /// It is not removed.
    case none = 0
    /// It is in the trash.
    case trashed = 1
    /// It is deleted, for good: its values are dropped.
    case purged = 2

    /// Orders by how far it is removed.
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

    /// Makes a timed change.
    init(_ time: HybridTime, _ change: Change) {
        self.time = time
        self.change = change
    }
}

/// The opened content of a commit: what one device changed at once.
struct CommitContent: Sendable, Equatable {
    /// How much of the other logs the author of the changes had seen.
    let seen: VersionVector
    /// How much of the other logs the device had applied: at least what was seen.
    let applied: VersionVector
    /// What the clock of the device said.
    let time: Timestamp
    /// The hash of its state with these changes, and with all that it had applied.
    let stateHash: [UInt8]
    /// The changes, in their order.
    let changes: [TimedChange]

    /// Makes the content of a commit.
    init(
        seen: VersionVector, applied: VersionVector? = nil, at time: Timestamp,
        stateHash: [UInt8], changes: [TimedChange]
    ) {
        self.seen = seen
        self.applied = applied ?? seen
        self.time = HybridTime(time).timestamp
        self.stateHash = stateHash
        self.changes = changes
    }
}

/// What a new device has to know of the others before it can trust anything.
package struct Introduction: Sendable, Equatable {
    /// All present and former devices.
    package let devices: [Device]
    /// The dismissed ones: nothing beyond ``vector`` is accepted from their logs.
    let dismissed: Set<DeviceID>
    /// How far the logs are: nothing older is accepted.
    package let vector: VersionVector
    /// The last snapshot, which the new device may begin with.
    let snapshot: KnownSnapshot?

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
