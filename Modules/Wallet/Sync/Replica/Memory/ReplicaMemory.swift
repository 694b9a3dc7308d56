import TenonCore
import TenonSecurity
import WalletVault

/// What a device remembers beside items and logs.
struct ReplicaMemory: Sendable {
    /// The key of this device.
    let keys: Ed25519.KeyPair
    /// Its name for people.
    let name: String
    var clock = HybridClock()
    /// What is remembered of each device; of one that is not in it, nothing.
    var known: [DeviceID: KnownDevice] = [:]
    /// How many of its own commits the remote has had.
    var sent: UInt64 = 0
    /// How new the vault was when its changes were taken for the last time; 0 before the first time.
    var vaultRevision: Int64 = 0
    /// Which incarnation of the vault that was.
    var incarnation: [UInt8] = []
    /// How far the logs were when all of them was in the vault: what a person may have seen there.
    var settled = VersionVector()
    /// Items with values that cannot be sent.
    var withheld: Set<ItemID> = []
    var stateHash: [UInt8] = []
    /// The devices of the state.
    var devices: [Device] = []
    /// Who let them in, and when.
    var admissions: [Admission: Stamp] = [:]
    /// Those of them that were taken out.
    var dismissed: [DeviceID: Stamp] = [:]
    /// Whether a device was taken out, and no commit of this one says yet how far it had its log.
    var owesAnswer = false
    /// What opens the vault, of the state.
    var access = AccessState()
    /// Keys of the vault for synchronising that other devices have handed over.
    var learned: [SecretBytes] = []
    /// The key that the vault had, and its key slots, when both were last brought together.
    var settledKey: ItemID?
    var settledSlots: Set<ItemID> = []
    /// Whether the passphrases of the vault here take the place of those that others agree on.
    var replacesPassphrases = false
    /// What is remembered of snapshots.
    var snapshots = SnapshotMemory()
    /// What went from items that are back by an erasure, and is to be said again.
    var unsaid: [TimedChange] = []
    /// The files that its own commits name, and whose content was not handed over yet, each with its item.
    var owedFiles: [ItemID: ItemID] = [:]
}

extension ReplicaMemory {
    /// Begins with what the device that invited this one gave it.
    init(keys: Ed25519.KeyPair, name: String, by introduction: Introduction, _ now: Timestamp) {
        self.init(keys: keys, name: name)
        for device in introduction.devices where known[device.id] == nil {
            known[device.id] = KnownDevice(trusted: device)
        }
        for (id, position) in introduction.vector.positions {
            known[id, default: KnownDevice()].pinned = position
        }
        for id in introduction.dismissed { known[id, default: KnownDevice()].isBarred = true }
        snapshots = SnapshotMemory(beginningWith: introduction.snapshot, now)
        if let snapshot = introduction.snapshot {
            raise(\.spared, to: snapshot.reference.vector.numbers)
        }
    }

    /// Remembers when this device heard that others were taken out.
    mutating func noteHeard(of dismissed: some Sequence<DeviceID>, _ now: Timestamp) {
        for id in dismissed where known[id]?.dismissalHeard == nil {
            known[id, default: KnownDevice()].dismissalHeard = now
        }
    }

    /// Raises a number of commits that is remembered of each device; it never falls.
    mutating func raise(
        _ count: WritableKeyPath<KnownDevice, UInt64>, to numbers: [DeviceID: UInt64]
    ) {
        for (id, number) in numbers {
            let old = known[id]?[keyPath: count] ?? 0
            known[id, default: KnownDevice()][keyPath: count] = max(old, number)
        }
    }

    /// Takes a snapshot that a commit tells of: what it stands for may be gone where the logs are kept.
    ///
    /// - Parameters:
    ///   - device: This device.
    ///   - hasDeleted: Whether something was deleted for good that this device hears of by the snapshot.
    mutating func note(
        _ snapshot: KnownSnapshot, for device: DeviceID, _ now: Timestamp, hasDeleted: Bool = false
    ) {
        raise(\.spared, to: snapshot.reference.vector.numbers)
        snapshots.note(snapshot, for: device, now, hasDeleted: hasDeleted)
    }
}
