import SeededRandom
import TenonCore
import TenonSecurity
import WalletSync
import WalletVault

/// Devices that keep the same items through a remote that cannot be trusted, at random by a seed.
package struct Simulation {
    /// A value that a device has acknowledged.
    struct Written {
        let item: ItemID
        let field: ItemField
        let value: SecretText
        /// Who has acknowledged it.
        let device: DeviceID
        /// In which commit.
        var number: UInt64 = 0
        /// When.
        var stamp: Stamp?
    }

    /// Which fields are written; two of them are members of sets.
    private static let fields: [ItemField] = [
        .title, .userName, .password, .notes, .site("https://example.com"), .custom("PIN", 0),
    ]
    private static let twoDays: Int64 = 2 * 24 * 3600 * 1000
    let vault: ItemID
    let key: SecretBytes
    let remote = SimulatedRemote()
    /// Small, so that there are many snapshots.
    let snapshots: SnapshotPolicy
    /// Whether nobody takes others out, and what is deleted is so for good.
    let isPeaceful: Bool
    /// Whether there are two items, which are never deleted for good: they get many former values.
    let hasFewItems: Bool
    let place: Place
    let lies: [Lie]
    var random: RandomNumbers
    var devices: [SimulatedDevice] = []
    private var items: [ItemID] = []
    /// Few enough that several devices often change the same one; where items are deleted for good, so many that
    /// one that was deleted is not always changed by somebody who has not heard of that.
    private var itemLimit: Int { hasFewItems ? 2 : isPeaceful ? 150 : 24 }
    var written: [Written] = []
    /// What was known where an item was deleted for good.
    var deleted: [ItemID: [VersionVector]] = [:]
    /// Devices whose last commits the remote has lost, until they are there again.
    var lost: Set<DeviceID> = []
    /// Devices that somebody has taken out, and of how many of their commits somebody knew before that.
    var dismissed: [DeviceID: UInt64] = [:]
    /// Devices that have taken others out.
    var dismissers: Set<DeviceID> = []
    var outcome = Outcome()

    /// Makes the devices of a seed.
    ///
    /// - Parameters:
    ///   - place: Where they keep their logs.
    ///   - lies: What that does wrong now and then.
    ///   - hasFewItems: Whether there are two items, which are never deleted for good.
    package static func run(
        seed: UInt64, steps: Int, at place: Place = .folder, lies: [Lie] = Lie.allCases,
        hasFewItems: Bool = false
    ) async throws -> Outcome {
        var simulation = try await Simulation(
            seed: seed, at: place, lies: lies, hasFewItems: hasFewItems)
        for _ in 0..<steps { try await simulation.step() }
        try await simulation.welcome()
        try await simulation.settle()
        return simulation.outcome
    }

    private init(seed: UInt64, at place: Place, lies: [Lie], hasFewItems: Bool) async throws {
        random = RandomNumbers(seed: seed)
        self.place = place
        self.lies = lies
        self.hasFewItems = hasFewItems
        isPeaceful = seed.isMultiple(of: 2)
        vault = Self.name(&random)
        key = Self.bytes(&random)
        // The clocks of devices are days apart: some forget before all others have a snapshot.
        let days = [1, 2, 90].randomElement(using: &random) ?? 1
        snapshots = SnapshotPolicy(
            floor: 2_000, patience: Int64(days) * 86_400_000,
            deletionPatience: Int64(days) * 8_640_000)
        outcome.devices = Int.random(in: 2...8, using: &random)
        for number in 0..<outcome.devices { try await join(number) }
    }

    // MARK: Steps

    private mutating func step() async throws {
        outcome.steps += 1
        guard
            let index = devices.indices.filter({ !devices[$0].isOut }).randomElement(using: &random)
        else { return }
        devices[index].clock.advance(by: Int64.random(in: 0...60_000, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<44: try await edit(index)
        case 44..<45: try await batch(index)
        case 45..<50: try await remove(index)
        case 50..<53: try await restore(index)
        case 53..<57: try await resolve(index)
        case 57..<80: try await exchange(index, lie: nil)
        case 80..<92: try await exchange(index, lie: lies.randomElement(using: &random))
        case 92..<94: try reopen(index)
        case 94..<97:
            devices[index].clock.advance(
                by: Int64.random(in: -Self.twoDays...Self.twoDays, using: &random))
        case 97..<98: lose()
        case 98..<99 where Bool.random(using: &random):
            devices[index].awayUntil =
                outcome.steps + Int.random(in: 50...400, using: &random)
        default: try await takeOut(index)
        }
    }

    private mutating func edit(_ index: Int) async throws {
        let known = items.count < itemLimit ? items + [Self.name(&random)] : items
        guard let item = known.randomElement(using: &random) else { return }
        if try await isLeftAlone(item, index) { return }
        if !items.contains(item) { items.append(item) }
        try await write(index, [(item, Int.random(in: 1...3, using: &random))])
    }

    /// What was deleted for good is left alone as a rule, so that it may stay so.
    private mutating func isLeftAlone(_ item: ItemID, _ index: Int) async throws -> Bool {
        let removal = try await devices[index].replica.item(item)?.removal
        return removal == .purged && Int.random(in: 0..<8, using: &random) > 0
    }

    /// An import: many items at once.
    private mutating func batch(_ index: Int) async throws {
        var chosen: [ItemID] = []
        for item in items.shuffled(using: &random).prefix(8)
        where try await !isLeftAlone(item, index) {
            chosen.append(item)
        }
        try await write(index, chosen.map { ($0, 2) })
    }

    /// Gives fields of items new values.
    private mutating func write(_ index: Int, _ counts: [(item: ItemID, fields: Int)]) async throws
    {
        let author = devices[index].replica.device.id
        var changes: [Change] = []
        var values: [Written] = []
        for (item, count) in counts {
            var fields: [ItemField: SecretText?] = [:]
            for field in Self.fields.shuffled(using: &random).prefix(count) {
                guard Int.random(in: 0..<8, using: &random) > 0 else {
                    fields[field] = .some(nil)
                    continue
                }
                let value = SecretText("value \(random.next())")
                fields[field] = value
                values.append(
                    Written(item: item, field: field, value: value, device: author))
            }
            if try await devices[index].replica.item(item) == nil {
                fields[.presence] = SecretText("1")
            }
            changes.append(.fields(item, fields))
        }
        guard try await commit(index, changes) else { return }
        let number = await devices[index].replica.vector.number(of: author)
        for var value in values {
            let versions = try await devices[index].replica.item(value.item)?.fields[value.field]
            value.number = number
            value.stamp = versions?.first { $0.value == value.value }?.stamp
            written.append(value)
        }
    }

    private mutating func remove(_ index: Int) async throws {
        guard let item = await devices[index].replica.itemIDs.sorted().randomElement(using: &random)
        else { return }
        let isTrashed = hasFewItems || Bool.random(using: &random) && !isPeaceful
        let removal = isTrashed ? Removal.trashed : .purged
        // Also when the process ends: it may have been written down.
        if removal == .purged {
            deleted[item, default: []].append(await devices[index].replica.vector)
        }
        _ = try await commit(index, [.removal(item, removal)])
    }

    private mutating func restore(_ index: Int) async throws {
        guard let item = await devices[index].replica.itemIDs.sorted().randomElement(using: &random)
        else { return }
        if try await isLeftAlone(item, index) { return }
        _ = try await commit(index, [.fields(item, [.presence: SecretText("1")])])
    }

    /// A person looks at a conflict, and takes one of the values.
    private mutating func resolve(_ index: Int) async throws {
        let replica = devices[index].replica
        guard let id = await replica.conflicted.randomElement(using: &random),
            let conflict = try await replica.item(id)?.conflicts.first,
            let choice = (conflict.losers + [conflict.winner]).randomElement(using: &random)
        else { return }
        let isDone = try await commit(index, [.fields(id, [conflict.field: choice.value])])
        let conflicts = try await devices[index].replica.item(id)?.conflicts ?? []
        if isDone, conflicts.contains(where: { $0.field == conflict.field }) {
            fail("a conflict that was settled is still there")
        }
    }

    /// Writes changes down; `false` when the process ended meanwhile.
    mutating func commit(_ index: Int, _ changes: [Change]) async throws -> Bool {
        if Int.random(in: 0..<20, using: &random) == 0 {
            devices[index].store.crashNext(Bool.random(using: &random) ? .before : .after)
        }
        let replica = devices[index].replica
        let (disk, number) = (
            devices[index].store.copied(), await replica.vector.number(of: replica.device.id) + 1
        )
        do {
            try await replica.commit(changes)
            _ = devices[index].store.stayAlive()
            if await replica.vector.number(of: replica.device.id) == number {
                devices[index].note(disk, before: number)
            }
            return true
        } catch is SimulatedStore.Crashed {
            try crashed(index)
            return false
        }
    }

    /// The process is started again, or goes on after its disk failed.
    mutating func crashed(_ index: Int) throws {
        outcome.crashes += 1
        if Bool.random(using: &random) { try reopen(index) }
    }

    /// The remote loses the end of a log for good; its device brings it again.
    private mutating func lose() {
        // One that was taken out does not bring it again.
        let devices = remote.devices.filter { dismissed[$0] == nil }
        guard let device = devices.randomElement(using: &random) else { return }
        remote.lose(Int.random(in: 1...3, using: &random), of: device)
        lost.insert(device)
    }

    mutating func fail(_ message: String) {
        outcome.failures.append("step \(outcome.steps): \(message)")
    }
}
