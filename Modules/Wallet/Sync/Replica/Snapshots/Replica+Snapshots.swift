import TenonCore
import TenonSecurity
import WalletVault

extension Replica {
    /// Keeps small what is there: makes a snapshot when commits outweigh the last one, and takes away what a
    /// snapshot stands for once everybody has that.
    ///
    /// When it ends in between, the next exchange goes on.
    ///
    /// - Throws: An error of the remote or of the store.
    func tidy(at remote: any SyncRemote, _ report: inout SyncReport) async throws {
        guard isIn else { return }
        try await clearDrafts(at: remote)
        if try await isDue(at: remote) {
            do {
                try await makeSnapshot(at: remote)
                try await send(to: remote, after: memory.sent, &report)
            } catch let error as SyncError where error.code == .syncFull {
                // What can go does, all the same.
                snapshotRefused = now()
                try await clearDrafts(at: remote)
            }
        }
        guard areSettled(report.refused), report.problems.isEmpty else { return }
        try await forget(at: remote)
    }

    /// Whether it is time for a snapshot, and it can be told of at once.
    ///
    /// Where there was no room for one, the next attempt waits for an hour.
    private func isDue(at remote: any SyncRemote) async throws -> Bool {
        guard memory.sent == position(of: device.id).number, isAnHour(since: snapshotRefused)
        else { return false }
        if memory.snapshots.isInDoubt {
            if try await lacksLast(at: remote) { return true }
            try change { $0.isInDoubt = false }
        }
        let last = lastSnapshot?.vector ?? VersionVector()
        if lostEnds.contains(where: { last.number(of: $0) < position(of: $0).number }) {
            return true
        }
        let size = lastSnapshot?.byteCount ?? 0
        if memory.snapshots.weight > max(snapshots.floor, size), try isTurn() { return true }
        return memory.snapshots.isDueForDeletions(
            by: device.id, now(), patience: snapshots.deletionPatience)
    }

    /// Whether it is for this device to make a snapshot that commits have made due: for the one whose commits weigh
    /// most at once, and for each other one a while later, when nobody has told of one by then.
    private func isTurn() throws -> Bool {
        let turn = memory.snapshots.turn(of: device.id, among: others.map(\.id))
        guard turn > 0 else { return true }
        let now = now()
        guard let since = memory.snapshots.dueSince else {
            try change { $0.dueSince = now }
            return false
        }
        let age = (now.milliseconds - since.milliseconds).magnitude
        return age >= UInt64(turn) * snapshots.turn
    }

    /// Whether a chunk of the last snapshot is not where it was put, after something else was not.
    private func lacksLast(at remote: any SyncRemote) async throws -> Bool {
        guard let last = lastSnapshot else { return false }
        let sealer = try SnapshotSealer(last.key, of: vault)
        for number in last.chunks.indices {
            guard let name = sealer.name(of: number), try await remote.hasBlob(name) else {
                return true
            }
        }
        return false
    }

    /// How many bytes a snapshot spares that stands for a commit, and the files that it takes out.
    ///
    /// One without changes answers a snapshot, as a rule: were it counted, many devices with small vaults would
    /// make one snapshot after the other.
    func weight(of commit: [UInt8], with changes: [TimedChange]) throws -> UInt64 {
        guard !changes.isEmpty else { return 0 }
        return UInt64(commit.count) + (try state.byteCount(ofFilesRemovedBy: changes))
    }

    // MARK: Making one

    /// Puts a snapshot of all that is known there, and tells of it.
    private func makeSnapshot(at remote: any SyncRemote) async throws {
        // As it is at this moment: a commit may come in between.
        let (state, vector) = (state, vector)
        let vouched = memory.known.mapValues(\.vouched).filter { $0.value > 0 }
        let removed = Set(try state.removedFiles.map(\.id))
        let key = SecretBytes.random(count: 32)
        let sealer = try SnapshotSealer(key, of: vault)
        try change { $0.drafts.append(key) }
        var chunks: [[UInt8]] = []
        var byteCount: UInt64 = 0
        var writer = SnapshotWriter()
        writer.add { SnapshotContent.write(state, vouched: vouched, to: $0) }
        var ids = state.items.ids.makeIterator()
        while true {
            try Task.checkCancellation()
            guard let content = try Self.nextChunk(&writer, &ids, state.items) else { break }
            let chunk = try content.withBytes { try sealer.seal($0, chunks.count) }
            guard let name = sealer.name(of: chunks.count),
                case .there = try await remote.put(chunk, as: name)
            else { throw SyncError.alteredSnapshot }
            chunks.append(CommitSealer.hash(of: chunk))
            byteCount += UInt64(chunk.count)
        }
        try reload()
        try requireCounting()
        try commit([
            .snapshot(
                SnapshotReference(
                    key: key, vector: vector, stateHash: state.hash, chunks: chunks,
                    byteCount: byteCount))
        ])
        try change { $0.note(removedFiles: removed, inSnapshotBy: device.id) }
    }

    /// Writes as many items as a chunk takes; `nil` when there are no more.
    private static func nextChunk(
        _ writer: inout SnapshotWriter,
        _ ids: inout Dictionary<ItemID, [UInt8]>.Keys.Iterator, _ items: SealedItems
    ) throws -> SecretWriter? {
        while true {
            if let chunk = writer.next() { return chunk }
            guard let id = ids.next(), let item = try items.item(id) else { return writer.last() }
            writer.add { SnapshotContent.write(item, id, to: $0) }
        }
    }

    /// Takes away what was put there of snapshots that nobody was told of.
    private func clearDrafts(at remote: any SyncRemote) async throws {
        for key in memory.snapshots.drafts {
            try await removeChunks(of: key, at: remote)
        }
    }

    /// Takes the chunks of a snapshot away, the last one first: those that are there have no gap.
    func removeChunks(of key: SecretBytes, at remote: any SyncRemote) async throws {
        let sealer = try SnapshotSealer(key, of: vault)
        var names: [BlobName] = []
        while let name = sealer.name(of: names.count), try await remote.hasBlob(name) {
            names.append(name)
        }
        for name in names.reversed() { try await remote.remove(name) }
        try change { $0.drop(key) }
    }

    /// Changes what is remembered of snapshots; it is durable when it returns.
    func change(_ body: (inout SnapshotMemory) -> Void) throws {
        var next = memory
        body(&next.snapshots)
        try save(next, [:])
        memory = next
    }
}
