import TenonCore
import WalletVault

/// What goes where the logs are kept, and here, once a snapshot stands for it.
extension Replica {
    /// Whether nobody can still be followed by others of those that were taken out, and go on.
    func areSettled(_ refused: Set<DeviceID>) -> Bool {
        refused.allSatisfy { id in
            state.dismissed[id].map { isOld($0, heard: memory.known[id]?.dismissalHeard) } ?? true
        }
    }

    /// Whether something was done long ago, and this device heard of it long ago: a clock that was behind there, or
    /// here, lets nothing go too early.
    private func isOld(_ stamp: Stamp, heard: Timestamp?) -> Bool {
        let since = max(stamp.time.timestamp, heard ?? stamp.time.timestamp)
        return now().milliseconds - since.milliseconds >= snapshots.patience
    }

    /// How many commits of a device may be gone where the logs are kept, as far as is known here.
    package func spared(of device: DeviceID) -> UInt64 { memory.known[device]?.spared ?? 0 }

    /// Whether the end of a log may be on its way, while what was before it was taken away.
    ///
    /// Who puts an older copy in its place gives what a snapshot would not have left.
    ///
    /// - Parameters:
    ///   - head: The last commit of the log that is there.
    ///   - number: The last one that is known here.
    func isAwaited(
        _ number: UInt64, of id: DeviceID, after head: UInt64, at remote: any SyncRemote
    ) async throws -> Bool {
        guard remote.isCarried, let author = state.devices[id] else { return false }
        if number <= spared(of: id) { return true }
        guard head > 0, let last = try await remote.commit(head, of: id) else { return head == 0 }
        guard let (header, content) = try? sealer.open(last, by: author) else { return false }
        return header.number == head && content.isKept
    }

    /// Whether every device that counts has a snapshot, or had time enough.
    private func isStable(_ snapshot: AnnouncedSnapshot) -> Bool {
        guard isAnnounced(snapshot) else { return false }
        return isOld(snapshot.stamp, heard: snapshot.heard) || isConfirmed(snapshot)
    }

    /// Whether the commit that tells of a snapshot is here, and where the logs are kept.
    private func isAnnounced(_ snapshot: AnnouncedSnapshot) -> Bool {
        vector.covers(snapshot.stamp)
            && (snapshot.stamp.device != device.id || memory.sent >= snapshot.stamp.number)
    }

    /// Whether every device that counts has a snapshot.
    ///
    /// Whoever uses a recovery sheet begins with the last one.
    private func isConfirmed(_ snapshot: AnnouncedSnapshot) -> Bool {
        others.allSatisfy { snapshot.confirmed.contains($0.id) }
    }

    /// Takes away what the last snapshot stands for, or as much of it as an earlier one stands for that every
    /// device has.
    func forget(at remote: any SyncRemote) async throws {
        guard let last = memory.snapshots.last else { return }
        try await removeFormer(of: last, at: remote)
        let earlier = memory.snapshots.awaited.flatMap { last.covers($0) ? $0 : nil }
        guard let snapshot = [last, earlier].compactMap(\.self).first(where: isStable) else {
            return
        }
        let end = snapshot.vector.number(of: device.id)
        try await forgetOwn(upTo: end, at: remote)
        if isConfirmed(snapshot) {
            try await removeDeletedFiles(before: end, at: remote)
            try await removeFiles(knownBy: snapshot, at: remote)
        }
        try trimHashes(before: snapshot.vector)
        if earlier != nil, memory.snapshots.forgotten >= end {
            try change { $0.settle(snapshot) }
        }
    }

    /// Takes away the chunks of the snapshots whose place this device has taken with the last one: it does so for
    /// all.
    ///
    /// The latest of them stay while somebody may be reading them, or while the last one is on its way.
    private func removeFormer(of last: AnnouncedSnapshot, at remote: any SyncRemote) async throws {
        guard last.stamp.device == device.id, isAnnounced(last) else { return }
        let former = memory.snapshots.former.filter { last.vector.covers($0.vector) }
        let spare = remote.isCarried ? 3 : 1
        for reference in isStable(last) ? former : former.dropLast(spare) {
            try await removeChunks(of: reference.key, at: remote)
        }
    }

    /// Takes own commits away, where the logs are kept; here, those that were taken away there before.
    ///
    /// So a place that was put back as it was some time ago gets again what it lost. But of what was deleted for
    /// good nothing stays here either.
    private func forgetOwn(upTo end: UInt64, at remote: any SyncRemote) async throws {
        let (forgotten, trimmed) = (memory.snapshots.forgotten, memory.snapshots.trimmed)
        let isErasing = memory.snapshots.isErasing(upTo: end)
        // The last commit stays where the logs are kept.
        guard forgotten < end || isErasing, memory.sent > end else { return }
        if forgotten < end {
            // What is not here any more may be there again.
            for range in try ranges(
                of: forgotten + 1...end, where: { try own($0)?.isKept != true })
            {
                try await remote.forget(range, of: device.id)
            }
        }
        let last = isErasing ? end : forgotten
        let gone =
            last > trimmed
            ? try ranges(of: trimmed + 1...last, where: { try own($0).map { !$0.isKept } ?? false })
            : []
        var next = memory
        next.snapshots.forget(end, here: last)
        try save(next) { write in
            for number in gone.joined() { try write(RowKey.own(number: number).bytes, nil) }
        }
        memory = next
    }

    private func own(_ number: UInt64) throws -> CommitContent? {
        try store.row(RowKey.own(number: number).bytes).map { commit in
            try sealer.open(commit, by: device).content
        }
    }

    /// The numbers of commits that can go: those that do not say who counts, or hand keys over.
    private func ranges(
        of numbers: ClosedRange<UInt64>, where canGo: (UInt64) throws -> Bool
    ) rethrows -> [ClosedRange<UInt64>] {
        var ranges: [ClosedRange<UInt64>] = []
        for number in numbers where try canGo(number) {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }

    /// Forgets the hashes of commits that a snapshot stands for.
    private func trimHashes(before vector: VersionVector) throws {
        var trimmed = logs
        var gone: [(DeviceID, Range<UInt64>)] = []
        for (id, there) in vector.positions {
            guard let numbers = trimmed[id]?.forget(before: there.number), !numbers.isEmpty else {
                continue
            }
            gone.append((id, numbers))
        }
        guard !gone.isEmpty else { return }
        try save(memory) { write in
            for (id, numbers) in gone {
                for number in numbers { try write(RowKey.hash(id, number: number).bytes, nil) }
            }
        }
        logs = trimmed
    }
}

extension CommitContent {
    /// Whether it stays when a snapshot stands for it: whoever was away, or has an old recovery sheet, follows
    /// the signatures from the devices that it knows to those that count now.
    var isKept: Bool {
        changes.contains { timed in
            switch timed.change {
            case .device, .dismissal, .key: true
            case .fields, .former, .removal, .announcement, .slot, .slotRemoval, .snapshot: false
            }
        }
    }
}
