import Foundation
import SeededRandom
import TenonCore
import TenonTesting
import WalletSync
import WalletVault

/// Machines with real vaults that are kept in step through a real folder, at random by a seed.
///
/// People change items also while an exchange runs; processes end at any write; backups are restored.
package struct VaultSimulation {
    /// What a simulation came to.
    package struct Outcome: Sendable, Equatable {
        /// How many steps were made.
        package var steps = 0
        /// How many exchanges were tried.
        package var exchanges = 0
        /// How many values were acknowledged and sent, and found again.
        package var values = 0
        /// How many files were fetched, and are what was attached.
        package var files = 0
        /// How often a process ended while it wrote.
        package var crashes = 0
        /// How often an older copy took the place of a vault.
        package var restores = 0
        /// Of how many deleted items nothing else was known at the end.
        package var erased = 0
        /// How often a vault was given another key, or another passphrase.
        package var keys = 0
        /// How many items had conflicts at the end.
        package var conflicts = 0
        /// What is not as it has to be.
        package var failures: [String] = []

        /// Nothing yet.
        package init() {}

        /// Adds those of another simulation.
        package static func += (left: inout Outcome, right: Outcome) {
            left.steps += right.steps
            left.exchanges += right.exchanges
            left.values += right.values
            left.files += right.files
            left.crashes += right.crashes
            left.restores += right.restores
            left.erased += right.erased
            left.keys += right.keys
            left.conflicts += right.conflicts
            left.failures += right.failures
        }
    }

    /// A machine, and what was done on it.
    struct Place {
        let machine: SimulatedMachine
        let clock: SimulatedClock
        /// Values that the vault has acknowledged and that were not sent yet.
        var pending: [WrittenValue] = []
        var backup: Backup?
    }

    private let folder: URL
    var random: RandomNumbers
    var places: [Place] = []
    /// Values that must never be lost.
    var sent: [WrittenValue] = []
    /// Files that people wanted removed.
    var removed: Set<ItemField> = []
    /// Items that somebody deleted for good.
    var deleted: Set<ItemID> = []
    var outcome = Outcome()

    /// Lets 2 or 3 machines work.
    package static func run(seed: UInt64, steps: Int) async throws -> Outcome {
        var simulation = try await VaultSimulation(seed: seed)
        defer { try? FileManager.default.removeItem(at: simulation.folder) }
        for _ in 0..<steps { try await simulation.step() }
        try await simulation.finish()
        return simulation.outcome
    }

    private init(seed: UInt64) async throws {
        random = RandomNumbers(seed: seed)
        folder = FileManager.default.temporaryDirectory
            .appending(path: "vault-simulation-\(UUID().uuidString)")
        let shared = folder.appending(path: "shared").path
        try FileManager.default.createDirectory(
            atPath: shared, withIntermediateDirectories: true)
        for number in 0..<Int.random(in: 2...3, using: &random) {
            let clock = SimulatedClock(
                1_750_000_000_000 + Int64.random(in: -3_600_000...3_600_000, using: &random))
            let place = folder.appending(path: "machine \(number)").path
            let now: @Sendable () -> Timestamp = { clock.now }
            let machine =
                if let first = places.first?.machine {
                    try await first.joined(in: place, sharing: shared, now: now)
                } else {
                    try await SimulatedMachine.found(in: place, sharing: shared, now: now)
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
        case 0..<50: try await edit(index)
        case 50..<58: try await move(index)
        case 58..<62: try await open(index)
        case 62..<90: try await exchange(index)
        case 90..<94: try await back(up: index)
        case 94..<97: try await restore(index)
        case 97: try await changeKey(index)
        default: try await places[index].machine.restart()
        }
    }

    private mutating func edit(_ index: Int) async throws {
        let people = SimulatedPeople(seed: random.next())
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
        let people = SimulatedPeople(seed: random.next())
        let remote = WatchedRemote(machine.remote) {
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
            let report = try await machine.synchronizer.synchronize(with: remote)
            machine.databases.succeed()
            // Whoever gave the vault a key may not have heard yet what it is sealed under for this machine.
            for problem in report.problems where problem.error.code != .syncNoKey {
                fail("a false alarm: \(problem)")
            }
            sent += places[index].pending.prefix(count)
            places[index].pending.removeFirst(count)
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

    // MARK: The end

    /// Lets everybody learn of everything, and compares.
    private mutating func finish() async throws {
        for place in places { try await place.machine.restart() }
        for round in 0...2 * places.count + 3 {
            for index in places.indices {
                // What was deleted is soon in no snapshot any more.
                places[index].clock.advance(by: SimulatedMachine.snapshots.deletionPatience)
                let machine = places[index].machine
                let report = try await machine.synchronizer.synchronize(with: machine.remote)
                for problem in report.problems
                where round > places.count || problem.error.code != .syncNoKey {
                    fail("a false alarm at the end: \(problem)")
                }
                sent += places[index].pending
                places[index].pending = []
            }
        }
        let first = places[0].machine.replica
        outcome.conflicts += await first.conflicted.count
        for (index, place) in places.enumerated() {
            if await place.machine.replica.stateHash != first.stateHash {
                fail("machine \(index) has another state")
            }
            try await compare(index)
            try await openFiles(index)
        }
        for id in deleted where try await first.item(id)?.removal == .purged { outcome.erased += 1 }
        for value in sent where !removed.contains(value.field) {
            if try await isThere(value) {
                outcome.values += 1
            } else if !deleted.contains(value.item) {
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

    /// Whether a value is a present one, or a former one, anywhere.
    private func isThere(_ value: WrittenValue) async throws -> Bool {
        for place in places {
            guard let state = try await place.machine.replica.item(value.item) else { continue }
            let former = state.former.map { ($0.field, $0.value) }
            let present = state.fields.flatMap { field, versions in
                versions.compactMap { version in version.value.map { (field, $0) } }
            }
            if state.former.count >= ItemState.formerLimit
                || (former + present).contains(where: { $0 == (value.field, value.value) })
            {
                return true
            }
        }
        return false
    }

    mutating func fail(_ message: String) {
        outcome.failures.append("step \(outcome.steps): \(message)")
    }
}
