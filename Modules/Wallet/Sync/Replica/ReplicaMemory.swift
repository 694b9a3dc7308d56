import TenonCore
import TenonSecurity
import WalletVault

/// What a device remembers beside items and logs.
struct ReplicaMemory {
    /// The key of this device.
    let keys: Ed25519.KeyPair
    /// Its name for people.
    let name: String
    var clock = HybridClock()
    /// Devices that are believed without an introduction: the one that founded, or that invited.
    var trusted: [DeviceID: Device] = [:]
    /// How far the logs were when this device was invited; less than that is never taken.
    var pinned = VersionVector()
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
    /// When this device heard of that.
    var dismissalsHeard: [DeviceID: Timestamp] = [:]
    /// What the clock of each device, this one included, said in its last commit that is here.
    var clocks: [DeviceID: ClockReading] = [:]
    /// Devices that had been taken out when this one was invited.
    var barred: Set<DeviceID> = []
    /// How many commits of each device others had applied, as their own applied commits say.
    var vouched: [DeviceID: UInt64] = [:]
    /// How many commits of this device each other one had applied, as its last applied commit says.
    var acknowledged: [DeviceID: UInt64] = [:]
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

    init(keys: Ed25519.KeyPair, name: String) {
        self.keys = keys
        self.name = name
    }

    /// Remembers when this device heard that others were taken out.
    mutating func noteHeard(of dismissed: some Sequence<DeviceID>, _ now: Timestamp) {
        for id in dismissed where dismissalsHeard[id] == nil { dismissalsHeard[id] = now }
    }
}
