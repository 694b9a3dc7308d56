import Foundation
import SeededRandom
import TenonCore
import TenonTesting
import WalletSync
import WalletVault

/// Machines with real vaults that are kept in step through a real folder, or a server, at random by a seed.
///
/// People change items also while an exchange runs; processes end at any write; backups are restored.
package struct VaultSimulation {
    /// A machine, and what was done on it.
    struct Place {
        let machine: SimulatedMachine
        let clock: SimulatedClock
        /// Values that the vault has acknowledged and that were not sent yet.
        var pending: [WrittenValue] = []
        var backup: Backup?
    }

    private let folder: URL
    /// Where the machines keep what they share.
    private let shared: Simulation.Place
    /// What is kept there when that is a server.
    private let server = SimulatedRemote()
    private let lies: [FileLie]
    /// Whether there is one item, which nobody removes: it gets many former values.
    private let hasOneItem: Bool
    var random: RandomNumbers
    var places: [Place] = []
    /// Values that must never be lost.
    var sent: [WrittenValue] = []
    /// Files that people wanted removed.
    var removed: Set<ItemField> = []
    /// Items that somebody deleted for good.
    var deleted: Set<ItemID> = []
    /// The parts of files that a machine has asked for.
    var parts: [[UInt8]] = []
    var outcome = Outcome()

    /// Lets 2 or 3 machines work.
    ///
    /// - Parameters:
    ///   - place: Where they keep what they share.
    ///   - lies: What that does wrong with each file before a machine has it.
    ///   - hasOneItem: Whether there is one item, which nobody removes.
    package static func run(
        seed: UInt64, steps: Int, at place: Simulation.Place = .folder, lies: [FileLie] = [],
        hasOneItem: Bool = false
    ) async throws -> Outcome {
        var simulation = try await VaultSimulation(
            seed: seed, at: place, lies: lies, hasOneItem: hasOneItem)
        defer { try? FileManager.default.removeItem(at: simulation.folder) }
        for _ in 0..<steps { try await simulation.step() }
        try await simulation.finish()
        return simulation.outcome
    }

    private init(
        seed: UInt64, at place: Simulation.Place, lies: [FileLie], hasOneItem: Bool
    ) async throws {
        random = RandomNumbers(seed: seed)
        shared = place
        self.lies = lies
        self.hasOneItem = hasOneItem
        folder = FileManager.default.temporaryDirectory
            .appending(path: "vault-simulation-\(UUID().uuidString)")
        let path = folder.appending(path: "shared").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        for number in 0..<Int.random(in: 2...3, using: &random) {
            let clock = SimulatedClock(
                1_750_000_000_000 + Int64.random(in: -3_600_000...3_600_000, using: &random))
            let home = folder.appending(path: "machine \(number)").path
            let now: @Sendable () -> Timestamp = { clock.now }
            let machine =
                if let first = places.first?.machine {
                    try await first.joined(in: home, sharing: path, now: now)
                } else {
                    try await SimulatedMachine.found(in: home, sharing: path, now: now)
                }
            places.append(Place(machine: machine, clock: clock))
            // Some items are there before the next machine comes, on both.
            for _ in 0..<3 { try await edit(number) }
        }
    }

    // MARK: Steps

    private mutating func step() async throws {
        outcome.steps += 1
        let index = Int.random(in: places.indices, using: &random)
        places[index].clock.advance(by: Int64.random(in: 1_000...600_000, using: &random))
        switch Int.random(in: 0..<100, using: &random) {
        case 50..<58 where !hasOneItem: try await move(index)
        case 0..<58: try await edit(index)
        case 58..<62: try await open(index)
        case 62..<90:
            try await exchange(index)
            try await askForFiles(index)
        case 90..<94: try await back(up: index)
        case 94..<97: try await restore(index)
        case 97: try await changeKey(index)
        default: try await places[index].machine.restart()
        }
    }

    private mutating func makePeople() -> SimulatedPeople {
        SimulatedPeople(seed: random.next(), itemLimit: hasOneItem ? 1 : 8)
    }

    private mutating func edit(_ index: Int) async throws {
        let people = makePeople()
        try await people.next().edit(places[index].machine.vault, people)
        places[index].pending += people.values
        removed.formUnion(people.removed)
    }

    /// Puts an item into the trash, takes it out, or deletes it.
    private mutating func move(_ index: Int) async throws {
        let vault = places[index].machine.vault
        var items = try await vault.list(ItemQuery()).items.map(\.id)
        let isTrash = Bool.random(using: &random)
        if isTrash { items = try await vault.list(ItemQuery(isTrashed: true)).items.map(\.id) }
        guard let id = items.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            try await vault.deletePermanently(id)
            deleted.insert(id)
            // What nobody else has gone away with it.
            places[index].pending.removeAll { $0.item == id }
        default:
            if isTrash { try await vault.restore(id) } else { try await vault.moveToTrash(id) }
        }
    }

    private mutating func exchange(_ index: Int) async throws {
        outcome.exchanges += 1
        let machine = places[index].machine
        let vault = machine.vault
        let isBusy = Bool.random(using: &random)
        let isLate = Int.random(in: 0..<8, using: &random) == 0
        let people = makePeople()
        let watched = WatchedRemote(remote(of: index)) {
            if isLate, people.isLucky(one: 8) { throw WatchedRemote.Unreachable() }
            guard isBusy, people.isLucky(one: 4) else { return }
            try await people.next().edit(vault, people)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            machine.databases.fail(
                Bool.random(using: &random) ? .before : .after,
                after: Int.random(in: 0..<12, using: &random), with: SimulatedStore.Crashed())
        }
        let count = places[index].pending.count
        // A person also changes something while nobody asks the remote.
        let person = people.next()
        let meanwhile = Task {
            if isBusy { try await person.edit(vault, people) }
        }
        do {
            let report = try await machine.synchronizer.synchronize(with: watched)
            machine.databases.succeed()
            // Whoever gave the vault a key may not have heard yet what it is sealed under for this machine.
            for problem in report.problems where problem.error.code != .syncNoKey {
                fail("a false alarm: \(problem)")
            }
            try await handOver(count, from: index)
        } catch is WatchedRemote.Unreachable {
            machine.databases.succeed()
        } catch is SimulatedStore.Crashed {
            outcome.crashes += 1
            _ = await meanwhile.result
            try await machine.restart()
        }
        // What a crash prevents was not acknowledged.
        _ = await meanwhile.result
        machine.databases.succeed()
        places[index].pending += people.values
        removed.formUnion(people.removed)
    }

    /// Where a machine keeps what it shares, as that is now.
    func remote(of index: Int) -> any SyncRemote {
        let machine = places[index].machine
        guard shared == .server else { return machine.remote }
        let ends = server.devices.map { ($0, server.end(of: $0)) }
        return RemoteView(
            server, at: shared, for: machine.replica.device.id,
            visible: Dictionary(uniqueKeysWithValues: ends), known: VersionVector(), spared: [:],
            sent: 0, seed: 0)
    }

    /// Lets a machine ask for all its files while they are lied about.
    private mutating func askForFiles(_ index: Int) async throws {
        guard let lie = lies.randomElement(using: &random) else { return }
        try await askForFiles(index, despite: lie)
    }

    // MARK: The end

    /// Lets everybody learn of everything, and compares.
    private mutating func finish() async throws {
        for place in places { try await place.machine.restart() }
        for round in 0...2 * places.count + 3 {
            for index in places.indices {
                // What was deleted is soon in no snapshot any more.
                places[index].clock.advance(by: SimulatedMachine.snapshots.deletionPatience)
                let machine = places[index].machine
                let report = try await machine.synchronizer.synchronize(with: remote(of: index))
                for problem in report.problems
                where round > places.count || problem.error.code != .syncNoKey {
                    fail("a false alarm at the end: \(problem)")
                }
                try await handOver(places[index].pending.count, from: index)
            }
        }
        let first = places[0].machine.replica
        outcome.conflicts += await first.conflicted.count
        for (index, place) in places.enumerated() {
            if await place.machine.replica.stateHash != first.stateHash {
                fail("machine \(index) has another state")
            }
            try await compare(index)
            try await askForFiles(index)
            try await openFiles(index)
        }
        for id in deleted where try await first.item(id)?.removal == .purged { outcome.erased += 1 }
        for id in await first.itemIDs where try await first.item(id)?.isFull == true {
            outcome.full += 1
        }
        for value in sent where !removed.contains(value.field) {
            if try await isThere(value) {
                outcome.values += 1
            } else if !deleted.contains(value.item), try await !hasMadeRoom(value) {
                fail("the value \(value.value.reveal()) of \(value.item) is lost")
            }
        }
    }

    /// Compares a vault with what is known.
    private mutating func compare(_ index: Int) async throws {
        let (vault, replica) = (places[index].machine.vault, places[index].machine.replica)
        for id in await replica.itemIDs.sorted() {
            guard let state = try await replica.item(id) else { continue }
            let found = try await vault.itemWithHistory(id)
            guard state.removal != .purged else {
                if found != nil { fail("machine \(index) has a deleted item") }
                continue
            }
            guard let found else {
                fail("machine \(index) lacks the item \(id)")
                continue
            }
            if found.item.fields != state.values { fail("machine \(index) has another \(id)") }
            if found.item.isTrashed != (state.removal == .trashed) {
                fail("\(id) is in another place on machine \(index)")
            }
            let passwords = Set(
                state.former.filter { $0.field == .password }.map { $0.value.reveal() }
                    + state.conflicts.filter { $0.field == .password }.flatMap(\.losers)
                    .compactMap { $0.value?.reveal() })
            let known = Set(found.history.compactMap { $0.password?.reveal() })
            if found.history.count < 20,
                !known.union([found.item.login?.password.reveal() ?? ""]).isSuperset(of: passwords)
            {
                fail("the history of \(id) on machine \(index) lacks passwords")
            }
        }
    }

    mutating func fail(_ message: String) {
        outcome.failures.append("step \(outcome.steps): \(message)")
    }
}
