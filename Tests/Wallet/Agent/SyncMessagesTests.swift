import TenonCore
import Testing
import WalletAgentLink
import WalletAgentMessages
import WalletSync

@Suite("How sync stands, over the wire")
struct SyncMessagesTests {
    @Test("clocks that are wrong arrive, with the status and with what an exchange came to")
    func clocks() throws {
        let id = try #require(DeviceID(bytes: [UInt8](repeating: 7, count: 16)))
        let clocks = [
            SyncClock(device: "phone", id: id, isThis: false, days: -365),
            SyncClock(device: "desk", id: id, isThis: true, days: 2),
        ]
        var (status, outcome) = (SyncStatus(.inStep), SyncOutcome())
        (status.clocks, outcome.clocks) = (clocks, clocks)
        let (first, second) = (Frame(.answer), Frame(.answer))
        try status.write(to: first)
        try outcome.write(to: second)
        let arrived: (SyncStatus, SyncOutcome) = (try first.value(), try second.value())
        #expect(arrived.0 == status)
        #expect(arrived.1 == outcome)
    }

    @Test("what was not handed over arrives, with the status and with how a machine has left")
    func backlog() throws {
        var (status, departure) = (SyncStatus(.offline), SyncDeparture(name: "phone"))
        (status.unsent, status.unsentFiles) = (3, ["scan.pdf"])
        departure.backlog = status.backlog
        departure.problem = "It is away."
        departure.isRemoved = true
        let (first, second) = (Frame(.answer), Frame(.answer))
        try status.write(to: first)
        try departure.write(to: second)
        let arrived: (SyncStatus, SyncDeparture) = (try first.value(), try second.value())
        #expect(arrived.0 == status)
        #expect(arrived.0.backlog == SyncBacklog(changes: 2, files: ["scan.pdf"]))
        #expect(arrived.1 == departure)
    }
}
