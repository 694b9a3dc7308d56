import Foundation
import TenonCore
import TenonHTTP
import TenonSQLite
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("Snapshots on a sync server", .serialized)
struct SyncServerSnapshotTests {
    /// A machine that exchanges when a test says so, and waits for nobody before it forgets.
    private struct Machine {
        let home: TemporaryVault
        let sync: VaultSync
        let networker: HTTPNetworker

        init(_ home: TemporaryVault) throws {
            self.home = home
            networker = try HTTPNetworker()
            sync = VaultSync(
                home.manager, stateFolder: home.folder.path, databases: SQLiteDatabases(),
                networker: networker, snapshots: SnapshotPolicy(floor: 5_000, patience: 0),
                now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
        }

        var vault: VaultManager { home.manager }

        func titles() async throws -> [String] {
            try await vault.list(ItemQuery()).items.map(\.title)
        }

        func exchange(sourceLocation: SourceLocation = #_sourceLocation) async throws {
            let outcome = try await sync.synchronize()
            #expect(outcome.problems == [], sourceLocation: sourceLocation)
        }

        /// Changes a password so often that most commits go.
        func goOn(_ id: ItemID) async throws {
            for number in 0..<40 {
                var login = try await vault.login(id)
                login.password = SecretText("password \(number)")
                try await vault.save(login)
                try await exchange()
            }
        }
    }

    @Test(
        "A machine that was away, a new one, and an old recovery sheet begin with one",
        arguments: SyncEngine.allCases)
    func beginning(_ engine: SyncEngine) async throws {
        let fixture = try SyncServerFixture(engine)
        let passphrase = SecretText(TemporaryVault.passphrase)
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try Machine(try await .make([bank]))
        let (phone, tablet, fresh) = (
            try Machine(try TemporaryVault()), try Machine(try TemporaryVault()),
            try Machine(try TemporaryVault())
        )
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        try await phone.sync.joinSync(
            try await desk.sync.inviteDevice(), folder: nil, passphrase: passphrase,
            device: "phone")
        let sheet = try await desk.sync.makeRecoverySheet()
        for machine in [desk, phone, desk, phone] { try await machine.exchange() }

        try await phone.vault.add(Login(title: "added", password: SecretText("two")))
        try await desk.goOn(bank.id)
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.problems == [])
        #expect(outcome.caughtUp == ["desk"])
        for machine in [desk, phone] { try await machine.exchange() }
        #expect(try await phone.vault.login(bank.id).password.reveal() == "password 39")

        try await tablet.sync.joinSync(
            try await desk.sync.inviteDevice(), folder: nil, passphrase: passphrase,
            device: "tablet")
        try await desk.exchange()
        try await desk.goOn(bank.id)
        try await fresh.sync.recoverSync(
            sheet.text, folder: nil, passphrase: passphrase, device: "fresh")
        let machines = [desk, phone, tablet, fresh]
        for machine in machines + machines + machines { try await machine.exchange() }
        for machine in machines {
            #expect(try await machine.titles() == ["added", "bank"])
            #expect(try await machine.sync.checkSync().findings == [])
            #expect(
                try await machine.sync.syncStatus().fingerprint
                    == desk.sync.syncStatus().fingerprint)
        }
        for machine in machines { await machine.networker.stop() }
    }
}
