import Foundation
import SyncSimulation
import SyncTestSupport
import Synchronization
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletVault

/// Devices of one vault, which a test lets exchange their commits.
struct SyncFixture {
    let vault = ItemID()
    let key = SecretBytes.random(count: 32)
    let store = SimulatedStore()
    let snapshots: SnapshotPolicy
    let founder: Replica

    init(
        snapshots: SnapshotPolicy = SnapshotPolicy(),
        now: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) async throws {
        self.snapshots = snapshots
        founder = try await .found(
            store, vault: vault, ring: [key], keys: .make(), name: "desk", snapshots: snapshots,
            now: now)
    }

    @Sendable static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// A device that the first one lets in.
    func joined(
        _ name: String, clock: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) async throws -> Replica {
        try await joined(name, by: founder, clock: clock)
    }

    /// A device that another one lets in.
    ///
    /// - Parameter knowing: What it is told; `nil` for what the other one tells.
    func joined(
        _ name: String, by inviter: Replica, in store: any ReplicaStoring = SimulatedStore(),
        knowing: Introduction? = nil,
        clock: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) async throws -> Replica {
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: name) else {
            throw CancellationError()
        }
        let introduction = try await inviter.introduce(device)
        return try await .join(
            store, vault: vault, ring: [key], keys: keys, name: name,
            by: knowing ?? introduction, snapshots: snapshots, now: clock)
    }
}

extension SyncFixture {
    /// What a remote has, and what devices keep, for whoever has the key.
    func opened(_ remote: OpenRemote, _ stores: SimulatedStore...) throws -> OpenedContent {
        var content = OpenedContent(vault: vault, ring: [key])
        for id in remote.heads().keys {
            let numbers = remote.log(of: id).indices.map { UInt64($0) + 1 }
            try content.add(commits: numbers.compactMap { remote.commit($0, of: id) })
        }
        content.add(parts: Array(remote.parts.values))
        for store in stores {
            var rows: [[UInt8]: [UInt8]] = [:]
            try store.load { rows[$0] = $1 }
            try content.add(rows: rows)
        }
        return content
    }
}

/// A remote in memory, whose commits a test may change.
final class OpenRemote: SyncRemote {
    private let logs = Mutex<[DeviceID: [[UInt8]]]>([:])
    private let forgotten = Mutex<[DeviceID: Set<UInt64>]>([:])
    private let blobs = Mutex<[BlobName: [UInt8]]>([:])
    private let claim = Mutex<UInt64?>(nil)

    /// How long it says that each log is; `nil` for the truth.
    var claimedHead: UInt64? {
        get { claim.withLock { $0 } }
        set { claim.withLock { $0 = newValue } }
    }

    /// Changes the log of a device.
    func change(_ device: DeviceID, _ body: (inout [[UInt8]]) -> Void) {
        logs.withLock { body(&$0[device, default: []]) }
    }

    func log(of device: DeviceID) -> [[UInt8]] { logs.withLock { $0[device] ?? [] } }

    func heads(after _: [DeviceID: UInt64] = [:]) -> [DeviceID: UInt64] {
        let claim = claimedHead
        return logs.withLock { $0.mapValues { claim ?? UInt64($0.count) } }
    }

    func commit(_ number: UInt64, of device: DeviceID) -> [UInt8]? {
        let log = log(of: device)
        guard number >= 1, number <= UInt64(log.count) else { return nil }
        let isGone = forgotten.withLock { $0[device]?.contains(number) ?? false }
        return isGone ? nil : log[Int(number) - 1]
    }

    func next(after number: UInt64, of device: DeviceID) -> NumberedCommit? {
        let next = log(of: device).indices.first { index in
            UInt64(index) >= number && commit(UInt64(index) + 1, of: device) != nil
        }
        return next.map { NumberedCommit(number: UInt64($0) + 1, commit: log(of: device)[$0]) }
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) {
        forgotten.withLock { $0[device, default: []].formUnion(numbers) }
    }

    /// The numbers of the commits of a device that were taken away.
    func gone(of device: DeviceID) -> Set<UInt64> { forgotten.withLock { $0[device] ?? [] } }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) -> Appended {
        logs.withLock { logs in
            let log = logs[device] ?? []
            if number <= UInt64(log.count) {
                return log[Int(number) - 1] == commit ? .there : .other
            }
            logs[device] = log + [commit]
            return .there
        }
    }
}

extension OpenRemote {
    func hasBlob(_ name: BlobName) -> Bool { blob(name) != nil }

    func blob(_ name: BlobName) -> [UInt8]? { blobs.withLock { $0[name] } }

    func put(_ blob: [UInt8], as name: BlobName) -> Appended {
        blobs.withLock { blobs in
            if let there = blobs[name] { return there == blob ? .there : .other }
            blobs[name] = blob
            return .there
        }
    }

    func remove(_ name: BlobName) { blobs.withLock { $0[name] = nil } }

    /// The parts of files and snapshots.
    var parts: [BlobName: [UInt8]] {
        get { blobs.withLock { $0 } }
        set { blobs.withLock { $0 = newValue } }
    }

    /// How many bytes there are of all.
    var byteCount: Int {
        var count = parts.values.reduce(0) { $0 + $1.count }
        for device in heads().keys {
            for number in log(of: device).indices {
                count += commit(UInt64(number) + 1, of: device)?.count ?? 0
            }
        }
        return count
    }
}

extension OpenRemote {
    /// Lets devices learn of everything, one after the other, without a problem.
    func exchange(
        _ replicas: Replica..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for replica in replicas {
            let report = try await replica.synchronize(with: self)
            #expect(report.problems.isEmpty, sourceLocation: sourceLocation)
        }
    }
}

/// Expects that two devices know the same, and that their items are the same.
func expectSame(
    _ left: Replica, _ right: Replica, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    #expect(await left.stateHash == right.stateHash, sourceLocation: sourceLocation)
    #expect(await left.vector == right.vector, sourceLocation: sourceLocation)
    #expect(await left.fingerprint == right.fingerprint, sourceLocation: sourceLocation)
    for id in await left.itemIDs {
        #expect(try await left.item(id) == right.item(id), sourceLocation: sourceLocation)
    }
}

extension TemporaryFolder {
    /// Where it is.
    var url: URL { URL(fileURLWithPath: path) }
}
