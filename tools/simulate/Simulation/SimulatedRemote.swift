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
    /// Has lost a part of a snapshot.
    case withholds
}

/// What really lies between the devices: the commits of each, as they were put there, and snapshots.
final class SimulatedRemote: Sendable {
    private struct Content {
        var logs: [DeviceID: [UInt64: [UInt8]]] = [:]
        var blobs: [BlobName: [UInt8]] = [:]
        /// How many commits of each were taken away as a snapshot stands for them.
        var forgotten: [DeviceID: UInt64] = [:]
    }

    private let content = Mutex(Content())

    func log(of device: DeviceID) -> [UInt64: [UInt8]] {
        content.withLock { $0.logs[device] ?? [:] }
    }

    func commit(_ number: UInt64, of device: DeviceID) -> [UInt8]? {
        content.withLock { $0.logs[device]?[number] }
    }

    /// The number of the last commit of a device.
    func end(of device: DeviceID) -> UInt64 { log(of: device).keys.max() ?? 0 }

    var devices: [DeviceID] { content.withLock { $0.logs.keys.sorted() } }

    /// How many bytes there are of all.
    var byteCount: Int {
        content.withLock { content in
            let commits = content.logs.values.flatMap(\.values)
            return (commits + content.blobs.values).reduce(0) { $0 + $1.count }
        }
    }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) -> Appended {
        content.withLock { content in
            if let there = content.logs[device]?[number] {
                return there == commit ? .there : .other
            }
            content.logs[device, default: [:]][number] = commit
            return .there
        }
    }

    /// Loses the last commits of a device, but none that it may not have any more.
    func lose(_ count: Int, of device: DeviceID) {
        content.withLock { content in
            let first = content.forgotten[device] ?? 0
            let numbers = (content.logs[device] ?? [:]).keys.filter { $0 > first }.sorted()
            for number in numbers.suffix(count) { content.logs[device]?[number] = nil }
        }
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) {
        content.withLock { content in
            for number in numbers { content.logs[device]?[number] = nil }
            content.forgotten[device] = max(content.forgotten[device] ?? 0, numbers.upperBound)
        }
    }

    func blob(_ name: BlobName) -> [UInt8]? { content.withLock { $0.blobs[name] } }

    func put(_ blob: [UInt8], as name: BlobName) -> Appended {
        content.withLock { content in
            if let there = content.blobs[name] { return there == blob ? .there : .other }
            content.blobs[name] = blob
            return .there
        }
    }

    func remove(_ name: BlobName) { content.withLock { $0.blobs[name] = nil } }
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
        /// Whether a part of a snapshot was something else, so that it has to be noticed.
        var hasAlteredSnapshot = false
        /// The commits that were told as something else, which they stay as long as the view lasts.
        var falsified: [DeviceID: [UInt64: [UInt8]]] = [:]
        /// After how many calls it no longer answers.
        var patience: Int?
        var random: RandomNumbers
    }

    private let remote: SimulatedRemote
    private let known: VersionVector
    private let spared: [DeviceID: UInt64]
    private let viewer: DeviceID
    private let state: Mutex<State>

    /// - Parameters:
    ///   - visible: How much of each log has arrived where the viewer is.
    ///   - known: How much of each the viewer has.
    ///   - spared: How much of each may be gone, as the viewer knows.
    init(
        _ remote: SimulatedRemote, for viewer: DeviceID, visible: [DeviceID: UInt64],
        known: VersionVector, spared: [DeviceID: UInt64], lie: Lie?, patience: Int?, seed: UInt64
    ) {
        self.remote = remote
        self.viewer = viewer
        self.known = known
        self.spared = spared
        state = Mutex(
            State(
                visible: visible, lie: lie, patience: patience,
                random: RandomNumbers(seed: seed)))
    }

    /// Whose logs were lied about.
    var lied: Set<DeviceID> { state.withLock(\.lied) }

    /// Whether a part of a snapshot was altered.
    var hasAlteredSnapshot: Bool { state.withLock(\.hasAlteredSnapshot) }

    var isCarried: Bool { true }

    func heads(after written: [DeviceID: UInt64]) throws -> [DeviceID: UInt64] {
        try state.withLock { state in
            try Self.answer(&state)
            var heads: [DeviceID: UInt64] = [:]
            for device in remote.devices {
                let numbers = numbers(of: device, state)
                guard var head = written[device] else {
                    heads[device] = numbers.max() ?? 0
                    continue
                }
                while numbers.contains(head + 1) { head += 1 }
                heads[device] = numbers.isEmpty ? 0 : head
            }
            guard state.lie == .rollsBack else { return heads }
            let candidates = heads.keys.sorted().filter {
                $0 != viewer && self.known.number(of: $0) > spared[$0] ?? 0
            }
            guard let device = candidates.randomElement(using: &state.random) else { return heads }
            let number = self.known.number(of: device)
            heads[device] = UInt64.random(in: 0..<number, using: &state.random)
            state.lied.insert(device)
            state.lie = nil
            return heads
        }
    }

    func commit(_ number: UInt64, of device: DeviceID) throws -> [UInt8]? {
        try state.withLock { state in
            try Self.answer(&state)
            guard isVisible(number, of: device, state) else { return nil }
            return remote.commit(number, of: device).map { told($0, number, device, &state) }
        }
    }

    func next(after number: UInt64, of device: DeviceID) throws -> NumberedCommit? {
        try state.withLock { state in
            try Self.answer(&state)
            let next = numbers(of: device, state).filter { $0 > number }.min()
            guard let next, let commit = remote.commit(next, of: device) else { return nil }
            // Of its own log, a device looks for its signature only.
            guard device != viewer else { return NumberedCommit(number: next, commit: commit) }
            return NumberedCommit(number: next, commit: told(commit, next, device, &state))
        }
    }

    /// A commit, or a lie about it.
    private func told(
        _ commit: [UInt8], _ number: UInt64, _ device: DeviceID, _ state: inout State
    ) -> [UInt8] {
        if let other = state.falsified[device]?[number] { return other }
        guard let lie = state.lie, Bool.random(using: &state.random),
            let other = falsified(commit, lie, number, device, &state.random)
        else { return commit }
        state.lie = nil
        state.lied.insert(device)
        state.falsified[device, default: [:]][number] = other
        return other
    }

    func forget(_ numbers: ClosedRange<UInt64>, of device: DeviceID) throws {
        try state.withLock { try Self.answer(&$0) }
        remote.forget(numbers, of: device)
    }

    func append(_ commit: [UInt8], _ number: UInt64, of device: DeviceID) throws -> Appended {
        try state.withLock { try Self.answer(&$0) }
        return remote.append(commit, number, of: device)
    }

    /// Devices without vaults have no files: these are parts of snapshots.
    func hasBlob(_ name: BlobName) throws -> Bool {
        try state.withLock { try Self.answer(&$0) }
        return remote.blob(name) != nil
    }

    func blob(_ name: BlobName) throws -> [UInt8]? {
        try state.withLock { state in
            try Self.answer(&state)
            guard let blob = remote.blob(name), let lie = state.lie else {
                return remote.blob(name)
            }
            switch lie {
            case .withholds:
                state.lie = nil
                return nil
            case .changes, .truncates, .invents:
                state.lie = nil
                let other = falsified(blob, lie, 0, viewer, &state.random)
                state.hasAlteredSnapshot = other != blob
                return other
            case .swaps, .confuses, .rollsBack: return blob
            }
        }
    }

    func put(_ blob: [UInt8], as name: BlobName) throws -> Appended {
        try state.withLock { try Self.answer(&$0) }
        return remote.put(blob, as: name)
    }

    func remove(_ name: BlobName) throws {
        try state.withLock { try Self.answer(&$0) }
        remote.remove(name)
    }

    private func isVisible(_ number: UInt64, of device: DeviceID, _ state: State) -> Bool {
        device == viewer || number <= state.visible[device] ?? 0
    }

    private func numbers(of device: DeviceID, _ state: State) -> Set<UInt64> {
        Set(remote.log(of: device).keys.filter { isVisible($0, of: device, state) })
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
            let others = log.keys.filter { $0 != number }.sorted()
            return others.randomElement(using: &random).flatMap { log[$0] }
        case .confuses:
            let others = remote.devices.filter { $0 != device }.flatMap { other in
                remote.log(of: other).sorted { $0.key < $1.key }.map(\.value)
            }
            return others.randomElement(using: &random)
        case .invents:
            return (0..<Int.random(in: 0...2000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        case .rollsBack, .withholds: return nil
        }
    }

    private static func answer(_ state: inout State) throws {
        guard let patience = state.patience else { return }
        guard patience > 0 else { throw Unreachable() }
        state.patience = patience - 1
    }
}
