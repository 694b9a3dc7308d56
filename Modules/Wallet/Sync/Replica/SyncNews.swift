import Synchronization
import TenonCore
import WalletVault

/// What a commit says about other devices, that was looked at and is not applied yet.
struct SyncNews {
    /// Who made it.
    let author: DeviceID
    /// Its number.
    let number: UInt64
    /// How many commits of the others its author had applied.
    let applied: [DeviceID: UInt64]
    /// Whom it takes out.
    let dismissed: Set<DeviceID>
}

/// A remote whose commits are looked at before they are applied, and as a rule asked for once.
final class ForeseenRemote: Sendable {
    /// How many bytes are kept; what is beyond is asked for again.
    private static let limit = 4 << 20

    private let remote: any SyncRemote
    private let kept = Mutex<(commits: [DeviceID: [UInt64: [UInt8]]], size: Int)>(([:], 0))

    init(_ remote: any SyncRemote) { self.remote = remote }

    /// A commit, which ``take(_:of:)`` gives again.
    func look(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        if let commit = kept.withLock({ $0.commits[device]?[number] }) { return commit }
        guard let commit = try await remote.commit(number, of: device) else { return nil }
        kept.withLock { kept in
            guard kept.size + commit.count <= Self.limit else { return }
            kept.commits[device, default: [:]][number] = commit
            kept.size += commit.count
        }
        return commit
    }

    /// A commit, which is let go.
    func take(_ number: UInt64, of device: DeviceID) async throws -> [UInt8]? {
        let commit = kept.withLock { kept in
            let commit = kept.commits[device]?.removeValue(forKey: number)
            kept.size -= commit?.count ?? 0
            return commit
        }
        if let commit { return commit }
        return try await remote.commit(number, of: device)
    }

    /// The first commit that is there after a number.
    func next(after number: UInt64, of device: DeviceID) async throws -> NumberedCommit? {
        do {
            if let commit = try await look(number + 1, of: device) {
                return NumberedCommit(number: number + 1, commit: commit)
            }
        } catch let error as SyncError where error.code == .syncUnreadable {
            // What can be no commit is passed over.
        }
        return try await remote.next(after: number, of: device)
    }

    /// A part of a file, or of a snapshot.
    func blob(_ name: BlobName) async throws -> [UInt8]? { try await remote.blob(name) }
}

extension Replica {
    /// Looks at what is new where the logs are kept, before any of it is applied: a device that was taken
    /// out must not be followed because its log happens to be read first.
    ///
    /// - Parameters:
    ///   - heads: How far each log is there.
    ///   - skipped: Logs that are not read.
    /// - Returns: How many commits count of each device that was taken out, and what is wrong with what
    ///   is new.
    /// - Throws: An error of the remote.
    func foresee(
        _ remote: ForeseenRemote, _ heads: [DeviceID: UInt64], skipping skipped: Set<DeviceID>
    ) async throws -> (limits: [DeviceID: UInt64], problems: [SyncProblem]) {
        var ends: [DeviceID: LogPosition] = [:]
        var keys = authors
        for id in heads.keys {
            let pin = memory.known[id]?.pinned ?? .start
            ends[id] = pin.number > position(of: id).number ? pin : position(of: id)
        }
        var news: [SyncNews] = []
        // With the keys that are handed over in what is new.
        var sealer = sealer
        var limits = limits(with: news)
        let moved = heads.filter { id, head in
            id != device.id && !skipped.contains(id) && head > ends[id]?.number ?? 0
        }
        // What only one device has done happens in its order.
        guard moved.count > 1 else { return (limits, []) }
        var closed = skipped
        var problems: [SyncProblem] = []
        var isProgress = true
        while isProgress {
            isProgress = false
            for (id, author) in keys.sorted(by: { $0.key < $1.key }) where !closed.contains(id) {
                guard let head = heads[id] else { continue }
                var applied: [DeviceID: UInt64] = [:]
                while let end = ends[id], end.number < min(head, limits[id] ?? .max) {
                    try Task.checkCancellation()
                    let number = end.number + 1
                    guard let commit = try await look(remote, number, of: id) else {
                        closed.insert(id)
                        break
                    }
                    let content: CommitContent
                    do {
                        content = try sealer.open(commit, after: end, by: author)
                    } catch let error as SyncError where error.code == .syncNoKey {
                        break
                    } catch let error as SyncError {
                        problems.append(SyncProblem(device: id, number: number, error: error))
                        closed.insert(id)
                        break
                    }
                    isProgress = true
                    ends[id] = LogPosition(number: number, hash: CommitSealer.hash(of: commit))
                    for key in self.keys(in: content.changes) { try sealer.add(key) }
                    let new = SyncNews(content, by: id, number)
                    for change in content.changes {
                        guard case .device(let device) = change.change else { continue }
                        guard device.id != self.device.id, keys[device.id] == nil else { continue }
                        keys[device.id] = device
                    }
                    guard new.applied != applied || !new.dismissed.isEmpty else { continue }
                    applied = new.applied
                    news.append(new)
                }
            }
            limits = self.limits(with: news)
        }
        return (limits, problems)
    }

    /// A commit; `nil` when it is not there or cannot be read.
    private func look(
        _ remote: ForeseenRemote, _ number: UInt64, of device: DeviceID
    ) async throws -> [UInt8]? {
        do {
            return try await remote.look(number, of: device)
        } catch let error as SyncError where Self.isOfLog(error) {
            return nil
        }
    }
}

extension SyncNews {
    init(_ content: CommitContent, by author: DeviceID, _ number: UInt64) {
        let dismissed = content.changes.compactMap { change in
            if case .dismissal(let device) = change.change { device } else { nil as DeviceID? }
        }
        self.init(
            author: author, number: number, applied: content.applied.numbers,
            dismissed: Set(dismissed))
    }
}
