import SyncSimulation
import SyncTestSupport
import TenonCore
import TenonTesting
import Testing
import WalletSync
import WalletVault

@Suite("Items that are deleted for good every day, while a machine is not always there")
struct FrequentDeletionTests {
    private let remote = OpenRemote()
    private let items = (0..<100).map { _ in ItemID() }
    private let clock = ManualClock(start: SyncFixture.now())
    private let fixture: SyncFixture
    private let phoneStore = SimulatedStore()
    private let desk: Replica
    private let phone: Replica
    private let laptop: Replica

    init() async throws {
        let clock = clock
        let now: @Sendable () -> Timestamp = { clock.now() }
        fixture = try await SyncFixture(now: now)
        desk = fixture.founder
        phone = try await fixture.joined("phone", by: desk, in: phoneStore, clock: now)
        laptop = try await fixture.joined("laptop", by: desk, in: SimulatedStore(), clock: now)
        try await remote.exchange(desk, phone, laptop, desk, phone, laptop)
    }

    /// Adds the item of a day, deletes that of the day before, and lets two machines exchange.
    private func pass(_ day: Int) async throws {
        clock.advance(by: .seconds(86_400))
        try await desk.commit([
            .fields(
                items[day], [.presence: SecretText("1"), .password: SecretText("secret-\(day)-")])
        ])
        if day > 0 { try await desk.commit([.removal(items[day - 1], .purged)]) }
        try await remote.exchange(desk, phone, desk)
    }

    /// What is at the place and with the machines that were there, for whoever has the key.
    private func opened() throws -> OpenedContent {
        try fixture.opened(remote, fixture.store, phoneStore)
    }

    @Test("While one is away, few snapshots are there; after 90 days the first values are gone")
    func away() async throws {
        for day in 0..<89 {
            try await pass(day)
            // One chunk each: the last one, and the one before.
            #expect(remote.parts.count <= 2)
        }
        #expect(try opened().contains("secret-0-"))
        for day in 89..<93 { try await pass(day) }
        #expect(try !opened().contains("secret-0-"))
        #expect(try opened().contains("secret-60-"))
        // Who comes back begins with the last one, and nothing is waited for any more.
        for _ in 0..<3 { try await remote.exchange(laptop, desk, phone) }
        try await expectSame(desk, laptop)
        try await expectSame(desk, phone)
        let content = try opened()
        for day in 0..<92 { #expect(!content.contains("secret-\(day)-")) }
        #expect(content.contains("secret-92-"))
        #expect(remote.parts.count == 1)
    }

    @Test("One that is there once a week lets go what was deleted two weeks ago")
    func weekly() async throws {
        for day in 0..<28 {
            try await pass(day)
            if day % 7 == 6 { try await remote.exchange(laptop, desk, phone, desk) }
        }
        let content = try opened()
        for day in 0..<14 { #expect(!content.contains("secret-\(day)-"), "\(day)") }
        #expect(content.contains("secret-27-"))
    }
}
