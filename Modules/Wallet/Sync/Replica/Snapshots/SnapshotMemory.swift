import TenonCore
import TenonSecurity
import WalletVault

/// What a device remembers of snapshots.
struct SnapshotMemory {
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
        if last?.stamp != snapshot.stamp {
            last = AnnouncedSnapshot(snapshot: snapshot, heard: now)
        }
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
}

extension SnapshotMemory {
    /// Begins with a snapshot that this device was told of when it was let in.
    init(beginningWith last: KnownSnapshot?, _ now: Timestamp) {
        self.init()
        self.last = last.map { AnnouncedSnapshot(snapshot: $0, heard: now) }
    }
}

extension SnapshotMemory: FieldRecord {
    // A number that is left out had another meaning once.
    /// Its fields; one with others is from a newer version.
    static let layout: RecordLayout<Self> = RecordLayout(
        RecordField(optional: 21, \Self.last), RecordField(optional: 22, \Self.awaited),
        RecordField(list: 3, \Self.former), RecordField(list: 4, \Self.drafts),
        RecordField(entries: 5, \Self.weights), RecordField(optional: 20, \Self.dueSince),
        RecordField(set: 9, \Self.removedFiles), RecordField(16, \Self.removedBy),
        RecordField(list: 10, \Self.deletedFiles), RecordField(optional: 11, \Self.deletedSince),
        RecordField(entries: 13, \Self.deletions), RecordField(12, \Self.erased),
        RecordField(17, \Self.isInDoubt), RecordField(18, \Self.areFilesInDoubt),
        RecordField(6, \Self.forgotten), RecordField(7, \Self.trimmed),
        unknown: .refused(SyncError.newerFormat), damage: SyncError.localState()
    ) {
        SnapshotMemory(
            last: $0, awaited: $1, former: $2, drafts: $3, weights: $4, dueSince: $5,
            removedFiles: $6, removedBy: $7, deletedFiles: $8, deletedSince: $9, deletions: $10,
            erased: $11, isInDoubt: $12, areFilesInDoubt: $13, forgotten: $14, trimmed: $15)
    }
}
