import Synchronization
import TenonCore

/// A remote whose commits are looked at before they are applied, and as a rule asked for once.
final class ReadAheadRemote: Sendable {
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
