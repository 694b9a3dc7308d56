package import TenonCore
package import WalletVault

/// A change, and when it was made if that was not now.
struct DatedChange {
    let change: Change
    var date: Timestamp?
}

extension Replica {
    /// Writes changes of this device down; they are durable when it returns.
    ///
    /// - Parameter dates: When items were changed for the last time, if that was before now.
    /// - Throws: ``SyncError`` (`syncTooLarge`), then nothing was written; or an error of the store.
    package func commit(_ changes: [Change], dates: [ItemID: Timestamp] = [:]) throws {
        let dated = changes.map { change in
            if case .fields(let id, _) = change {
                return DatedChange(change: change, date: dates[id])
            }
            return DatedChange(change: change)
        }
        try commit(dated, over: nil)
    }

    /// Writes changes of this device down that were made by somebody who may not have had all that is
    /// known here.
    ///
    /// - Parameter seen: What of the other logs that was, at most what is here; `nil` for all of it.
    func commit(_ changes: [DatedChange], over seen: VersionVector?) throws {
        try reload()
        for group in try grouped(changes) { try commit(group, over: seen) }
        try sayUnsaid()
    }

    /// Lets another device in, once.
    ///
    /// - Returns: What the other device has to know.
    /// - Throws: ``SyncError`` (`syncNotIn`, `syncDismissed`) when this device does not count itself, as
    ///   far as it knows; or an error of the store.
    package func introduce(_ newcomer: Device) throws -> Introduction {
        try reload()
        try requireCounting()
        if state.devices[newcomer.id] == nil { try commit([.device(newcomer)]) }
        return try introduction()
    }

    /// What a machine that is invited has to know of the others.
    ///
    /// - Throws: ``SyncError`` (`syncNotIn`, `syncDismissed`) when this device does not count itself, as
    ///   far as it knows.
    func introduction() throws -> Introduction {
        try requireCounting()
        let devices = state.devices.values.sorted { $0.id < $1.id }
        return Introduction(
            devices: devices, dismissed: Set(state.dismissed.keys), vector: vector,
            snapshot: memory.snapshots.last?.snapshot)
    }

    /// Makes one commit; one without changes only says how far this device has the other logs.
    ///
    /// - Parameter key: What it is sealed under; `nil` for the last key that opens with a passphrase.
    func commit(
        _ changes: [TimedChange], over seen: VersionVector?, under key: CommitSealer.Key? = nil
    ) throws {
        var next = memory
        let now = now()
        next.owesAnswer = false
        for change in changes { next.clock.follow(change.time, now) }
        next.known[device.id, default: KnownDevice()].clock = ClockReading(time: now)
        let old = position(of: device.id)
        var applied = vector
        applied.positions[device.id] = nil
        var seen = seen ?? applied
        seen.positions[device.id] = nil
        let step = try state.applying(changes, by: device.id, old.number + 1, seen: seen)
        try noteLost(by: step, changes, in: &next)
        let content = CommitContent(
            seen: seen, applied: applied, at: now, stateHash: step.hash, changes: changes)
        let commit = try sealer.make(
            content, after: old, by: memory.keys, device.id, under: key ?? presentKey)
        next.snapshots.add(weight: try weight(of: commit, with: changes), of: device.id)
        for snapshot in content.snapshots(by: device.id, old.number + 1) {
            next.note(snapshot, for: device.id, now)
        }
        next.snapshots.note(deletionsIn: changes, by: device.id, old.number + 1, now)
        next.snapshots.deletedFiles += try files(deletedBy: step, old.number + 1)
        next.owedFiles.merge(Self.files(namedBy: changes)) { $1 }
        try adopt(
            step, next, by: device.id, old.number + 1, hash: CommitSealer.hash(of: commit),
            with: [RowKey.own(number: old.number + 1).bytes: commit])
    }

    /// Gives changes their times, and divides them into commits.
    func grouped(_ changes: [DatedChange]) throws -> [[TimedChange]] {
        var clock = memory.clock
        let now = now()
        var groups: [[TimedChange]] = []
        var size = Int.max
        for dated in changes {
            for change in try divided(dated.change) {
                var time = try time(of: change, clock.next(now))
                if let date = dated.date, date < now { time = HybridTime(date) }
                let count = Self.size(of: change)
                if size > CommitSealer.changesLimit - count {
                    groups.append([])
                    size = 0
                }
                groups[groups.count - 1].append(TimedChange(time, change))
                size += count
            }
        }
        return groups
    }

    /// The time of a change: later than all that it has to come after, whatever clocks said.
    func time(of change: Change, _ next: HybridTime) throws -> HybridTime {
        try state.latest(before: change).map { max(next, $0.next) } ?? next
    }

    /// Divides what does not fit into one commit.
    private func divided(_ change: Change) throws -> [Change] {
        guard Self.size(of: change) > CommitSealer.changesLimit else { return [change] }
        switch change {
        case .fields(let id, let fields):
            guard fields.count > 1 else { throw SyncError.tooLarge(id.description) }
            return try fields.sorted { $0.key < $1.key }.flatMap { field, value in
                try divided(.fields(id, [field: value]))
            }
        case .former(let id, let values):
            guard values.count > 1 else { throw SyncError.tooLarge(id.description) }
            return try values.flatMap { try divided(.former(id, [$0])) }
        case .removal, .device, .dismissal, .announcement, .key, .slot, .slotRemoval, .snapshot:
            return [change]
        }
    }

    /// Whether a value of a field can be sent.
    static func isSendable(_ field: ItemField, _ value: SecretText) -> Bool {
        field.key.count + value.count <= CommitSealer.changesLimit - 256
    }

    private static func size(of change: Change) -> Int {
        let writer = SecretWriter(capacity: 256)
        TimedChange(HybridTime(value: .max), change).write(to: writer)
        return writer.count + 8
    }
}
