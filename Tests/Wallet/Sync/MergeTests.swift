import TenonCore
import Testing
import WalletSync
import WalletVault

@Suite("Merging what several devices changed")
struct MergeTests {
    private let remote = OpenRemote()
    private let item = ItemID()

    private func write(_ replica: Replica, _ values: [ItemField: String?]) async throws {
        try await replica.commit([.fields(item, values.mapValues { $0.map { SecretText($0) } })])
    }

    /// Lets everybody learn of everything.
    private func exchange(_ replicas: Replica...) async throws {
        for _ in 0..<2 {
            for replica in replicas {
                #expect(try await replica.synchronize(with: remote).problems.isEmpty)
            }
        }
        for replica in replicas.dropFirst() {
            #expect(await replica.stateHash == replicas[0].stateHash)
            #expect(await replica.fingerprint == replicas[0].fingerprint)
        }
    }

    private func value(_ replica: Replica, _ field: ItemField) async throws -> String? {
        try await replica.item(item)?.values[field]?.reveal()
    }

    @Test("Changes to different fields meet in one item, without a conflict")
    func fields() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, [.presence: "1", .title: "Bank", .password: "one"])
        try await exchange(desk, phone)
        try await write(desk, [.password: "two"])
        try await write(phone, [.title: "The bank"])
        try await exchange(desk, phone)
        #expect(try await value(phone, .password) == "two")
        #expect(try await value(desk, .title) == "The bank")
        #expect(await desk.conflicted.isEmpty)
        #expect(
            try await phone.item(item)?.former.map { $0.value.reveal() }.sorted() == [
                "Bank", "one",
            ])
    }

    @Test("Of two values given at the same time one wins, the other is kept until a person chose")
    func conflict() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, [.presence: "1", .password: "one"])
        try await exchange(desk, phone)
        try await write(desk, [.password: "from the desk"])
        try await write(phone, [.password: "from the phone"])
        try await exchange(desk, phone)
        let conflict = try #require(try await desk.item(item)?.conflicts.first)
        let values = [conflict.winner.value?.reveal(), conflict.losers.first?.value?.reveal()]
        #expect(Set(values) == ["from the desk", "from the phone"])
        #expect(await phone.conflicted == [item])

        try await write(phone, [.password: "from the desk"])
        try await exchange(desk, phone)
        #expect(await desk.conflicted.isEmpty)
        #expect(try await value(desk, .password) == "from the desk")
        let former = try await desk.item(item)?.former.map { $0.value.reveal() } ?? []
        #expect(former.contains("from the phone") && former.contains("one"))
    }

    @Test("A later change wins over one that it has seen, whatever the clocks say")
    func clocks() async throws {
        let fixture = try await SyncFixture()
        let early = Timestamp(milliseconds: 86_400_000)
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone", clock: { early }))
        try await write(desk, [.presence: "1", .password: "one"])
        // The clock of the phone is decades behind, and it does not follow.
        try await remote.exchange(desk, phone)
        try await write(phone, [.password: "two"])
        try await exchange(desk, phone)
        #expect(try await value(desk, .password) == "two")
        #expect(await desk.conflicted.isEmpty)
    }

    @Test("An edit that a deletion did not know of brings the item back, as a whole")
    func editAgainstDeletion() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, [.presence: "1", .title: "Bank", .password: "one"])
        try await exchange(desk, phone)
        try await desk.commit([.removal(item, .purged)])
        #expect(try await desk.item(item)?.removal == .purged)
        try await write(phone, [.password: "two"])
        try await exchange(desk, phone)
        let state = try #require(try await desk.item(item))
        #expect(state.removal == .none && state.isBack)
        #expect(try await value(desk, .title) == "Bank")
        #expect(await desk.conflicted == [item])
        // A person looks, and keeps it.
        try await write(desk, [.presence: "1"])
        try await exchange(desk, phone)
        #expect(await phone.conflicted.isEmpty)
        #expect(try await phone.item(item)?.removal == Removal.none)
    }

    @Test("A deletion that knew all edits takes the item away everywhere")
    func deletion() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, [.presence: "1", .title: "Bank"])
        try await exchange(desk, phone)
        try await phone.commit([.removal(item, .trashed)])
        try await exchange(desk, phone)
        #expect(try await desk.item(item)?.removal == .trashed)
        #expect(await desk.conflicted.isEmpty)
    }

    @Test("A tag that one device adds while another takes it away is there")
    func tags() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        try await write(desk, [.presence: "1", .tag("home"): "1", .tag("work"): "1"])
        try await exchange(desk, phone)
        try await write(desk, [.tag("home"): nil, .tag("work"): nil])
        try await write(phone, [.tag("home"): "1", .tag("bank"): "1"])
        try await exchange(desk, phone)
        let tags = try await phone.item(item)?.values.keys.filter {
            $0.number == ItemField.tag("").number
        }
        #expect(Set(tags ?? []) == [.tag("home"), .tag("bank")])
        #expect(await desk.conflicted.isEmpty)
    }

    @Test("Fields that only newer versions know are handed on")
    func unknownFields() async throws {
        let fixture = try await SyncFixture()
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        let field = ItemField(number: 900, key: [1, 2, 3])
        try await write(desk, [.presence: "1", field: "of the future"])
        try await exchange(desk, phone)
        #expect(try await value(phone, field) == "of the future")
    }
}
