import TenonCore
import WalletVault

/// What a device has handed over may come to harm where it is kept: it has it, and writes it again.
extension Replica {
    /// The number of a commit of this device that is newer than all that it knows.
    ///
    /// Then an older copy of it was put back here. Only its signature shows that; files and numbers may be
    /// anything.
    func newerCommit(than end: UInt64, at remote: any SyncRemote) async throws -> UInt64? {
        var number = end
        do {
            while let next = try await remote.next(after: number, of: device.id) {
                try Task.checkCancellation()
                if let signed = sealer.signedNumber(of: next.commit, by: device), signed > end {
                    return signed
                }
                number = next.number
            }
        } catch let error as SyncError where Self.isOfLog(error) {
            // What cannot be read shows nothing.
        }
        return nil
    }

    /// Writes commits of this device again that were cut or changed where they are kept.
    ///
    /// Their sizes are compared when this device was opened, and once an hour; what they are, when somebody
    /// asks for it.
    ///
    /// - Parameter end: Those up to this one are there.
    /// - Throws: ``SyncError`` (`syncForked`) when another commit of this device is there; an error of the
    ///   remote.
    func repair(upTo end: UInt64, at remote: any SyncRemote) async throws {
        guard let remote = remote as? any RepairableRemote, end > 0,
            isAnHour(since: repaired) || isThorough
        else { return }
        // Of those that a snapshot stands for, some stay for ever.
        let spared = min(spared(of: device.id), end)
        try findKept(upTo: spared)
        for number in kept.numbers.filter({ $0 <= end }) + (spared..<end).map({ $0 + 1 }) {
            try Task.checkCancellation()
            guard let commit = try ownCommit(number) else { continue }
            if isThorough {
                guard try await presentCommit(number, at: remote) != commit else { continue }
            } else {
                guard try await remote.size(of: number, of: device.id) != commit.count else {
                    continue
                }
            }
            try await rewrite(commit, number, at: remote)
        }
        (repaired, isThorough) = (now(), false)
    }

    /// Whether an hour has passed since a time; also when there was none, or the clock was set back.
    nonisolated func isAnHour(since time: Timestamp?) -> Bool {
        time.map { (now().milliseconds - $0.milliseconds).magnitude >= 3_600_000 } ?? true
    }

    /// Finds the commits of this device that stay for ever, beyond those that were looked at before.
    private func findKept(upTo end: UInt64) throws {
        guard kept.end < end else { return }
        for number in kept.end + 1...end {
            guard let commit = try ownCommit(number),
                try sealer.open(commit, by: device).content.isKept
            else { continue }
            kept.numbers.append(number)
        }
        kept.end = end
    }

    /// Writes the last commit of this device again if something else is in its place.
    func repairEnd(_ number: UInt64, at remote: any SyncRemote) async throws {
        guard let commit = try store.row(RowKey.own(number: number).bytes),
            try await presentCommit(number, at: remote) != commit
        else { return }
        try await rewrite(commit, number, at: remote)
    }

    /// Lets the next exchange compare all that this device has handed over with what is there.
    func lookAfterAll() { isThorough = true }

    /// A commit of this device as it is there; `nil` for what is no commit.
    private func presentCommit(
        _ number: UInt64, at remote: any SyncRemote
    ) async throws -> [UInt8]? {
        if let remote = remote as? any RepairableRemote,
            try await remote.size(of: number, of: device.id) == nil
        {
            return nil
        }
        return try await remote.commit(number, of: device.id)
    }

    /// Writes a commit of this device again, where something else has its place.
    ///
    /// - Throws: ``SyncError`` (`syncForked`) when that is a commit of this device as well, or when the remote
    ///   gives no place to another one.
    func rewrite(_ commit: [UInt8], _ number: UInt64, at remote: any SyncRemote) async throws {
        let there = try await presentCommit(number, at: remote)
        guard let remote = remote as? any RepairableRemote,
            there.flatMap({ sealer.signedNumber(of: $0, by: device) }) != number
        else { throw SyncError.forked }
        try await remote.replace(commit, number, of: device.id)
    }

    /// Takes that less of a log is where it is kept than there was: an older copy was put back.
    func noteLoss(of device: DeviceID, downTo head: UInt64) throws {
        guard lostHeads.updateValue(head, forKey: device) != head else { return }
        try change { $0.doubt() }
    }

    /// Whether an older copy was put back where the logs are kept, and the parts of files that it lacks were not
    /// looked for yet.
    var areFilesInDoubt: Bool { memory.snapshots.areFilesInDoubt }

    /// Writes parts of files again that are here, and cut or missing where they are kept.
    ///
    /// On a server nothing comes to harm by itself: it is looked at when an older copy of it was put back, or
    /// when somebody asks for it.
    ///
    /// - Parameter isThorough: Whether somebody asks for it: parts that have the right size are read as well.
    func repairFiles(
        from source: any ChunkSource, at remote: any SyncRemote, isThorough: Bool = false
    ) async throws {
        guard remote is any RepairableRemote || areFilesInDoubt || isThorough else { return }
        for attachment in try state.presentFiles where memory.owedFiles[attachment.id] == nil {
            try await send(attachment, source, to: remote, isThorough: isThorough)
        }
        if areFilesInDoubt { try change { $0.areFilesInDoubt = false } }
    }

    /// A commit that this device has made; `nil` for one that a snapshot stands for, and that is nowhere any
    /// more.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when it should be here.
    func ownCommit(_ number: UInt64) throws -> [UInt8]? {
        let commit = try store.row(RowKey.own(number: number).bytes)
        guard commit != nil || number <= memory.snapshots.trimmed else {
            throw SyncError.localState()
        }
        return commit
    }
}
