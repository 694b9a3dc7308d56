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

extension KnownDevice {
    private enum Tag {
        static let trusted = 1
        static let pinned = 2
        static let isBarred = 3
        static let dismissalHeard = 4
        static let clock = 5
        static let vouched = 6
        static let acknowledged = 7
        static let spared = 8
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError``: `syncNewerFormat` when a newer version has added something; `syncLocalState`
    ///   when it is something else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.trusted:
                trusted = Device(reading: field.value)
                guard trusted != nil else { throw SyncError.localState() }
            case Tag.pinned:
                pinned = LogPosition(reading: field.value)
                guard pinned != nil else { throw SyncError.localState() }
            case Tag.isBarred: isBarred = true
            case Tag.dismissalHeard: dismissalHeard = Timestamp(milliseconds: field.number)
            case Tag.clock:
                clock = ClockReading(reading: field.value)
                guard clock != nil else { throw SyncError.localState() }
            case Tag.vouched: vouched = UInt64(bitPattern: field.number)
            case Tag.acknowledged: acknowledged = UInt64(bitPattern: field.number)
            case Tag.spared: spared = UInt64(bitPattern: field.number)
            default: throw SyncError.newerFormat
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        if let trusted { writer.field(Tag.trusted, trusted.write) }
        if let pinned { writer.field(Tag.pinned, pinned.write) }
        if isBarred { writer.field(Tag.isBarred, 1) }
        if let dismissalHeard { writer.field(Tag.dismissalHeard, dismissalHeard.milliseconds) }
        if let clock { writer.field(Tag.clock, clock.write) }
        writer.field(Tag.vouched, Int64(bitPattern: vouched))
        writer.field(Tag.acknowledged, Int64(bitPattern: acknowledged))
        writer.field(Tag.spared, Int64(bitPattern: spared))
    }
}
