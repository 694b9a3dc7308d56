import TenonCore
import TenonSecurity
import WalletVault

/// What a device remembers of snapshots.
struct SnapshotMemory {
    private enum Tag {
        static let last = 1
        static let confirmed = 2
        static let former = 3
        static let draft = 4
        static let weight = 5
        static let forgotten = 6
        static let trimmed = 7
        static let spared = 8
        static let removedFile = 9
        static let deleted = 10
        static let deletedSince = 11
        static let erasing = 12
        static let deletion = 13
    }

    /// How many former snapshots are remembered: of those before, somebody else has taken the chunks away.
    private static let formerLimit = 8

    /// The one with the latest stamp that somebody told of.
    private(set) var last: KnownSnapshot?
    /// The devices that have applied the commit that tells of it, as their own commits say.
    var confirmed: Set<DeviceID> = []
    /// Others, whose chunks may still be there.
    var former: [SnapshotReference] = []
    /// The keys of those that this device has begun to put there, and told nobody of.
    var drafts: [SecretBytes] = []
    /// How many bytes the commits have that came after it, and the files that were removed since.
    var weight: UInt64 = 0
    /// The files that no item had any more when this device made the last snapshot of its own.
    var removedFiles: Set<ItemID> = []
    /// The items that were deleted for good by then, and that more is known of.
    var deleted: Set<ItemID> = []
    /// When something was deleted for good, or erased, that the last snapshot may still have.
    private(set) var deletedSince: Timestamp?
    /// The last commit of each device that did so.
    private var deletions: [DeviceID: UInt64] = [:]
    /// The devices that know erasures, as their own commits say.
    private(set) var erasing: Set<DeviceID> = []
    /// How many of its own commits this device has taken away where the logs are kept.
    var forgotten: UInt64 = 0
    /// How many of them it has taken away here.
    var trimmed: UInt64 = 0

    /// How many commits of each device may be gone where the logs are kept, by all snapshots that were heard of.
    private(set) var spared: [DeviceID: UInt64] = [:]

    init() {}

    /// Begins with a snapshot that this device was told of when it was let in.
    init(beginningWith last: KnownSnapshot?) {
        self.last = last
        if let last { spare(last.reference.vector) }
    }

    private mutating func spare(_ vector: VersionVector) {
        spared.merge(vector.positions.mapValues(\.number)) { max($0, $1) }
    }

    /// Takes a snapshot that a commit tells of.
    mutating func note(_ snapshot: KnownSnapshot) {
        drafts.removeAll { $0 == snapshot.reference.key }
        spare(snapshot.reference.vector)
        if let last, last.stamp != snapshot.stamp {
            guard snapshot.isLater(than: last) else { return add(former: snapshot.reference) }
            add(former: last.reference)
            confirmed = []
        }
        last = snapshot
        confirmed.insert(snapshot.stamp.device)
        weight = 0
        deletions = deletions.filter { $1 > snapshot.reference.vector.number(of: $0) }
        if deletions.isEmpty { deletedSince = nil }
    }

    private mutating func add(former reference: SnapshotReference) {
        guard !former.contains(where: { $0.key == reference.key }) else { return }
        former = (former + [reference]).suffix(Self.formerLimit)
    }

    /// Takes what a commit of a device says about how far it is.
    mutating func note(_ applied: VersionVector, of device: DeviceID, level: Int64) {
        if level > 0 { erasing.insert(device) }
        guard let last, applied.covers(last.stamp) else { return }
        confirmed.insert(device)
    }

    /// Takes when something was deleted.
    mutating func note(
        deletionsIn changes: [TimedChange], by device: DeviceID, _ number: UInt64, _ now: Timestamp
    ) {
        let isDeletion = changes.contains { timed in
            switch timed.change {
            case .removal(_, .purged), .erasure: true
            default: false
            }
        }
        guard isDeletion else { return }
        deletions[device] = number
        deletedSince = deletedSince ?? now
    }

    /// Reads what ``write(to:)`` wrote.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) for anything else.
    init(reading bytes: UnsafeRawBufferPointer) throws {
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.last: last = try KnownSnapshot(reading: field.value)
            case Tag.confirmed:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.localState()
                }
                confirmed.insert(device)
            case Tag.former: former.append(try SnapshotReference(reading: field.value))
            case Tag.draft: drafts.append(SecretBytes(copying: field.value))
            case Tag.weight: weight = UInt64(bitPattern: field.number)
            case Tag.forgotten: forgotten = UInt64(bitPattern: field.number)
            case Tag.trimmed: trimmed = UInt64(bitPattern: field.number)
            case Tag.spared, Tag.deletion:
                let end = ItemCoding.byteCount
                guard field.value.count == end + 8,
                    let device = DeviceID(bytes: Array(field.value[..<end]))
                else { throw SyncError.localState() }
                let number = UInt64(bigEndianBytes: field.value[end...])
                if field.tag == Tag.spared {
                    spared[device] = number
                } else {
                    deletions[device] = number
                }
            case Tag.removedFile:
                guard let file = ItemCoding.id(field.value) else { throw SyncError.localState() }
                removedFiles.insert(file)
            case Tag.deleted:
                guard let item = ItemCoding.id(field.value) else { throw SyncError.localState() }
                deleted.insert(item)
            case Tag.deletedSince: deletedSince = Timestamp(milliseconds: field.number)
            case Tag.erasing:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.localState()
                }
                erasing.insert(device)
            default: throw SyncError.localState()
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        if let last { writer.field(Tag.last, last.write) }
        for device in confirmed { writer.field(Tag.confirmed) { $0.bytes(device.bytes) } }
        for reference in former { writer.field(Tag.former, reference.write) }
        for key in drafts { key.withBytes { writer.field(Tag.draft, $0) } }
        writer.field(Tag.weight, Int64(bitPattern: weight))
        writer.field(Tag.forgotten, Int64(bitPattern: forgotten))
        writer.field(Tag.trimmed, Int64(bitPattern: trimmed))
        for file in removedFiles {
            writer.field(Tag.removedFile) { $0.bytes(ItemCoding.bytes(of: file)) }
        }
        for item in deleted {
            writer.field(Tag.deleted) { $0.bytes(ItemCoding.bytes(of: item)) }
        }
        if let deletedSince { writer.field(Tag.deletedSince, deletedSince.milliseconds) }
        for (device, number) in deletions {
            writer.field(Tag.deletion) { $0.bytes(device.bytes + number.bigEndianBytes) }
        }
        for device in erasing { writer.field(Tag.erasing) { $0.bytes(device.bytes) } }
        for (device, number) in spared {
            writer.field(Tag.spared) { $0.bytes(device.bytes + number.bigEndianBytes) }
        }
    }
}
