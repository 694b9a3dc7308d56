import TenonCore
import TenonSecurity
import WalletVault

extension Replica {
    /// The devices whose next commit is gone where the logs are kept, though later ones are there: a
    /// snapshot stands for it.
    ///
    /// - Parameters:
    ///   - heads: How far each log is there.
    ///   - limits: How many commits count of each device that was taken out.
    ///   - skipped: Logs that are not read.
    func cutLogs(
        at remote: ReadAheadRemote, _ heads: [DeviceID: UInt64], upTo limits: [DeviceID: UInt64],
        skipping skipped: Set<DeviceID>
    ) async throws -> Set<DeviceID> {
        var cut: Set<DeviceID> = []
        for id in authors.keys where !skipped.contains(id) {
            let number = position(of: id).number
            guard number < min(heads[id] ?? 0, limits[id] ?? .max) else { continue }
            do {
                guard try await remote.look(number + 1, of: id) == nil else { continue }
                let end = min(heads[id] ?? 0, limits[id] ?? .max)
                if try await isGap(in: id, upTo: end, at: remote) { cut.insert(id) }
            } catch let error as SyncError where Self.isOfLog(error) {
                // It is there; whoever reads the log says what is wrong.
            }
        }
        return cut
    }

    /// Begins with the snapshot that this device was told of when it was let in, if nothing is known yet.
    ///
    /// - Returns: Whether it did; if not, it reads what commits there are.
    /// - Throws: An error of the remote or of the store.
    func begin(at remote: ReadAheadRemote, _ report: inout SyncReport) async throws -> Bool {
        guard logs.keys.allSatisfy({ $0 == device.id }),
            let first = memory.snapshots.last?.snapshot,
            isUseful(first)
        else { return false }
        return try await take(first, [], at: remote, &report)
    }

    /// Takes a snapshot over, when there is no other way to what others know.
    ///
    /// What this device has besides stays: it comes to the same state as if it had applied every commit.
    ///
    /// - Parameter cut: The logs with commits that are gone.
    /// - Returns: Whether it did.
    /// - Throws: An error of the remote or of the store.
    func catchUp(
        with cut: Set<DeviceID>, at remote: ReadAheadRemote, _ heads: [DeviceID: UInt64],
        skipping skipped: Set<DeviceID>, _ report: inout SyncReport
    ) async throws -> Bool {
        guard !cut.isEmpty, !isDismissed else { return false }
        // The commits that let devices in stay for ever.
        let ahead = try await readAhead(.withGaps, at: remote, heads, skipping: skipped)
        let known = ahead.snapshots.filter { snapshot in
            isUseful(snapshot)
                && ahead.limits[snapshot.stamp.device].map { snapshot.stamp.number <= $0 } ?? true
        }
        for problem in ahead.problems
        where !report.problems.contains(where: { $0.device == problem.device }) {
            report.problems.append(problem)
        }
        for snapshot in known {
            report.covered.merge(snapshot.reference.vector.numbers) { max($0, $1) }
        }
        for snapshot in known.sorted(by: { $0.isMore(than: $1) }) {
            if try await take(snapshot, ahead.keys, at: remote, &report) { return true }
        }
        return false
    }

    /// Whether a snapshot has something that is not here.
    private func isUseful(_ snapshot: KnownSnapshot) -> Bool {
        snapshot.reference.vector.positions.contains { id, there in
            id != device.id && there.number > position(of: id).number
        }
    }

    // MARK: Taking one over

    /// Reads a snapshot and takes it over; `false` when it cannot be had.
    private func take(
        _ snapshot: KnownSnapshot, _ keys: [SecretBytes], at remote: ReadAheadRemote,
        _ report: inout SyncReport
    ) async throws -> Bool {
        do {
            let content = try await content(of: snapshot.reference, at: remote)
            try join(content, snapshot, keys, &report)
            return true
        } catch let error as SyncError where error.code == .syncNotArrived {
            // It is on its way, or another one has taken its place.
            return false
        } catch let error as SyncError where Self.isOfLog(error) {
            let (author, number) = (snapshot.stamp.device, snapshot.stamp.number)
            guard !report.problems.contains(where: { $0.device == author }) else { return false }
            report.problems.append(SyncProblem(device: author, number: number, error: error))
            return false
        }
    }

    /// Reads a snapshot, one chunk after the other.
    private func content(
        of reference: SnapshotReference, at remote: ReadAheadRemote
    ) async throws -> SnapshotContent {
        let sealer = try SnapshotSealer(reference.key, of: vault)
        var content = SnapshotContent(state: SyncState(key: sums, sealedBy: rows).unchanged)
        var reader = SnapshotReader()
        for (number, hash) in reference.chunks.enumerated() {
            try Task.checkCancellation()
            guard let name = sealer.name(of: number), let chunk = try await remote.blob(name) else {
                throw SyncError.snapshotNotArrived
            }
            guard CommitSealer.hash(of: chunk) == hash else { throw SyncError.alteredSnapshot }
            do {
                try sealer.open(chunk, number) { plain in
                    try reader.take(plain) { try content.read($0) }
                }
            } catch let error as SyncError where error.code == .syncLocalState {
                throw SyncError.damaged
            } catch is VaultError {
                throw SyncError.damaged
            }
        }
        guard reader.isComplete,
            try SyncState(key: sums, sealedBy: rows).hash(with: content.state)
                == reference.stateHash
        else { throw SyncError.diverged }
        return content
    }

    /// Takes over what is in a snapshot: what comes of it and what is here, and how far the logs are by
    /// both.
    private func join(
        _ content: SnapshotContent, _ snapshot: KnownSnapshot, _ keys: [SecretBytes],
        _ report: inout SyncReport
    ) throws {
        try reload()
        let vector = snapshot.reference.vector
        for (id, there) in vector.positions {
            if id == device.id, there.number > position(of: id).number {
                throw SyncError.ownStateOlder
            }
            let pin = memory.known[id]?.pinned.flatMap { $0.number == there.number ? $0 : nil }
            for hash in [logs[id]?.hash(of: there.number), pin?.hash] {
                guard hash == nil || hash == there.hash else { throw SyncError.forked }
            }
        }
        let wasAway = logs.keys.contains { $0 != device.id }
        let step = try state.joining(content.state, seen: self.vector, vector)
        let ahead = vector.positions.filter { $1.number > position(of: $0).number }
        var next = memory
        let taken = TakenSnapshot(vector: vector, items: content.state.items)
        try noteLost(by: step, taking: taken, in: &next)
        next.stateHash = step.hash
        next.devices = Array(state.devices.merging(step.devices) { $1 }.values)
        next.admissions = state.admissions.merging(step.admissions) { $1 }
        next.dismissed = state.dismissed.merging(step.dismissed) { $1 }
        next.access = step.access ?? state.access
        next.raise(\.vouched, to: content.vouched)
        next.raise(\.vouched, to: vector.numbers)
        let learned = (keys + next.access.keys(for: device.id, agreement, of: vault)).filter {
            !memory.learned.contains($0)
        }
        next.learned += learned
        let hasDeleted = try step.items.contains { id, item in
            (try state.items.item(id) ?? ItemState()).lacksErasures(of: item)
        }
        let now = now()
        next.note(snapshot, for: device.id, now, hasDeleted: hasDeleted)
        next.noteHeard(of: step.dismissed.keys, now)
        // No commit here tells what their clocks say now.
        for id in ahead.keys { next.known[id]?.clock = nil }
        next.clock.follow(snapshot.stamp.time, now)
        let items = try state.items.sealed(step.items)
        try save(next) { write in
            for (id, row) in items { try write(RowKey.item(id).bytes, row) }
            for (id, there) in ahead {
                for number in logs[id]?.numbers ?? 0..<0 {
                    try write(RowKey.hash(id, number: number).bytes, nil)
                }
                let key = RowKey.hash(id, number: there.number)
                try write(key.bytes, rows.seal(key) { $0.bytes(there.hash) })
            }
        }
        memory = next
        unsettled = nil
        state.adopt(step, items)
        for (id, there) in ahead { logs[id] = KnownLog(at: there) }
        for key in learned { try open(under: key) }
        try sayUnsaid()
        report.items.formUnion(step.items.keys)
        if wasAway { report.caughtUp.insert(snapshot.stamp.device) }
    }
}

extension CommitContent {
    /// The snapshots that it tells of.
    func snapshots(by author: DeviceID, _ number: UInt64) -> [KnownSnapshot] {
        changes.compactMap { timed in
            guard case .snapshot(let reference) = timed.change else { return nil }
            return KnownSnapshot(
                reference, Stamp(time: timed.time, device: author, number: number))
        }
    }
}
