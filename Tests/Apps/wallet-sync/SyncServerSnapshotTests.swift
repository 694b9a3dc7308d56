import TenonCore
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("Snapshots on a sync server", .serialized)
struct SyncServerSnapshotTests {
    /// Changes a password so often that most commits go.
    private func goOn(_ machine: ServedMachine, _ id: ItemID) async throws {
        for number in 0..<40 {
            try await machine.change(id) { $0.password = SecretText("password \(number)") }
            try await machine.exchange()
        }
    }

    @Test(
        "A machine that was away, a new one, and an old recovery sheet begin with one",
        arguments: SyncEngine.allCases)
    func beginning(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine)
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try ServedMachine.hasty(try await .make([bank]))
        let (phone, tablet, fresh) = (
            try ServedMachine.hasty(), try ServedMachine.hasty(), try ServedMachine.hasty()
        )
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.join(desk, as: "phone")
        let sheet = try await desk.sync.makeRecoverySheet()
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }

        try await phone.vault.add(Login(title: "added", password: SecretText("two")))
        try await goOn(desk, bank.id)
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.problems == [])
        #expect(outcome.caughtUp == ["desk"])
        for machine in [desk, phone] { try await machine.exchange() }
        #expect(try await phone.vault.login(bank.id).password.reveal() == "password 39")

        try await tablet.join(desk, as: "tablet")
        try await desk.exchange()
        try await goOn(desk, bank.id)
        try await fresh.sync.recoverSync(
            sheet.text, folder: nil, passphrase: SecretText(TemporaryVault.passphrase),
            device: "fresh")
        let machines = [desk, phone, tablet, fresh]
        for machine in machines + machines + machines { try await machine.exchange() }
        for machine in machines {
            let titles = try await machine.vault.list(ItemQuery()).items.map(\.title)
            #expect(titles == ["added", "bank"])
            #expect(try await machine.sync.checkSync().findings == [])
            #expect(
                try await machine.sync.syncStatus().fingerprint
                    == desk.sync.syncStatus().fingerprint)
        }
        for machine in machines { await machine.stop() }
    }
}
