import SeededRandom
import Synchronization
import WalletSync

/// What a remote does wrong on purpose, once.
package enum Lie: CaseIterable, Sendable {
    /// Changes a byte of a commit.
    case changes
    /// Cuts a commit short.
    case truncates
    /// Gives another commit of the same log: one after it, or one before it.
    case swaps
    /// Gives the commit of another device.
    case confuses
    /// Gives bytes of its own.
    case invents
    /// Gives the older state of a log.
    case rollsBack
}

/// What really lies between the devices: the commits of each, as they were put there.
final class SimulatedRemote: Sendable {
    private let logs = Mutex<[DeviceID: [[UInt8]]]>([:])

    func log(of device: DeviceID) -> [[UInt8]] { logs.withLock { $0[device] ?? [] } }

    var devices: [DeviceID] { logs.withLock { $0.keys.sorted() } }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) -> Appended {
        logs.withLock { logs in
            let log = logs[device] ?? []
            if number <= UInt64(log.count) {
                return log[Int(number) - 1] == commit ? .there : .other
            }
            guard number == UInt64(log.count) + 1 else { return .other }
            logs[device] = log + [commit]
            return .there
        }
    }

    /// Loses the last commits of a device.
    func lose(_ count: Int, of device: DeviceID) {
        logs.withLock { $0[device] = ($0[device] ?? []).dropLast(count) }
    }
}

/// The remote as one device finds it at one time: late, lossy, and now and then lying.
final class RemoteView: SyncRemote {
    /// The remote does not answer.
    struct Unreachable: Error {}

    private struct State {
        var visible: [DeviceID: UInt64]
        var lie: Lie?
        /// Devices whose logs were lied about, so that it has to be noticed.
        var lied: Set<DeviceID> = []
        /// After how many calls it no longer answers.
        var patience: Int?
        var random: RandomNumbers
    }

    private let remote: SimulatedRemote
    private let known: VersionVector
    private let viewer: DeviceID
    private let state: Mutex<State>

    /// - Parameters:
    ///   - visible: How much of each log has arrived where the viewer is.
    ///   - known: How much of each the viewer has.
    init(
        _ remote: SimulatedRemote, for viewer: DeviceID, visible: [DeviceID: UInt64],
        known: VersionVector, lie: Lie?, patience: Int?, seed: UInt64
    ) {
        self.remote = remote
        self.viewer = viewer
        self.known = known
        state = Mutex(
            State(
                visible: visible, lie: lie, patience: patience,
                random: RandomNumbers(seed: seed)))
    }

    /// Whose logs were lied about.
    var lied: Set<DeviceID> { state.withLock(\.lied) }

    func heads() throws -> [DeviceID: UInt64] {
        try state.withLock { state in
            try Self.answer(&state)
            var heads: [DeviceID: UInt64] = [:]
            for device in remote.devices { heads[device] = visible(device, state) }
            guard state.lie == .rollsBack else { return heads }
            let candidates = heads.keys.sorted().filter {
                $0 != viewer && known.number(of: $0) > 0
            }
            guard let device = candidates.randomElement(using: &state.random) else { return heads }
            let number = known.number(of: device)
            heads[device] = UInt64.random(in: 0..<number, using: &state.random)
            state.lied.insert(device)
            state.lie = nil
            return heads
        }
    }

    func commit(_ number: UInt64, of device: DeviceID) throws -> [UInt8]? {
        try state.withLock { state in
            try Self.answer(&state)
            let log = remote.log(of: device)
            guard number > 0, number <= visible(device, state) else { return nil }
            let commit = log[Int(number) - 1]
            guard let lie = state.lie, Bool.random(using: &state.random),
                let other = falsified(commit, lie, number, device, &state.random)
            else { return commit }
            state.lie = nil
            state.lied.insert(device)
            return other
        }
    }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) throws -> Appended {
        try state.withLock { try Self.answer(&$0) }
        return remote.append(commit, number, of: device)
    }

    /// Devices without vaults have no files.
    func hasBlob(_ name: BlobName) -> Bool { false }

    func blob(_ name: BlobName) -> [UInt8]? { nil }

    func put(_ blob: [UInt8], as name: BlobName) -> Appended { .other }

    private func visible(_ device: DeviceID, _ state: State) -> UInt64 {
        let count = UInt64(remote.log(of: device).count)
        return device == viewer ? count : min(count, state.visible[device] ?? 0)
    }

    private func falsified(
        _ commit: [UInt8], _ lie: Lie, _ number: UInt64, _ device: DeviceID,
        _ random: inout RandomNumbers
    ) -> [UInt8]? {
        switch lie {
        case .changes:
            var commit = commit
            let place = Int.random(in: commit.indices, using: &random)
            commit[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            return commit
        case .truncates:
            return Array(commit.prefix(Int.random(in: 0..<commit.count, using: &random)))
        case .swaps:
            let log = remote.log(of: device)
            let others = log.indices.filter { $0 != Int(number) - 1 }
            return others.randomElement(using: &random).map { log[$0] }
        case .confuses:
            let others = remote.devices.filter { $0 != device }.flatMap { remote.log(of: $0) }
            return others.randomElement(using: &random)
        case .invents:
            return (0..<Int.random(in: 0...2000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        case .rollsBack: return nil
        }
    }

    private static func answer(_ state: inout State) throws {
        guard let patience = state.patience else { return }
        guard patience > 0 else { throw Unreachable() }
        state.patience = patience - 1
    }
}
