import SyncSimulation
import SyncTestSupport
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // What a person has seen of a commit, and its level, are internal.

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
        // What was deleted is in no snapshot for long.
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

    private func isErased(_ replica: Replica) async -> Bool {
        let state = await replica.item(item)
        return state?.isErased == true && state?.former.isEmpty == true
    }

    /// What is between the devices, and what both keep, for whoever has the key.
    private func opened() throws -> OpenedContent {
        var content = OpenedContent(vault: fixture.vault, ring: [fixture.key])
        for id in remote.heads().keys {
            let numbers = remote.log(of: id).indices.map { UInt64($0) + 1 }
            try content.add(commits: numbers.compactMap { remote.commit($0, of: id) })
        }
        content.add(parts: Array(remote.parts.values))
        for store in [fixture.store, phoneStore] {
            var rows: [[UInt8]: [UInt8]] = [:]
            try store.load { rows[$0] = $1 }
            try content.add(rows: rows)
        }
        return content
    }

    // MARK: Everywhere

    @Test("Once everybody knows, values and history are nowhere; that it was deleted stays")
    func everywhere() async throws {
        #expect(try opened().contains(Self.secret))
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk)
        // The phone has not heard of it.
        #expect(await !isErased(desk))
        try await remote.exchange(phone)
        #expect(await !isErased(phone))
        try await remote.exchange(desk, phone)
        for replica in [desk, phone] { #expect(await isErased(replica)) }
        #expect(await desk.stateHash == phone.stateHash)
        // A snapshot without it takes the place of the one before.
        for round in 0..<3 {
            for number in 0..<400 {
                try await write(desk, others[number % 6], "\(round) \(number)")
            }
            try await remote.exchange(desk, phone, desk, phone, desk)
        }
        let content = try opened()
        #expect(content.closedCount == 0)
        #expect(!content.contains("never again") && !content.contains("bank"))
        #expect(content.byteCount > 10_000)
        let row = try #require(fixture.store.row(RowKey.item(item).bytes))
        #expect(row.count < 120)
        await expectSame(desk, phone)

        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk, laptop)
        await expectSame(desk, laptop)
        #expect(await isErased(laptop))
    }

    @Test("A mark is a few bytes of a commit, however much goes")
    func size() async throws {
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone, desk)
        let last = try #require(remote.log(of: desk.device.id).last)
        #expect(await isErased(desk))
        #expect(last.count < 600)
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
        for _ in 0..<4 { try await remote.exchange(phone, desk) }
        #expect(await isErased(phone))
        await expectSame(desk, phone)
    }

    // MARK: Waiting

    @Test("A device that has not heard of the deletion is waited for, however long that takes")
    func silence() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk)
        try await desk.commit([.removal(item, .purged)])
        for _ in 0..<3 { try await remote.exchange(desk, phone) }
        #expect(await !isErased(desk))
        try await remote.exchange(laptop, desk, laptop)
        #expect(await isErased(desk))
        #expect(await isErased(laptop))
    }

    @Test("Whoever is taken out is waited for until all know how much of it counts")
    func dismissed() async throws {
        let laptop = try await fixture.joined("laptop")
        try await remote.exchange(desk, laptop, phone, desk)
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone)
        try await desk.dismiss(laptop.device.id)
        try await remote.exchange(desk)
        // The snapshot does not know that it is out.
        #expect(await !isErased(desk))
        try await remote.exchange(phone, desk)
        try await write(desk, others[0], "so that there is another one")
        try await desk.commit([.removal(others[1], .purged)])
        try await remote.exchange(desk, phone, desk, phone)
        #expect(await isErased(desk))
        #expect(await desk.stateHash == phone.stateHash)
    }

    @Test("Nothing is erased while a device has a version that does not know how")
    func olderVersion() async throws {
        let keys = try Ed25519.KeyPair.make()
        let old = try #require(Device(publicKey: keys.publicKey, name: "old"))
        _ = try await desk.introduce(old)
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone, desk)
        #expect(await !isErased(desk))
        var position = LogPosition.start
        let sealer = try CommitSealer(vault: fixture.vault, keys: [fixture.key])
        func answer(_ level: Int64) async throws {
            let seen = await desk.vector
            var others = seen
            others.positions[old.id] = nil
            let content = CommitContent(
                seen: others, stateHash: await desk.stateHash, changes: [], level: level)
            let commit = try sealer.make(content, after: position, by: keys, old.id)
            remote.change(old.id) { $0.append(commit) }
            position = LogPosition(
                number: position.number + 1, hash: CommitSealer.hash(of: commit))
        }
        try await answer(0)
        try await remote.exchange(desk, phone, desk)
        #expect(await !isErased(desk))
        // It was updated.
        try await answer(CommitContent.presentLevel)
        try await remote.exchange(desk, phone, desk)
        #expect(await isErased(desk))
        #expect(await isErased(phone))
    }

    // MARK: Coming back

    @Test(
        "A change by somebody who had not seen the deletion brings the item back whole",
        arguments: [false, true])
    func unseen(isDeskFirst: Bool) async throws {
        let before = await phone.vector
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone)
        // The phone has it, and a person there has not seen that yet.
        try await phone.commit(
            [DatedChange(change: .fields(item, [.password: SecretText("two")]))], over: before)
        try await remote.exchange(desk)
        #expect(await isErased(desk))
        if isDeskFirst {
            try await remote.exchange(phone, desk, phone)
        } else {
            let laptop = try await fixture.joined("laptop")
            try await remote.exchange(phone, laptop, desk, laptop, phone)
            await expectSame(desk, laptop)
        }
        try await remote.exchange(desk, phone, desk)
        await expectSame(desk, phone)
        let state = try #require(await desk.item(item))
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

    @Test("Wherever the process ends that applies an erasure, an item that is back is whole")
    func interrupted() async throws {
        let before = await phone.vector
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone)
        try await phone.commit(
            [DatedChange(change: .fields(item, [.password: SecretText("two")]))], over: before)
        try await remote.exchange(desk)
        #expect(await isErased(desk))
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
        await expectSame(desk, last)
        let state = try #require(await desk.item(item))
        #expect(state.values[.title]?.reveal() == "bank")
        #expect(state.values[.notes]?.reveal() == Self.secret + "second")
        let known = state.former.map { $0.value.reveal() }
        #expect(known.contains(Self.secret + "first") && known.contains("one"))
    }

    @Test("It can be deleted again, and goes again")
    func again() async throws {
        try await desk.commit([.removal(item, .purged)])
        try await remote.exchange(desk, phone, desk, phone)
        #expect(await isErased(phone))
        try await phone.commit([
            .fields(item, [.presence: SecretText("1"), .password: SecretText("three")])
        ])
        try await remote.exchange(phone, desk, phone)
        #expect(await desk.item(item)?.values[.password]?.reveal() == "three")
        try await desk.commit([.removal(item, .purged)])
        for _ in 0..<3 { try await remote.exchange(desk, phone) }
        #expect(await isErased(desk))
        #expect(await isErased(phone))
        await expectSame(desk, phone)
    }
}
