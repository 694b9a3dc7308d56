import TenonCore
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("A sync server whose database was put back as it was", .serialized)
struct SyncServerOlderCopyTests {
    @Test(
        "Machines go on, and what they have is there again, for newcomers as well",
        arguments: SyncEngine.allCases)
    func olderCopy(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine)
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine.hasty(try await .make([bank]))
        let (phone, tablet, fresh) = (
            try ServedMachine.hasty(), try ServedMachine.hasty(), try ServedMachine.hasty()
        )
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }
        try fixture.makeCopy()

        // Since then a machine has joined, a file was attached, and most commits are nowhere any more.
        try await tablet.join(desk, as: "tablet")
        let content = [UInt8](repeating: 7, count: 70_000)
        let file = try Attachment(
            "scan.pdf", size: content.count, added: Timestamp(milliseconds: 1))
        try await desk.vault.attach(file, to: bank.id) { $0.copyBytes(from: content) }
        for machine in [desk, phone] {
            for number in 0..<60 {
                try await machine.change(bank.id) { $0.password = SecretText("password \(number)") }
                try await machine.exchange()
            }
            for machine in [desk, phone, tablet] { try await machine.exchange() }
        }
        try fixture.putCopyBack()

        // Each says it once; whom the server does not know any more, another one lets in again.
        let older = try await desk.sync.synchronize()
        let words = "An older copy of the data was put back"
        #expect(older.problems.contains { "\($0.remedy)".contains(words) })
        for machine in [phone, desk, tablet, phone, desk, tablet] {
            _ = try await machine.sync.synchronize()
        }
        try await fresh.join(desk, as: "fresh")
        let machines = [desk, phone, tablet, fresh]
        for machine in machines + machines { _ = try await machine.sync.synchronize() }
        for machine in machines {
            try await machine.exchange()
            #expect(try await machine.vault.login(bank.id).password.reveal() == "password 59")
            #expect(
                try await machine.sync.syncStatus().fingerprint
                    == desk.sync.syncStatus().fingerprint)
            #expect(try await machine.sync.checkSync().findings == [])
        }
        try await fresh.sync.fetchFile(file.id, of: bank.id)
        #expect(try await fresh.vault.contents(of: file).withBytes { Array($0) } == content)
        // What they change then arrives as always.
        try await fresh.change(bank.id) { $0.password = SecretText("two") }
        for machine in [fresh] + machines { try await machine.exchange() }
        #expect(try await tablet.vault.login(bank.id).password.reveal() == "two")
        for machine in machines { await machine.stop() }
    }
}
