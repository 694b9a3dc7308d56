import SyncSimulation
import TenonCore
import TenonSecurity
import TenonTesting
import Testing
import WalletSync
import WalletVault

@Suite("Snapshots of what is synchronised")
struct SnapshotTests {
    private let remote = OpenRemote()
    private let items = (0..<8).map { _ in ItemID() }
    private let fixture: SyncFixture
    private let desk: Replica
    private let phone: Replica

    init() async throws {
        fixture = try await SyncFixture(snapshots: SnapshotPolicy(floor: 4_000))
        desk = fixture.founder
        phone = try await fixture.joined("phone")
        try await remote.exchange(desk, phone, desk)
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

    /// Makes so many changes that a snapshot is made, and lets both have it.
    private func makeSnapshot(_ count: Int = 20) async throws {
        for number in 0..<count { try await write(desk, number, "password \(number)") }
        try await remote.exchange(desk, phone, desk, phone)
    }

    /// The numbers of the commits of a device that are there.
    private func numbers(of replica: Replica) -> [Int] {
        remote.log(of: replica.device.id).indices.map { $0 + 1 }.filter { number in
            remote.commit(UInt64(number), of: replica.device.id) != nil
        }
    }

    // MARK: Making and forgetting

    @Test("When commits outweigh it, there is one; once everybody has it, what it stands for goes")
    func forgetting() async throws {
        for number in 0..<20 { try await write(desk, number, "password \(number)") }
        try await remote.exchange(desk)
        let snapshot = try #require(await desk.lastSnapshot)
        #expect(!remote.parts.isEmpty)
        // The phone does not have it.
        #expect(numbers(of: desk).count == remote.log(of: desk.device.id).count)
        try await remote.exchange(phone)
        #expect(await phone.lastSnapshot == snapshot)
        try await remote.exchange(desk)
        // Those stay that let a device in, and what came since.
        let end = Int(snapshot.vector.number(of: desk.device.id))
        let last = remote.log(of: desk.device.id).count
        #expect(numbers(of: desk) == [1, 2] + Array(end + 1...last))
        try await remote.exchange(phone, desk, phone)
        try await expectSame(desk, phone)
        try await write(phone, 3, "of the phone")
        try await remote.exchange(phone, desk, phone)
        try await expectSame(desk, phone)
    }

    @Test(
        "Whose commits weigh most makes it at once, the others one after the other if that is away",
        arguments: [false, true])
    func turns(isAway: Bool) async throws {
        let clock = ManualClock()
        let now: @Sendable () -> Timestamp = { clock.now() }
        let fixture = try await SyncFixture(snapshots: SnapshotPolicy(floor: 20_000), now: now)
        let remote = OpenRemote()
        let desk = fixture.founder
        let phone = try await fixture.joined("phone", clock: now)
        let tablet = try await fixture.joined("tablet", clock: now)
        try await remote.exchange(desk, phone, tablet)
        for (replica, count) in [(desk, 3), (phone, 2)] {
            for number in 0..<count {
                try await write(replica, number, String(repeating: "\(number)", count: 4_000))
            }
            try await remote.exchange(replica, phone, tablet)
        }
        for _ in 0..<2 { try await remote.exchange(phone, tablet) }
        for replica in [phone, tablet] { #expect(await replica.lastSnapshot == nil) }
        guard isAway else {
            try await remote.exchange(desk)
            #expect(await desk.lastSnapshot != nil)
            return
        }
        clock.advance(by: .seconds(900))
        try await remote.exchange(tablet)
        #expect(await tablet.lastSnapshot == nil)
        try await remote.exchange(phone)
        #expect(await phone.lastSnapshot != nil)
    }

    @Test("What is kept stops growing, however much is changed")
    func size() async throws {
        var sizes: [Int] = []
        for number in 0..<1_000 {
            try await write(number % 3 == 0 ? phone : desk, number, "password \(number)")
            if number % 10 == 9 { try await remote.exchange(desk, phone) }
            if number % 250 == 249 {
                try await remote.exchange(desk, phone, desk, phone)
                sizes.append(remote.byteCount)
            }
        }
        try await expectSame(desk, phone)
        let snapshot = try #require(await desk.lastSnapshot)
        #expect(sizes.allSatisfy { $0 < 4 * Int(snapshot.byteCount) + 20_000 }, "\(sizes)")
        // What each device remembers has an end as well.
        #expect(fixture.store.rowCount < 700)
        let again = try Replica(
            fixture.store, vault: fixture.vault, ring: [fixture.key],
            snapshots: fixture.snapshots, now: SyncFixture.now)
        try await expectSame(again, phone)
    }

    @Test("A former snapshot goes once everybody has the next one")
    func formerSnapshots() async throws {
        try await makeSnapshot()
        let first = Set(remote.parts.keys)
        try await makeSnapshot(60)
        try await remote.exchange(phone, desk)
        #expect(!remote.parts.isEmpty)
        #expect(first.isDisjoint(with: remote.parts.keys))
    }

    @Test("Nothing goes while a device has not said that it has the snapshot, for 90 days")
    func silence() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, desk)
        try await makeSnapshot()
        #expect(numbers(of: desk).count == remote.log(of: desk.device.id).count)
        try await remote.exchange(laptop, desk)
        #expect(numbers(of: desk).count < remote.log(of: desk.device.id).count)
    }

    // MARK: Beginning with one

    @Test("A device that is let in begins with it, and reads no commit that it stands for")
    func newcomer() async throws {
        try await makeSnapshot()
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk, laptop)
        try await expectSame(desk, laptop)
        let former = try await laptop.item(items[0])?.former.filter { $0.field == .password } ?? []
        #expect(former.map { $0.value.reveal() } == ["password 8", "password 0"])
        // It is one like the others.
        try await write(laptop, 1, "of the laptop")
        try await remote.exchange(laptop, desk, phone, laptop)
        try await expectSame(phone, laptop)
    }

    @Test("Who knows only devices from before follows the signatures to the snapshot")
    func oldIntroduction() async throws {
        let old = try await desk.introduce(desk.device)
        let laptop = try await fixture.joined("laptop", by: phone)
        try await remote.exchange(phone, desk, laptop, desk)
        // All that the first two have done is forgotten, and the laptop makes the snapshot.
        for number in 0..<40 { try await write(laptop, number, "password \(number)") }
        for _ in 0..<3 { try await remote.exchange(laptop, desk, phone) }
        for _ in 0..<3 {
            for number in 0..<60 { try await write(laptop, number, "later \(number)") }
            try await remote.exchange(laptop, desk, phone, laptop)
        }
        #expect(numbers(of: desk).first == 1)
        let introduction = Introduction(devices: old.devices, vector: old.vector)
        let tablet = try await fixture.joined("tablet", by: laptop, knowing: introduction)
        try await remote.exchange(laptop, tablet, laptop, desk, phone, tablet, laptop)
        try await expectSame(tablet, laptop)
    }
}
