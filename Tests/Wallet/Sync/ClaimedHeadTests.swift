import SyncSimulation
import TenonCore
import Testing
import WalletSync
import WalletVault

@Suite("A server that says that logs are longer than they are")
struct ClaimedHeadTests {
    @Test(
        "It is named, and what is new is handed over all the same",
        arguments: [1_000, UInt64(Int64.max), .max] as [UInt64])
    func claims(head: UInt64) async throws {
        let (fixture, remote) = (try await SyncFixture(), OpenRemote())
        let (desk, phone) = (fixture.founder, try await fixture.joined("phone"))
        let tablet = try await fixture.joined("tablet")
        for device in [phone, tablet] {
            try await device.commit([.fields(ItemID(), [.presence: SecretText("1")])])
        }
        try await remote.exchange(desk, phone, tablet, desk, phone, tablet, desk)
        let item = ItemID()
        try await desk.commit([
            .fields(item, [.presence: SecretText("1"), .title: SecretText("new")])
        ])
        remote.claimedHead = head
        let report = try await desk.synchronize(with: remote)
        #expect(
            Set(report.problems.map(\.device)) == [phone.device.id, tablet.device.id])
        #expect(report.problems.allSatisfy { $0.error.code == .syncMissing })
        let number = await desk.vector.number(of: desk.device.id)
        #expect(remote.log(of: desk.device.id).count == Int(number))
        #expect(await desk.unsent == 0)
        remote.claimedHead = nil
        try await remote.exchange(desk, phone, tablet, desk, phone, tablet)
        try await expectSame(desk, phone)
        try await expectSame(desk, tablet)
        #expect(try await tablet.item(item)?.values[.title]?.reveal() == "new")
    }
}
