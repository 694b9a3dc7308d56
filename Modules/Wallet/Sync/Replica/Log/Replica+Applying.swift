import TenonCore
import WalletVault

extension Replica {
    /// Whether an error concerns one log, and not the remote or the store.
    static func isOfLog(_ error: SyncError) -> Bool {
        !error.isRefusal && ![.syncLocalState, .syncRemote, .syncFull].contains(error.code)
    }

    /// Applies one commit; `false` when what its author had seen is not here yet.
    func apply(
        _ commit: [UInt8], by author: DeviceID, _ report: inout SyncReport
    ) throws -> Bool {
        guard let device = signer(of: author) else { return false }
        let old = position(of: author)
        let content = try sealer.open(commit, after: old, by: device)
        let lacking = try lacking(for: content, of: author)
        for other in lacking { report.missing[other] = position(of: other).number + 1 }
        guard lacking.isEmpty else { return false }
        let hash = CommitSealer.hash(of: commit)
        if let pin = memory.known[author]?.pinned, pin.number == old.number + 1,
            pin.hash != hash
        {
            throw SyncError.forked
        }
        let step = try state.applying(
            content.changes, by: author, old.number + 1, seen: content.seen)
        // Also of logs of which nothing is here yet.
        let others = Set(logs.keys).union(content.applied.positions.keys)
        let isSameView = others.allSatisfy { other in
            other == author || content.applied.number(of: other) == position(of: other).number
        }
        guard !isSameView || step.hash == content.stateHash else { throw SyncError.diverged }
        var next = memory
        try noteLost(by: step, content.changes, in: &next)
        next.raise(\.vouched, to: content.applied.numbers)
        next.known[author, default: KnownDevice()].acknowledged =
            content.applied.number(of: self.device.id)
        if !step.dismissed.isEmpty { next.owesAnswer = true }
        next.snapshots.add(weight: try weight(of: commit, with: content.changes), of: author)
        let now = now()
        note(clockOf: author, by: content, now, in: &next)
        next.snapshots.note(content.applied, of: author)
        next.snapshots.note(deletionsIn: content.changes, by: author, old.number + 1, now)
        for snapshot in content.snapshots(by: author, old.number + 1) {
            next.note(snapshot, for: self.device.id, now)
            next.owesAnswer = true
        }
        let handed = keys(in: content.changes)
        next.learned += handed
        for change in content.changes { next.clock.follow(change.time, now) }
        try adopt(step, next, by: author, old.number + 1, hash: hash)
        for key in handed { try open(under: key) }
        try sayUnsaid()
        report.applied += 1
        progress?.completed += 1
        report.items.formUnion(step.items.keys)
        return true
    }

    /// The devices of whose logs an author had seen more than is here; all else is the same.
    private func lacking(
        for content: CommitContent, of author: DeviceID
    ) throws -> [DeviceID] {
        // It has seen nothing that it had not applied; of that only what was seen is waited for.
        _ = try compare(content.applied, of: author)
        return try compare(content.seen, of: author)
    }

    /// The devices of whose logs somebody had more than is here.
    ///
    /// - Throws: ``SyncError`` when somebody had something else.
    private func compare(_ vector: VersionVector, of author: DeviceID) throws -> [DeviceID] {
        guard vector.positions[author] == nil else { throw SyncError.damaged }
        return try vector.positions.filter { other, position in
            guard position.number > 0 else { return false }
            guard position.number <= self.position(of: other).number else {
                guard other != device.id else { throw SyncError.ownStateOlder }
                return true
            }
            // Of what was forgotten, all had the same.
            let hash = logs[other]?.hash(of: position.number)
            guard hash == nil || hash == position.hash else { throw SyncError.forked }
            return false
        }.map(\.key)
    }
}
