import SeededRandom
import Synchronization
import WalletSync

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
        /// Whether a part of a snapshot was not given.
        var hasWithheld = false
        /// How long each log was said to be.
        var shown: [DeviceID: UInt64] = [:]
        /// The commits that are told as something else, which they stay as long as the view lasts.
        var falsified: [DeviceID: [UInt64: [UInt8]]]
        /// The commit that is not given.
        var omitted: (device: DeviceID, number: UInt64)?
        /// After how many calls it no longer answers.
        var patience: Int?
        var random: RandomNumbers
    }

    let place: Simulation.Place
    private let remote: SimulatedRemote
    private let known: VersionVector
    private let spared: [DeviceID: UInt64]
    private let sent: UInt64
    private let viewer: DeviceID
    private let state: Mutex<State>

    /// - Parameters:
    ///   - visible: How much of each log has arrived where the viewer is.
    ///   - known: How much of each the viewer has.
    ///   - spared: How much of each may be gone, as the viewer knows.
    ///   - sent: How much of its own log the viewer has handed over.
    ///   - forged: Commits that are told in the place of those of the same number.
    init(
        _ remote: SimulatedRemote, at place: Simulation.Place, for viewer: DeviceID,
        visible: [DeviceID: UInt64], known: VersionVector, spared: [DeviceID: UInt64],
        sent: UInt64, lie: Lie? = nil, forged: [DeviceID: [UInt64: [UInt8]]] = [:],
        patience: Int? = nil, seed: UInt64
    ) {
        self.remote = remote
        self.place = place
        self.viewer = viewer
        self.known = known
        self.spared = spared
        self.sent = sent
        var state = State(
            visible: visible, lie: lie, falsified: forged, patience: patience,
            random: RandomNumbers(seed: seed))
        if lie == .omits || lie == .reorders {
            // Only of logs that the viewer reads.
            let logs = known.positions.filter { $0.key != viewer && $0.value.number > 0 }
            for (device, position) in logs.sorted(by: { $0.key < $1.key }).shuffled(
                using: &state.random)
            {
                let end = visible[device] ?? 0
                let log = remote.log(of: device)
                let unread = log.keys.filter { $0 > position.number && $0 <= end }.sorted()
                if lie == .omits, let number = unread.dropLast().randomElement(using: &state.random)
                {
                    state.omitted = (device, number)
                    break
                }
                let (first, second) = (position.number + 1, position.number + 2)
                if lie == .reorders, second <= end, let one = log[first], let other = log[second] {
                    state.falsified[device] = [first: other, second: one]
                    break
                }
            }
        }
        self.state = Mutex(state)
    }

    /// Whose logs were lied about.
    var lied: Set<DeviceID> { state.withLock(\.lied) }

    /// Whether a part of a snapshot was altered.
    var hasAlteredSnapshot: Bool { state.withLock(\.hasAlteredSnapshot) }

    /// Whether a part of a snapshot was not given.
    var hasWithheld: Bool { state.withLock(\.hasWithheld) }

    /// How long each log was said to be at last.
    var shown: [DeviceID: UInt64] { state.withLock(\.shown) }

    var isCarried: Bool { place == .folder }

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
            switch state.lie {
            case .rollsBack: rollBack(&heads, &state)
            case .exaggerates:
                // In a folder, a device counts its own files.
                for device in remote.devices where device != viewer || place == .server {
                    heads[device] = .max
                    state.lied.insert(device)
                }
            default: break
            }
            state.shown = heads
            return heads
        }
    }

    /// Says that a log is shorter than it was; in a folder, a device writes its own again without a word.
    private func rollBack(_ heads: inout [DeviceID: UInt64], _ state: inout State) {
        var rests: [DeviceID: Range<UInt64>] = [:]
        for (device, head) in heads {
            let first = spared[device] ?? 0
            if device != viewer {
                let end = known.number(of: device)
                if end > first { rests[device] = 0..<end }
            } else if place == .server {
                let end = min(head, sent)
                if end > first { rests[device] = first..<end }
            }
        }
        guard let device = rests.keys.sorted().randomElement(using: &state.random),
            let rest = rests[device]
        else { return }
        heads[device] = UInt64.random(in: rest, using: &state.random)
        state.lied.insert(device)
        state.lie = nil
    }

    func commit(_ number: UInt64, of device: DeviceID) throws -> [UInt8]? {
        try state.withLock { state in
            try Self.answer(&state)
            if let omitted = state.omitted, omitted.device == device, omitted.number == number {
                state.lied.insert(device)
                return nil
            }
            guard isVisible(number, of: device, state) else { return nil }
            return remote.commit(number, of: device).map { told($0, number, device, &state) }
        }
    }

    func next(after number: UInt64, of device: DeviceID) throws -> NumberedCommit? {
        try state.withLock { state in
            try Self.answer(&state)
            var later = numbers(of: device, state).filter { $0 > number }
            if let omitted = state.omitted, omitted.device == device {
                if later.min() == omitted.number { state.lied.insert(device) }
                later.remove(omitted.number)
            }
            let next = later.min()
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
        if let other = state.falsified[device]?[number] {
            state.lied.insert(device)
            return other
        }
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

    /// Of devices without vaults, which have no files, these are parts of snapshots.
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
                state.hasWithheld = true
                return nil
            case .changes, .truncates, .invents:
                state.lie = nil
                let other = falsified(blob, lie, 0, viewer, &state.random)
                state.hasAlteredSnapshot = other != blob
                return other
            case .swaps, .confuses, .rollsBack, .omits, .reorders, .forks, .exaggerates:
                return blob
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
        case .rollsBack, .withholds, .omits, .reorders, .forks, .exaggerates: return nil
        }
    }

    private static func answer(_ state: inout State) throws {
        guard let patience = state.patience else { return }
        guard patience > 0 else { throw Unreachable() }
        state.patience = patience - 1
    }
}
