import SyncSimulation
import SyncTestSupport
import TenonCore
import TenonTesting
import Testing
import WalletVault

@testable import WalletSync  // The rows of a store are internal.

@Suite("Items that were deleted for good")
struct ErasureTests {
    /// Long enough to show by its size.
    private static let secret = String(repeating: "never again ", count: 2_000)

    private let remote = OpenRemote()
    private let item = ItemID()
    private let others = (0..<6).map { _ in ItemID() }
    private let fixture: SyncFixture
    private let desk: Replica
    private let phone: Replica
    private let phoneStore = SimulatedStore()

    init() async throws {
        // Nobody waits before a snapshot takes the place of what was deleted.
        fixture = try await SyncFixture(
            snapshots: SnapshotPolicy(floor: 60_000, deletionPatience: 0))
        desk = fixture.founder
        phone = try await fixture.joined("phone", by: desk, in: phoneStore)
        try await remote.exchange(desk, phone, desk)
        try await desk.commit([
            .fields(
                item,
                [
                    .presence: SecretText("1"), .title: SecretText("bank"),
                    .password: SecretText("one"), .notes: SecretText(Self.secret + "first"),
                ])
        ])
        try await desk.commit([.fields(item, [.notes: SecretText(Self.secret + "second")])])
        for (number, id) in others.enumerated() { try await write(desk, id, "\(number)") }
        try await remote.exchange(desk, phone, desk)
    }

    private func write(_ replica: Replica, _ id: ItemID, _ password: String) async throws {
        try await replica.commit([
            .fields(id, [.presence: SecretText("1"), .password: SecretText(password)])
        ])
    }

    private func isErased(_ replica: Replica) async throws -> Bool {
        let state = try await replica.item(item)
        return state?.removal == .purged && state?.fields.map(\.key) == [.presence]
            && state?.former.isEmpty == true
    }

    /// What is between the devices, and what both keep, for whoever has the key.
    private func opened() throws -> OpenedContent {
        try fixture.opened(remote, fixture.store, phoneStore)
    }

    // MARK: Everywhere

    @Test("Whoever hears of it drops values and history; once all have, they are nowhere")
    func everywhere() async throws {
        #expect(try opened().contains(Self.secret))
        let count = remote.log(of: desk.device.id).count
        try await desk.commit([.removal(item, .purged)])
        #expect(try await isErased(desk))
        try await remote.exchange(desk)
        #expect(remote.log(of: desk.device.id)[count].count < 600, "A mark is a few bytes")
        // The phone has not heard of it.
        #expect(try await !isErased(phone))
        try await remote.exchange(phone)
        #expect(try await isErased(phone))
        #expect(await desk.stateHash == phone.stateHash)
        for _ in 0..<4 { try await remote.exchange(desk, phone) }
        let content = try opened()
        #expect(content.closedCount == 0)
        #expect(!content.contains("never again") && !content.contains("bank"))
        #expect(content.byteCount > 1_000)
        let row = try #require(fixture.store.row(RowKey.item(item).bytes))
        #expect(row.count < 120)
        try await expectSame(desk, phone)
        // Nobody makes further ones.
        let last = await desk.lastSnapshot
        for _ in 0..<3 { try await remote.exchange(desk, phone) }
        #expect(await desk.lastSnapshot == last)

        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk, laptop)
        try await expectSame(desk, laptop)
        #expect(try await isErased(laptop))
    }

    @Test("A newcomer never gets what was deleted, though others have not heard of it")
    func newcomer() async throws {
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk)
        let store = SimulatedStore()
        let laptop = try await fixture.joined("laptop", by: desk, in: store)
        try await remote.exchange(desk, laptop)
        #expect(try await isErased(laptop))
        let content = try fixture.opened(OpenRemote(), store)
        #expect(content.byteCount > 1_000 && !content.contains("never again"))
    }

    @Test("A snapshot of somebody who had not heard of the deletion is not the last one")
    func unheard() async throws {
        // The phone's deletion and the desk's snapshot do not know of each other.
        try await phone.commit([.removal(item, .purged)])
        for number in 0..<200 {
            try await write(desk, others[number % 6], "\(number) \(Self.secret.prefix(400))")
        }
        try await remote.exchange(desk)
        #expect(await desk.lastSnapshot != nil)
        for number in 0..<200 { try await write(desk, others[number % 6], "\(number)") }
        for _ in 0..<6 { try await remote.exchange(phone, desk) }
        #expect(try await isErased(phone))
        #expect(try !opened().contains("bank"))
        try await expectSame(desk, phone)
    }

    // MARK: When

    @Test("There is one snapshot a day for what was deleted, by whoever deleted it")
    func patience() async throws {
        let clock = ManualClock(start: SyncFixture.now())
        let fixture = try await SyncFixture()
        let remote = OpenRemote()
        let (deskStore, phoneStore) = (fixture.store, SimulatedStore())
        _ = try await fixture.joined("phone", by: fixture.founder, in: phoneStore)
        func reopened(_ store: SimulatedStore) throws -> Replica {
            try Replica(
                store, vault: fixture.vault, ring: [fixture.key], now: { clock.now() })
        }
        let (desk, phone) = (try reopened(deskStore), try reopened(phoneStore))
        for id in others { try await write(desk, id, "one") }
        try await remote.exchange(desk, phone, desk)
        #expect(await desk.lastSnapshot == nil)

        try await phone.commit([.removal(others[0], .purged)])
        // The desk hears of it before there is a snapshot, and leaves that to the phone.
        try await remote.exchange(phone)
        let first = try #require(await phone.lastSnapshot)
        try await remote.exchange(desk, phone, desk)
        #expect(await desk.lastSnapshot == first)

        try await phone.commit([.removal(others[1], .purged)])
        try await remote.exchange(phone, desk, phone)
        #expect(await phone.lastSnapshot == first)
        clock.advance(by: .seconds(23 * 3_600))
        try await remote.exchange(phone, desk, phone)
        #expect(await phone.lastSnapshot == first)
        clock.advance(by: .seconds(2 * 3_600))
        // The desk would wait for another day.
        try await remote.exchange(desk)
        #expect(await desk.lastSnapshot == first)
        try await remote.exchange(phone, desk)
        let second = try #require(await desk.lastSnapshot)
        #expect(second != first)
        // Then there is nothing more to do.
        for _ in 0..<5 {
            clock.advance(by: .seconds(72 * 3_600))
            try await remote.exchange(phone, desk)
        }
        #expect(await desk.lastSnapshot == second)
    }

    @Test("Commits are there until a device that was away has heard of the deletion")
    func silence() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk)
        try await desk.commit([.removal(item, .purged)])
        for _ in 0..<3 { try await remote.exchange(desk, phone) }
        #expect(try opened().contains("bank"))
        for _ in 0..<5 { try await remote.exchange(laptop, desk, phone) }
        #expect(try await isErased(laptop))
        #expect(try !opened().contains("bank"))
    }

    @Test("Nobody waits for a machine that was taken out")
    func dismissed() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk)
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone)
        try await desk.dismiss(laptop.device.id)
        for _ in 0..<5 { try await remote.exchange(desk, phone) }
        #expect(try await isErased(desk))
        #expect(try !opened().contains("bank"))
        #expect(await desk.stateHash == phone.stateHash)
    }

    // MARK: Coming back

    @Test(
        "A change by somebody who had not seen the deletion brings the item back whole",
        arguments: [false, true])
    func unseen(isDeskFirst: Bool) async throws {
        try await phone.commit([.fields(item, [.password: SecretText("two")])])
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk)
        #expect(try await isErased(desk))
        if isDeskFirst {
            try await remote.exchange(phone, desk, phone)
        } else {
            let laptop = try await fixture.joined("laptop")
            try await remote.exchange(phone, laptop, desk, laptop, phone)
            try await expectSame(desk, laptop)
        }
        try await remote.exchange(desk, phone, desk)
        try await expectSame(desk, phone)
        let state = try #require(try await desk.item(item))
        #expect(state.removal == .none)
        #expect(state.values[.title]?.reveal() == "bank")
        #expect(state.values[.notes]?.reveal() == Self.secret + "second")
        let passwords = (state.fields[.password] ?? []).compactMap { $0.value?.reveal() }
        #expect(passwords.contains("two"))
        let former = state.former.map { $0.value.reveal() }
        #expect(former.contains(Self.secret + "first"))
        // Somebody has to look.
        #expect(await desk.conflicted == [item])
    }

    @Test("Wherever the process ends that applies a deletion, an item that is back is whole")
    func interrupted() async throws {
        try await phone.commit([.fields(item, [.password: SecretText("two")])])
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk)
        #expect(try await isErased(desk))
        var (last, ends) = (phone, 0)
        while ends < 12 {
            // One write more than the last time.
            phoneStore.crashNext(.after)
            do {
                try await remote.exchange(last)
                break
            } catch is SimulatedStore.Crashed {
                ends += 1
            }
            last = try Replica(
                phoneStore, vault: fixture.vault, ring: [fixture.key], snapshots: fixture.snapshots,
                now: SyncFixture.now)
        }
        #expect(ends > 3)
        _ = phoneStore.stayAlive()
        try await remote.exchange(last, desk, last, desk, last)
        try await expectSame(desk, last)
        let state = try #require(try await desk.item(item))
        #expect(state.values[.title]?.reveal() == "bank")
        #expect(state.values[.notes]?.reveal() == Self.secret + "second")
        let known = state.former.map { $0.value.reveal() }
        #expect(known.contains(Self.secret + "first") && known.contains("one"))
    }

    @Test("It can be deleted again, and goes again")
    func again() async throws {
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone, desk, phone)
        #expect(try await isErased(phone))
        try await phone.commit([
            .fields(item, [.presence: SecretText("1"), .password: SecretText("three")])
        ])
        try await remote.exchange(phone, desk, phone)
        #expect(try await desk.item(item)?.values[.password]?.reveal() == "three")
        try await desk.commit([.removal(item, .purged)])
        for _ in 0..<3 { try await remote.exchange(desk, phone) }
        #expect(try await isErased(desk))
        #expect(try await isErased(phone))
        try await expectSame(desk, phone)
    }
}
