import TenonCore
import WalletVault

/// All that one device remembers of another one, or of itself, beside its log.
///
/// What all devices agree on, such as who was taken out, is in ``SyncState``. What begins anew with each
/// snapshot, such as who lacks it, is in ``SnapshotMemory``.
struct KnownDevice: Equatable {
    /// Its key and name, as told by the device that invited this one: it needs no introduction.
    var trusted: Device?
    /// How far its log was when this device was invited; less than that is never taken.
    var pinned: LogPosition?
    /// Whether it had been taken out when this device was invited.
    var isBarred = false
    /// When this device heard that it was taken out.
    var dismissalHeard: Timestamp?
    /// What its clock said in its last commit that is here.
    var clock: ClockReading?
    /// How many of its commits others had applied, as their own applied commits say.
    var vouched: UInt64 = 0
    /// How many commits of this device it had applied, as its last applied commit says.
    var acknowledged: UInt64 = 0
    /// How many of its commits may be gone where the logs are kept, by all snapshots that were heard of.
    var spared: UInt64 = 0
}

extension KnownDevice: FieldRecord {
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(optional: 1, \Self.trusted), RecordField(optional: 2, \Self.pinned),
        RecordField(3, \Self.isBarred), RecordField(optional: 4, \Self.dismissalHeard),
        RecordField(optional: 5, \Self.clock), RecordField(6, \Self.vouched),
        RecordField(7, \Self.acknowledged), RecordField(8, \Self.spared),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) {
        KnownDevice(
            trusted: $0, pinned: $1, isBarred: $2, dismissalHeard: $3, clock: $4, vouched: $5,
            acknowledged: $6, spared: $7)
    }
}
