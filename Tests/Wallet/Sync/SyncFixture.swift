import Foundation
import SyncSimulation
import Synchronization
import TenonCore
import TenonSecurity
import TestSupport
import WalletSync
import WalletVault

/// Devices of one vault, which a test lets exchange their commits.
struct SyncFixture {
    let vault = ItemID()
    let key = SecretBytes.random(count: 32)
    let store = SimulatedStore()
    let founder: Replica

    init() async throws {
        founder = try await .found(
            store, vault: vault, ring: [key], keys: .make(), name: "desk", now: Self.now)
    }

    @Sendable static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// A device that the first one lets in.
    func joined(
        _ name: String, clock: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) async throws -> Replica {
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: name) else {
            throw CancellationError()
        }
        let introduction = try await founder.introduce(device)
        return try await .join(
            SimulatedStore(), vault: vault, ring: [key], keys: keys, name: name, by: introduction,
            now: clock)
    }
}

/// A remote in memory, whose commits a test may change.
final class OpenRemote: SyncRemote {
    private let logs = Mutex<[DeviceID: [[UInt8]]]>([:])

    /// Changes the log of a device.
    func change(_ device: DeviceID, _ body: (inout [[UInt8]]) -> Void) {
        logs.withLock { body(&$0[device, default: []]) }
    }

    func log(of device: DeviceID) -> [[UInt8]] { logs.withLock { $0[device] ?? [] } }

    func heads() -> [DeviceID: UInt64] { logs.withLock { $0.mapValues { UInt64($0.count) } } }

    func commit(_ number: UInt64, of device: DeviceID) -> [UInt8]? {
        let log = log(of: device)
        return number >= 1 && number <= UInt64(log.count) ? log[Int(number) - 1] : nil
    }

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
    func hasBlob(_ name: BlobName) -> Bool { false }

    func blob(_ name: BlobName) -> [UInt8]? { nil }

    func put(_ blob: [UInt8], as name: BlobName) -> Appended { .other }
}

extension TemporaryFolder {
    /// Where it is.
    var url: URL { URL(fileURLWithPath: path) }
}
