import TenonCore
import WalletVault

extension Replica {
    /// Hands over its own commits, and applies those of others.
    ///
    /// What is wrong with the log of a device stops that log alone; nothing of it is applied, and it
    /// is looked at again the next time.
    ///
    /// - Parameters:
    ///   - remote: Where the logs are kept.
    ///   - isIn: Whether it takes commits of this device already; if not, all are only read.
    ///   - source: Has the content of files that commits of this device name; `nil` when there are none.
    /// - Throws: An error of the remote or of the store. When the remote has no more room, after all of the
    ///   others was applied; when only a file has none, after all commits were handed over as well.
    package func synchronize(
        with remote: any SyncRemote, isIn: Bool = true, files source: (any ChunkSource)? = nil
    ) async throws -> SyncReport {
        try reload()
        var report = SyncReport()
        if let wrong = wrongWithThis {
            report.problems = [SyncProblem(device: device.id, number: 0, error: wrong)]
            return report
        }
        try sayUnsaid()
        if isIn { _ = try answer() }
        // Where a part of its own log was lost that no snapshot stands for, it is handed over again.
        let heads = try await remote.heads(after: [device.id: spared(of: device.id)])
        progress = SyncStatus.Progress(completed: 0, total: expected(by: heads, isSending: isIn))
        defer { progress = nil }
        var lacksRoom: SyncError?
        if isIn {
            lacksRoom = try await sendWhatFits(to: remote, after: heads[device.id] ?? 0, &report)
        }
        var awaited: Set<DeviceID> = []
        lostEnds = []
        for (device, log) in logs where device != self.device.id {
            let (head, known) = (heads[device] ?? 0, log.position.number)
            guard head < known else { continue }
            guard state.dismissed[device] == nil else {
                lostEnds.insert(device)
                continue
            }
            if try await isAwaited(known, of: device, after: head, at: remote) {
                awaited.insert(device)
                continue
            }
            try noteLoss(of: device, downTo: head)
            report.problems.append(
                SyncProblem(
                    device: device, number: head + 1,
                    error: try await whyMissing(known, of: device, at: remote)))
        }
        try await verifyEnds(at: remote, heads, &report)
        try await receive(from: remote, heads, &report)
        if let wrong = wrongWithThis {
            report.problems.append(SyncProblem(device: device.id, number: 0, error: wrong))
        }
        // What this device has may be missing where it is, while others wait for it.
        for device in awaited where heads[device] ?? 0 < position(of: device).number {
            report.waiting.insert(device)
            report.missing[device] = (heads[device] ?? 0) + 1
        }
        judgeMissing(at: remote, &report)
        awaitPinned(&report)
        if lacksRoom != nil, report.problems.isEmpty, report.waiting.isEmpty {
            // Where something can go, there is room afterwards.
            try await tidy(at: remote, &report)
            lacksRoom = try await sendWhatFits(to: remote, after: heads[device.id] ?? 0, &report)
        }
        if let lacksRoom { throw lacksRoom }
        if isIn { _ = try answer() }
        func isSound() -> Bool { isIn && !report.problems.contains { $0.device == device.id } }
        if isSound(), position(of: device.id).number > memory.sent {
            try await send(to: remote, after: memory.sent, &report)
        }
        if isIn, report.problems.isEmpty, report.waiting.isEmpty {
            try await tidy(at: remote, &report)
        }
        if isSound(), let source { try await sendFiles(source, to: remote, &report) }
        return report
    }

    /// How many commits of each device are here.
    var numbers: [DeviceID: UInt64] { logs.mapValues(\.position.number) }

    /// How many commits there are to hand over and to take, as far as the remote tells.
    private func expected(by heads: [DeviceID: UInt64], isSending: Bool) -> Int {
        // The numbers of several logs may be so high that their sum is none.
        func ahead(_ first: UInt64, _ second: UInt64) -> Int {
            first > second ? Int(min(first - second, 1 << 32)) : 0
        }
        let received = authors.keys.reduce(0) {
            $0 + ahead(heads[$1] ?? 0, position(of: $1).number)
        }
        guard isSending else { return received }
        return received + ahead(position(of: device.id).number, heads[device.id] ?? 0)
    }

    /// Why the end of a log is not there: it may only be unreadable.
    private func whyMissing(
        _ number: UInt64, of device: DeviceID, at remote: any SyncRemote
    ) async throws -> SyncError {
        do {
            _ = try await remote.commit(number, of: device)
            return .rolledBack
        } catch let error as SyncError where error.code == .syncUnreadable {
            return error
        }
    }

    /// The devices whose logs are read: those of the state, and those that are believed without an introduction.
    var authors: [DeviceID: Device] {
        let trusted = memory.known.compactMapValues(\.trusted)
        var authors = state.devices.merging(trusted) { $1 }
        authors[device.id] = nil
        return authors
    }

    /// The device that signs the commits of a log; `nil` when nobody has let it in.
    func signer(of id: DeviceID) -> Device? { state.devices[id] ?? memory.known[id]?.trusted }

    /// Whether the last commit known of each log is still the one that is there.
    private func verifyEnds(
        at remote: any SyncRemote, _ heads: [DeviceID: UInt64], _ report: inout SyncReport
    ) async throws {
        for (device, log) in logs.sorted(by: { $0.key < $1.key }) {
            let (number, hash) = (log.position.number, log.position.hash)
            guard number > 0, heads[device] ?? 0 >= number else { continue }
            do {
                if device == self.device.id, remote is any RepairableRemote {
                    let isNamed = report.problems.contains { $0.device == device }
                    if !isNamed { try await repairEnd(number, at: remote) }
                    continue
                }
                guard let there = try await remote.hash(of: number, of: device), there != hash
                else { continue }
                let isSheet = state.devices[device].flatMap { RecoverySheet.shelf(of: $0) } != nil
                report.problems.append(
                    SyncProblem(
                        device: device, number: number, error: isSheet ? .forkedSheet : .forked))
            } catch let error as SyncError where Self.isOfLog(error) {
                report.problems.append(SyncProblem(device: device, number: number, error: error))
            }
        }
    }

    /// Applies what is there of all logs, until this device is taken out.
    private func receive(
        from remote: any SyncRemote, _ heads: [DeviceID: UInt64], _ report: inout SyncReport
    ) async throws {
        var stopped = Set(report.problems.map(\.device))
        let place = remote
        let remote = ReadAheadRemote(remote)
        var isAhead = try await begin(at: remote, &report)
        let cut =
            isAhead
            ? []
            : try await cutLogs(at: remote, heads, upTo: self.limits(with: []), skipping: stopped)
        if !isAhead {
            isAhead = try await catchUp(with: cut, at: remote, heads, skipping: stopped, &report)
        }
        if isAhead {
            return try await receive(from: place, try await place.heads(after: [:]), &report)
        }
        stopped.formUnion(report.problems.map(\.device))
        let ahead = try await readAhead(.chained, at: remote, heads, skipping: stopped)
        let limits = ahead.limits
        var isProgress = true
        while isProgress {
            isProgress = false
            (report.waiting, report.missing) = ([], [:])
            report.withoutKey = [:]
            for device in authors.keys.sorted() where !stopped.contains(device) && !isDismissed {
                let (before, head) = (report.applied, heads[device] ?? 0)
                let end = min(head, limits[device] ?? head)
                if try await !receive(device, upTo: end, from: remote, &report) {
                    stopped.insert(device)
                }
                isProgress = isProgress || report.applied > before
            }
        }
        // Somebody that was heard of just now may have forgotten commits, too, and so may somebody of whom
        // more counts than was known.
        let further = try await cutLogs(
            at: remote, heads, upTo: limits, skipping: stopped.union(report.waiting))
        // What nobody hands over any more may be in a snapshot.
        let gone = Set(report.missing.filter { $1 > heads[$0] ?? 0 }.keys)
        if further != cut || !gone.isEmpty,
            try await catchUp(
                with: further.union(gone), at: remote, heads, skipping: stopped, &report)
        {
            return try await receive(from: place, try await place.heads(after: [:]), &report)
        }
        nameMissing(further, &report)
        report.waiting.formUnion(further)
        for (device, number) in report.withoutKey {
            report.problems.append(SyncProblem(device: device, number: number, error: .noKey))
        }
        // What waits for another log was not looked at again.
        for problem in ahead.problems where !stopped.contains(problem.device) {
            guard problem.number <= limits[problem.device] ?? .max,
                position(of: problem.device).number < problem.number
            else { continue }
            report.problems.append(problem)
            stopped.insert(problem.device)
        }
        for (device, limit) in limits where !stopped.contains(device) {
            let number = position(of: device).number
            if number >= limit, heads[device] ?? 0 > number { report.refused.insert(device) }
        }
    }

    /// Applies what is there of a log; `false` when something is wrong with it.
    private func receive(
        _ author: DeviceID, upTo end: UInt64, from remote: ReadAheadRemote,
        _ report: inout SyncReport
    ) async throws -> Bool {
        while true {
            try Task.checkCancellation()
            let number = position(of: author).number + 1
            guard number <= end, !isDismissed else { return true }
            do {
                guard let commit = try await remote.take(number, of: author) else { return true }
                // Another exchange may have been quicker.
                guard number == position(of: author).number + 1 else { continue }
                guard try apply(commit, by: author, &report) else {
                    report.waiting.insert(author)
                    return true
                }
            } catch let error as SyncError where error.code == .syncNoKey {
                guard let device = signer(of: author) else { return true }
                if try await findKey(in: device, upTo: end, at: remote) { continue }
                // Another log may hand it over.
                report.waiting.insert(author)
                report.withoutKey[author] = number
                return true
            } catch let error as SyncError where Self.isOfLog(error) {
                report.problems.append(
                    SyncProblem(device: author, number: number, error: error))
                return false
            }
        }
    }
}
