import TenonCore
import TenonSecurity

/// What the commits of all logs say that were read before they are applied.
struct ReadAhead {
    /// How many commits count of each device that was taken out.
    var limits: [DeviceID: UInt64]
    /// The devices whose logs are read, with those that the commits let in.
    var authors: [DeviceID: Device]
    /// Opens commits also under the keys that were handed over.
    var sealer: CommitSealer
    /// What is wrong, at most one thing of each log.
    var problems: [SyncProblem] = []
    /// The snapshots that the commits tell of.
    var snapshots: [KnownSnapshot] = []
    /// The keys of the vault that they hand to this device.
    var keys: [SecretBytes] = []
    var news: [SyncNews] = []

    /// Takes what a commit says.
    ///
    /// - Parameter handed: The keys of the vault that it hands to this device.
    mutating func add(
        _ content: CommitContent, handing handed: [SecretBytes], by author: DeviceID,
        _ number: UInt64
    ) throws {
        for key in handed { try sealer.add(key) }
        keys += handed
        snapshots += content.snapshots(by: author, number)
        for case .device(let newcomer) in content.changes.map(\.change)
        where authors[newcomer.id] == nil {
            authors[newcomer.id] = newcomer
        }
        let (last, new) = (news.last, SyncNews(content, by: author, number))
        // Most commits say the same of the others as the one before them.
        if last?.author != author || last?.applied != new.applied || !new.dismissed.isEmpty {
            news.append(new)
        }
    }
}

extension Replica {
    /// Reads what is new in all logs before any of it is applied: a device that was taken out must not be followed
    /// because its log happens to be read first.
    ///
    /// A log that is wrong, ends early, or has been made under a key that nobody has handed over is read no
    /// further. In a chain, nothing is read when only one log has something new: what one device has done
    /// happens in its order.
    ///
    /// - Parameters:
    ///   - order: What may be between the commits.
    ///   - heads: How far each log is there.
    ///   - skipped: Logs that are not read.
    /// - Throws: An error of the remote.
    func readAhead(
        _ order: LogReader.Order, at remote: ReadAheadRemote, _ heads: [DeviceID: UInt64],
        skipping skipped: Set<DeviceID>
    ) async throws -> ReadAhead {
        var ahead = ReadAhead(limits: limits(with: []), authors: authors, sealer: sealer)
        var ends: [DeviceID: LogPosition] = [:]
        for id in heads.keys { ends[id] = start(of: id, order) }
        var closed = skipped.union([device.id])
        let moved = heads.filter { !closed.contains($0) && $1 > ends[$0]?.number ?? 0 }
        guard order == .withGaps || moved.count > 1 else { return ahead }
        var isProgress = true
        while isProgress {
            isProgress = false
            for (id, author) in ahead.authors.sorted(by: { $0.key < $1.key })
            where !closed.contains(id) {
                var log = LogReader(author: author, order: order, end: ends[id] ?? .start)
                let end = min(heads[id] ?? 0, ahead.limits[id] ?? .max)
                do {
                    while log.end.number < end {
                        guard let next = try await log.next(at: remote) else {
                            closed.insert(id)
                            break
                        }
                        guard next.number <= end else { break }
                        let content = try log.open(next, with: ahead.sealer)
                        isProgress = true
                        log.pass(next)
                        try ahead.add(
                            content, handing: keys(in: content.changes), by: id, next.number)
                    }
                } catch let error as SyncError where error.code == .syncNoKey {
                    // Another log may hand it over.
                } catch let error as SyncError where Self.isOfLog(error) {
                    ahead.problems.append(
                        SyncProblem(device: id, number: log.end.number + 1, error: error))
                    closed.insert(id)
                }
                ends[id] = log.end
            }
            ahead.limits = limits(with: ahead.news)
        }
        return ahead
    }

    /// Where a log is read from.
    ///
    /// A chain may begin where the log was when this device was invited: what was before counts. What the commits
    /// before tell of snapshots and keys may be new all the same.
    private func start(of id: DeviceID, _ order: LogReader.Order) -> LogPosition {
        let here = position(of: id)
        guard order == .chained, let pin = memory.known[id]?.pinned, pin.number > here.number
        else { return here }
        return pin
    }
}
