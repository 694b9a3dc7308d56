import TenonCore
import TenonSecurity
import WalletVault

/// What a device remembers of snapshots.
struct SnapshotMemory {
    // A number that is left out had another meaning once.
    private enum Tag {
        static let last = 1
        static let confirmed = 2
        static let former = 3
        static let draft = 4
        static let weight = 5
        static let forgotten = 6
        static let trimmed = 7
        static let removedFile = 9
        static let deletedFile = 10
        static let deletedSince = 11
        static let erased = 12
        static let deletion = 13
        static let awaited = 14
        static let awaitedConfirmed = 15
        static let removedBy = 16
        static let isInDoubt = 17
        static let areFilesInDoubt = 18
        static let heard = 19
        static let dueSince = 20
    }

    /// How many former snapshots are remembered: of those before, whoever made a later one has taken the chunks
    /// away.
    private static let formerLimit = 8

    /// The one that takes the place of all others that somebody told of.
    private(set) var last: AnnouncedSnapshot?
    /// An earlier one that devices were still waited for when the next one came; ``last`` stands for more.
    ///
    /// Where snapshots are more frequent than a device is there, it never confirms the last one in time.
    private(set) var awaited: AnnouncedSnapshot?
    /// Others, whose chunks may still be there.
    private(set) var former: [SnapshotReference] = []
    /// The keys of those that this device has begun to put there, and told nobody of.
    var drafts: [SecretBytes] = []
    /// How many bytes the commits of each device have that came after it, and the files that they have removed.
    ///
    /// This is of ``last``, not of the device: it begins anew with the next snapshot.
    private var weights: [DeviceID: UInt64] = [:]
    /// The bytes of all of them.
    var weight: UInt64 { weights.values.reduce(0, +) }
    /// Since when they make the next one due, while it is the turn of other devices.
    var dueSince: Timestamp?
    /// The files that no item had any more when this device made a snapshot of its own.
    private(set) var removedFiles: Set<ItemID> = []
    /// The commit that tells of that snapshot.
    private var removedBy: UInt64 = 0
    /// The files of items that this device has deleted for good, whose parts are still there.
    var deletedFiles: [DeletedFile] = []
    /// When this device heard that something was deleted for good that the last snapshot may still have.
    private var deletedSince: Timestamp?
    /// The last commit of each device that deleted something for good.
    ///
    /// It is looked at beside ``last``: only what that one does not know of is still to be done.
    private var deletions: [DeviceID: UInt64] = [:]
    /// Those that the last snapshot does not know of: one that was made at the same time may know less than the
    /// one before it.
    private var pending: [DeviceID: UInt64] {
        deletions.filter { $1 > last?.vector.number(of: $0) ?? 0 }
    }
    /// How many commits of this device came before something that was deleted for good, by the last snapshot
    /// that knows of it.
    private var erased: UInt64 = 0
    /// Whether an older copy was put back where the logs are kept, which may lack chunks of the last one.
    var isInDoubt = false
    /// Whether such a copy may lack parts of files.
    var areFilesInDoubt = false
    /// How many of its own commits this device has taken away where the logs are kept.
    private(set) var forgotten: UInt64 = 0
    /// How many of them it has taken away here.
    private(set) var trimmed: UInt64 = 0

    init() {}

    /// Begins with a snapshot that this device was told of when it was let in.
    init(beginningWith last: KnownSnapshot?, _ now: Timestamp) {
        self.last = last.map { AnnouncedSnapshot($0, heard: now) }
    }

    /// Takes a snapshot that a commit tells of.
    ///
    /// - Parameters:
    ///   - device: This device.
    ///   - hasDeleted: Whether something was deleted for good that this device hears of by the snapshot.
    mutating func note(
        _ snapshot: KnownSnapshot, for device: DeviceID, _ now: Timestamp, hasDeleted: Bool
    ) {
        let undone = pending
        drafts.removeAll { $0 == snapshot.reference.key }
        if let last, last.stamp != snapshot.stamp {
            guard snapshot.isLater(than: last.snapshot) else {
                return add(former: snapshot.reference)
            }
            add(former: last.snapshot.reference)
            awaited = awaited ?? last
        }
        if last?.stamp != snapshot.stamp { last = AnnouncedSnapshot(snapshot, heard: now) }
        last?.confirmed.insert(snapshot.stamp.device)
        (weights, dueSince) = ([:], nil)
        if hasDeleted || !undone.keys.allSatisfy({ pending[$0] != nil }) {
            erased = snapshot.reference.vector.number(of: device)
        }
        if pending.isEmpty { deletedSince = nil }
    }

    /// Adds the bytes that the next snapshot saves by standing for a commit.
    mutating func add(weight: UInt64, of device: DeviceID) { weights[device, default: 0] += weight }

    /// How many other devices have commits that weigh more.
    func turn(of device: DeviceID, among others: [DeviceID]) -> Int {
        let own = (weights[device] ?? 0, device)
        return others.count(where: { (weights[$0] ?? 0, $0) > own })
    }

    /// Whether the last snapshot, or commits after it, have what was deleted for good, and it is time for another
    /// one.
    ///
    /// There is at most one in each time of patience. It is made by the device that has deleted something; by
    /// others when that does not come to it.
    func isDueForDeletions(by device: DeviceID, _ now: Timestamp, patience: Int64) -> Bool {
        let pending = pending
        guard !pending.isEmpty else { return false }
        let made = last?.stamp.time.timestamp
        let isOwn = pending[device] != nil
        guard let since = isOwn ? made : [made, deletedSince].compactMap(\.self).max() else {
            return true
        }
        let age = now.milliseconds - since.milliseconds
        // A clock may have been far ahead when it was made.
        return age >= (isOwn ? patience : 2 * patience) || age < -patience
    }

    /// Whether this device takes its own commits away at once that a snapshot stands for, here as well: some may
    /// have values that were deleted for good.
    ///
    /// - Parameter end: How many of them the snapshot stands for.
    func isErasing(upTo end: UInt64) -> Bool { trimmed < min(erased, end) }

    /// Waits no longer for devices that lack a snapshot, or one before it.
    mutating func settle(_ snapshot: AnnouncedSnapshot) {
        guard let awaited, snapshot.covers(awaited) else { return }
        self.awaited = nil
    }

    /// Takes out the drafts and the former snapshots with a key, whose chunks are gone.
    mutating func drop(_ key: SecretBytes) {
        drafts.removeAll { $0 == key }
        former.removeAll { $0.key == key }
    }

    /// Takes that an older copy was put back where the logs are kept: what was taken away there is there again.
    mutating func doubt() {
        (isInDoubt, areFilesInDoubt) = (true, true)
        forgotten = 0
    }

    /// Takes that own commits were taken away.
    ///
    /// - Parameters:
    ///   - there: Up to which one, where the logs are kept.
    ///   - here: Up to which one, here.
    mutating func forget(_ there: UInt64, here: UInt64) {
        (forgotten, trimmed) = (max(forgotten, there), max(trimmed, here))
    }

    /// Takes the files that no item had any more when this device made its last snapshot.
    ///
    /// While devices are waited for that lack an earlier one, the files of that one are what is looked at.
    mutating func note(removedFiles files: Set<ItemID>, inSnapshotBy device: DeviceID) {
        guard removedFiles.isEmpty, let stamp = last?.stamp, stamp.device == device else { return }
        (removedFiles, removedBy) = (files, stamp.number)
    }

    /// The files that every device knows to be removed that has a snapshot.
    func removedFiles(
        knownBy snapshot: AnnouncedSnapshot, of device: DeviceID
    ) -> Set<ItemID> {
        let isSame = snapshot.stamp.device == device && snapshot.stamp.number == removedBy
        return isSame || snapshot.vector.number(of: device) >= removedBy ? removedFiles : []
    }

    /// Forgets the removed files, whose parts are gone.
    mutating func dropRemovedFiles() { (removedFiles, removedBy) = ([], 0) }

    private mutating func add(former reference: SnapshotReference) {
        guard !former.contains(where: { $0.key == reference.key }) else { return }
        former = (former + [reference]).suffix(Self.formerLimit)
    }

    /// Takes what a commit of a device says about how far it is.
    mutating func note(_ applied: VersionVector, of device: DeviceID) {
        if let last, applied.covers(last.stamp) { self.last?.confirmed.insert(device) }
        if let awaited, applied.covers(awaited.stamp) { self.awaited?.confirmed.insert(device) }
    }

    /// Takes when something was deleted.
    mutating func note(
        deletionsIn changes: [TimedChange], by device: DeviceID, _ number: UInt64, _ now: Timestamp
    ) {
        let isDeletion = changes.contains { timed in
            switch timed.change {
            case .removal(_, .purged): true
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
        // It comes before the snapshot that it belongs to.
        var heard = Timestamp(milliseconds: 0)
        while let field = try reader.next() {
            switch field.tag {
            case Tag.heard: heard = Timestamp(milliseconds: field.number)
            case Tag.last:
                last = AnnouncedSnapshot(try KnownSnapshot(reading: field.value), heard: heard)
            case Tag.awaited:
                awaited = AnnouncedSnapshot(try KnownSnapshot(reading: field.value), heard: heard)
            case Tag.confirmed, Tag.awaitedConfirmed:
                guard let device = DeviceID(bytes: Array(field.value)) else {
                    throw SyncError.localState()
                }
                if field.tag == Tag.confirmed {
                    last?.confirmed.insert(device)
                } else {
                    awaited?.confirmed.insert(device)
                }
            case Tag.former: former.append(try SnapshotReference(reading: field.value))
            case Tag.draft: drafts.append(SecretBytes(copying: field.value))
            case Tag.dueSince: dueSince = Timestamp(milliseconds: field.number)
            case Tag.forgotten: forgotten = UInt64(bitPattern: field.number)
            case Tag.trimmed: trimmed = UInt64(bitPattern: field.number)
            case Tag.deletion, Tag.weight:
                let end = ItemCoding.byteCount
                guard field.value.count == end + 8,
                    let device = DeviceID(bytes: Array(field.value[..<end]))
                else { throw SyncError.localState() }
                let number = UInt64(bigEndianBytes: field.value[end...])
                if field.tag == Tag.weight {
                    weights[device] = number
                } else {
                    deletions[device] = number
                }
            case Tag.removedFile:
                guard let file = ItemCoding.id(field.value) else { throw SyncError.localState() }
                removedFiles.insert(file)
            case Tag.removedBy: removedBy = UInt64(bitPattern: field.number)
            case Tag.isInDoubt: isInDoubt = true
            case Tag.areFilesInDoubt: areFilesInDoubt = true
            case Tag.deletedFile: deletedFiles.append(try DeletedFile(reading: field.value))
            case Tag.deletedSince: deletedSince = Timestamp(milliseconds: field.number)
            case Tag.erased: erased = UInt64(bitPattern: field.number)
            default: throw SyncError.localState()
            }
        }
    }

    /// Writes all of it.
    func write(to writer: SecretWriter) {
        for (announced, tag, confirmed) in [
            (last, Tag.last, Tag.confirmed), (awaited, Tag.awaited, Tag.awaitedConfirmed),
        ] {
            guard let announced else { continue }
            writer.field(Tag.heard, announced.heard.milliseconds)
            writer.field(tag, announced.snapshot.write)
            for device in announced.confirmed { writer.field(confirmed) { $0.bytes(device.bytes) } }
        }
        for reference in former { writer.field(Tag.former, reference.write) }
        for key in drafts { key.withBytes { writer.field(Tag.draft, $0) } }
        if let dueSince { writer.field(Tag.dueSince, dueSince.milliseconds) }
        writer.field(Tag.forgotten, Int64(bitPattern: forgotten))
        writer.field(Tag.trimmed, Int64(bitPattern: trimmed))
        for file in removedFiles {
            writer.field(Tag.removedFile) { $0.bytes(ItemCoding.bytes(of: file)) }
        }
        writer.field(Tag.removedBy, Int64(bitPattern: removedBy))
        if isInDoubt { writer.field(Tag.isInDoubt, 1) }
        if areFilesInDoubt { writer.field(Tag.areFilesInDoubt, 1) }
        for file in deletedFiles { writer.field(Tag.deletedFile, file.write) }
        if let deletedSince { writer.field(Tag.deletedSince, deletedSince.milliseconds) }
        writer.field(Tag.erased, Int64(bitPattern: erased))
        for (tag, numbers) in [(Tag.deletion, deletions), (Tag.weight, weights)] {
            for (device, number) in numbers {
                writer.field(tag) { $0.bytes(device.bytes + number.bigEndianBytes) }
            }
        }
    }
}
