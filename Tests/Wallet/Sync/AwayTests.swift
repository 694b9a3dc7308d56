import SyncSimulation
import Synchronization
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Devices that were away while a snapshot took the place of commits")
struct AwayTests {
    private let remote = OpenRemote()
    private let items = (0..<8).map { _ in ItemID() }
    private let fixture: SyncFixture
    private let desk: Replica
    private let phoneStore = SimulatedStore()
    private let phone: Replica

    init() async throws {
        // Nobody is waited for.
        fixture = try await SyncFixture(snapshots: SnapshotPolicy(floor: 4_000, patience: 0))
        desk = fixture.founder
        phone = try await fixture.joined("phone", by: desk, in: phoneStore)
        for number in items.indices { try await write(desk, number, "first") }
        try await remote.exchange(desk, phone, desk, phone)
    }

    private func write(_ replica: Replica, _ number: Int, _ password: String) async throws {
        try await replica.commit([
            .fields(
                items[number % items.count],
                [
                    .presence: SecretText("1"), .title: SecretText("Item \(number % items.count)"),
                    .password: SecretText(password),
                ])
        ])
    }

    /// So many changes that commits are gone which the phone does not have.
    private func goOn(_ replica: Replica, on places: Range<Int> = 0..<8) async throws {
        for number in 0..<60 {
            let place = places.lowerBound + number % places.count
            try await write(replica, place, "desk \(number)")
        }
        try await remote.exchange(replica)
        // The first one may be one that stays.
        let number = await phone.vector.number(of: replica.device.id)
        #expect(remote.commit(number + 2, of: replica.device.id) == nil)
    }

    private func passwords(_ replica: Replica, _ number: Int) async throws -> Set<String> {
        let state = try await replica.item(items[number])
        let present = (state?.fields[.password] ?? []).compactMap { $0.value?.reveal() }
        let former = (state?.former ?? []).filter { $0.field == .password }
        return Set(present + former.map { $0.value.reveal() })
    }

    @Test("It takes the snapshot over; what was changed on it meanwhile is merged as always")
    func merging() async throws {
        let added = ItemID()
        try await write(phone, 0, "of the phone")
        try await phone.commit([
            .fields(added, [.presence: SecretText("1"), .title: SecretText("added")])
        ])
        try await goOn(desk)
        let report = try await phone.synchronize(with: remote)
        #expect(report.caughtUp == [desk.device.id] && report.problems.isEmpty)
        try await remote.exchange(desk, phone, desk)
        try await expectSame(desk, phone)
        #expect(try await desk.item(added)?.values[.title]?.reveal() == "added")
        let known = try await passwords(desk, 0)
        #expect(known.isSuperset(of: ["first", "of the phone", "desk 0", "desk 56"]))
        // Neither had seen the other one.
        let conflict = try #require(try await phone.item(items[0])?.conflicts.first)
        let values = [conflict.winner] + conflict.losers
        #expect(Set(values.compactMap { $0.value?.reveal() }) == ["of the phone", "desk 56"])
        #expect(await desk.conflicted == [items[0]])
        // What it remembers can be opened, and goes on.
        let again = try Replica(
            phoneStore, vault: fixture.vault, ring: [fixture.key], snapshots: fixture.snapshots,
            now: SyncFixture.now)
        try await expectSame(again, desk)
        try await write(again, 1, "again")
        try await remote.exchange(again, desk)
        try await expectSame(again, desk)
    }

    @Test("Whom it takes out counts as far as another one had that, also where commits are gone")
    func limit() async throws {
        let tablet = try await fixture.joined("tablet", by: desk)
        try await remote.exchange(desk, tablet, phone, desk, tablet, phone)
        try await phone.dismiss(desk.device.id)
        try await goOn(desk)
        try await remote.exchange(tablet, tablet, phone, tablet, phone)
        try await expectSame(phone, tablet)
        #expect(await phone.dismissed == [desk.device.id])
        #expect(try await passwords(phone, 0).contains("desk 56"))
    }

    @Test("An item that was deleted meanwhile is back as a whole when it was changed on it")
    func deletion() async throws {
        try await phone.commit([.fields(items[2], [.password: SecretText("of the phone")])])
        try await desk.commit([.removal(items[2], .purged), .removal(items[3], .purged)])
        try await goOn(desk, on: 4..<8)
        try await remote.exchange(phone, desk, phone)
        try await expectSame(desk, phone)
        let state = try #require(try await desk.item(items[2]))
        #expect(state.removal == .none)
        #expect(state.values[.title]?.reveal() == "Item 2")
        #expect(try await passwords(desk, 2).contains("of the phone"))
        #expect(try await phone.item(items[3])?.removal == .purged)
    }

    @Test("It is back as a whole, too, when the snapshot has the change that the deletion missed")
    func changeInSnapshot() async throws {
        // What the phone changes is handed over where it does not hear of the deletion.
        let apart = OpenRemote()
        for id in remote.heads().keys { apart.change(id) { $0 = remote.log(of: id) } }
        try await phone.commit([.fields(items[2], [.password: SecretText("of the phone")])])
        try await apart.exchange(phone)
        try await desk.commit([.removal(items[2], .purged)])
        try await remote.exchange(desk)
        remote.change(phone.device.id) { $0 = apart.log(of: phone.device.id) }
        try await remote.exchange(desk)
        #expect(try await desk.item(items[2])?.values[.title] == nil)
        try await goOn(desk, on: 4..<8)
        let report = try await phone.synchronize(with: remote)
        #expect(report.caughtUp == [desk.device.id] && report.problems.isEmpty)
        try await remote.exchange(desk, phone)
        try await expectSame(desk, phone)
        let state = try #require(try await desk.item(items[2]))
        #expect(state.values[.title]?.reveal() == "Item 2")
        #expect(state.values[.password]?.reveal() == "of the phone")
    }

    @Test("A part of a snapshot that is something else is named; one that is missing waited for")
    func alteredParts() async throws {
        try await goOn(desk)
        let whole = remote.parts
        let before = await phone.stateHash
        for name in whole.keys {
            for (number, body) in Self.alterations.enumerated() {
                var part = try #require(whole[name])
                body(&part)
                remote.parts[name] = part
                let report = try await phone.synchronize(with: remote)
                #expect(report.problems.map(\.error.code) == [.syncAltered], "\(number)")
                #expect(report.problems.map(\.device) == [desk.device.id])
                #expect(await phone.stateHash == before)
            }
            remote.parts[name] = nil
            let report = try await phone.synchronize(with: remote)
            #expect(report.problems.isEmpty)
            #expect(report.waiting == [desk.device.id])
            remote.parts = whole
        }
        try await remote.exchange(phone, desk, phone)
        try await expectSame(desk, phone)
    }

    private static let alterations: [@Sendable (inout [UInt8]) -> Void] = [
        { $0[$0.count / 2] ^= 1 }, { $0.removeLast() }, { $0 = [] }, { $0 += [0] },
    ]

    @Test(
        "What is lost of the log of a device that is gone comes by a snapshot, once it is taken out"
    )
    func lostEnd() async throws {
        let fixture = try await SyncFixture()
        let (desk, remote) = (fixture.founder, OpenRemote())
        let (phone, laptop) = (
            try await fixture.joined("phone"), try await fixture.joined("laptop")
        )
        try await remote.exchange(desk, phone, laptop, desk, phone, laptop)
        for number in 0..<3 { try await write(laptop, number, "laptop \(number)") }
        try await remote.exchange(laptop, phone)
        let count = remote.log(of: laptop.device.id).count
        for number in 3..<6 { try await write(laptop, number, "laptop \(number)") }
        try await remote.exchange(laptop, desk)
        // An older copy was put back where the logs are kept, and nobody hands the rest over again.
        remote.change(laptop.device.id) { $0.removeLast($0.count - count) }
        let problems = try await desk.synchronize(with: remote).problems
        #expect(problems.map(\.error.code) == [.syncRolledBack])
        try await desk.dismiss(laptop.device.id)
        try await write(desk, 7, "later")
        let newcomer = try await fixture.joined("tablet", by: desk)
        for _ in 0..<3 {
            for replica in [desk, phone, newcomer] {
                _ = try await replica.synchronize(with: remote)
            }
        }
        try await remote.exchange(desk, phone, newcomer)
        try await expectSame(desk, phone)
        try await expectSame(desk, newcomer)
        #expect(try await passwords(phone, 5).contains("laptop 5"))
    }

    @Test("Nobody follows a snapshot of a device that was taken out before")
    func dismissedAuthor() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk, laptop, phone)
        let away = OpenRemote()
        for id in remote.heads().keys { away.change(id) { $0 = remote.log(of: id) } }
        try await desk.dismiss(laptop.device.id)
        try await goOn(desk)
        // Whoever holds the laptop goes on without having heard of it, and tells of a snapshot.
        for number in 0..<80 { try await write(laptop, number, "of the laptop \(number)") }
        _ = try await laptop.synchronize(with: away)
        #expect(await laptop.lastSnapshot != nil)
        for (name, part) in away.parts { remote.parts[name] = part }
        remote.change(laptop.device.id) { $0 = away.log(of: laptop.device.id) }
        for number in away.gone(of: laptop.device.id) {
            remote.forget(number...number, of: laptop.device.id)
        }
        for _ in 0..<2 {
            for replica in [phone, desk] {
                let report = try await replica.synchronize(with: remote)
                #expect(report.problems.isEmpty)
                #expect(report.refused == [laptop.device.id])
            }
        }
        try await expectSame(desk, phone)
        for number in items.indices {
            #expect(try await passwords(phone, number).allSatisfy { !$0.contains("laptop") })
        }
    }

    @Test("A snapshot that others took away is no roll-back, and a log that is shorter is")
    func rollBack() async throws {
        try await goOn(desk)
        try await remote.exchange(phone, desk, phone)
        let log = remote.log(of: desk.device.id)
        try await write(desk, 0, "later")
        try await remote.exchange(desk, phone)
        remote.change(desk.device.id) { $0 = log }
        let report = try await phone.synchronize(with: remote)
        #expect(report.problems.map(\.error.code) == [.syncRolledBack])
    }

    // MARK: Interruptions

    @Test("Wherever the remote stops answering, the next exchange goes on", arguments: 0...1)
    func unreachable(_ which: Int) async throws {
        try await write(phone, 0, "of the phone")
        if which == 1 { try await goOn(desk) }
        for number in 0..<60 { try await write(desk, number, "desk \(number)") }
        var count = 0
        var isDone = false
        while !isDone {
            let left = Mutex(count)
            let watched = WatchedRemote(remote) {
                try left.withLock { left in
                    guard left > 0 else { throw WatchedRemote.Unreachable() }
                    left -= 1
                }
            }
            count += 1
            do {
                _ = try await (which == 0 ? desk : phone).synchronize(with: watched)
                isDone = true
            } catch is WatchedRemote.Unreachable {
                isDone = false
            }
        }
        try await remote.exchange(desk, phone, desk, phone, desk, phone)
        try await expectSame(desk, phone)
        #expect(try await passwords(desk, 0).isSuperset(of: ["first", "of the phone", "desk 56"]))
        // Nothing is left of snapshots that were not finished.
        for _ in 0..<3 {
            for number in 0..<60 { try await write(desk, number, "more \(number)") }
            try await remote.exchange(desk, phone, desk, phone)
        }
        #expect(remote.parts.count == 1)
    }

    @Test(
        "Wherever a process ends while it writes, the next one goes on",
        arguments: [SimulatedStore.Crash.before, .after], 0...1)
    func crashes(_ crash: SimulatedStore.Crash, which: Int) async throws {
        try await write(phone, 0, "of the phone")
        if which == 1 { try await goOn(desk) }
        for number in 0..<60 { try await write(desk, number, "desk \(number)") }
        let store = which == 0 ? fixture.store : phoneStore
        var replica = which == 0 ? desk : phone
        var (count, isDone) = (0, false)
        while !isDone {
            let left = Mutex(count)
            // The disk fails at some write: before each, the remote was asked for something.
            let watched = WatchedRemote(remote) {
                left.withLock { left in
                    if left == 0 { store.crashNext(crash) }
                    left -= 1
                }
            }
            count += 1
            do {
                _ = try await replica.synchronize(with: watched)
                _ = store.stayAlive()
                isDone = left.withLock { $0 >= 0 }
            } catch is SimulatedStore.Crashed {
                replica = try Replica(
                    store, vault: fixture.vault, ring: [fixture.key],
                    snapshots: fixture.snapshots, now: SyncFixture.now)
            }
        }
        let other = which == 0 ? phone : desk
        try await remote.exchange(replica, other, replica, other, replica)
        try await expectSame(replica, other)
        #expect(
            try await passwords(replica, 0).isSuperset(of: ["first", "of the phone", "desk 56"]))
    }
}
