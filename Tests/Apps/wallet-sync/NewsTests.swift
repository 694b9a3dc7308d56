import Foundation
import TenonCore
import TenonHTTP
import TenonSQLite
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // Whether a place tells of news at a moment is internal.

@Suite("Machines that a sync server tells of changes", .serialized)
struct NewsTests {
    /// A machine that looks by itself once an hour only.
    private final class Machine: Sendable {
        let home: TemporaryVault
        let sync: VaultSync
        private let networker: HTTPNetworker

        init(_ home: TemporaryVault) throws {
            self.home = home
            networker = try HTTPNetworker()
            sync = VaultSync(
                home.manager, stateFolder: home.folder.path, databases: SQLiteDatabases(),
                networker: networker,
                now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
        }

        var vault: VaultManager { home.manager }

        func titles() async throws -> [String] {
            try await vault.list(ItemQuery()).items.map(\.title).sorted()
        }

        func follow() -> Task<Void, Never> {
            let pace = SyncPace(
                afterChange: .milliseconds(10), between: .seconds(3_600),
                longest: .seconds(3_600), tick: .milliseconds(10))
            return Task { await sync.follow(pace) }
        }

        func stop() async { await networker.stop() }
    }

    private let passphrase = SecretText(TemporaryVault.passphrase)

    /// How often the server was asked for its news.
    private func streams(_ fixture: SyncServerFixture) -> Int {
        fixture.server.errors.components(separatedBy: "/events").count - 1
    }

    @Test("A change shows on the other machine long before that looks by itself")
    func news() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let bank = Login(title: "bank", password: SecretText("one"))
        let desk = try Machine(try await .make([bank]))
        let phone = try Machine(try TemporaryVault())
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let code = try await desk.sync.inviteDevice()
        let following = [desk.follow()]
        try await until("the stream of the first machine") { streams(fixture) >= 1 }
        try await phone.sync.joinSync(code, folder: nil, passphrase: passphrase, device: "phone")
        // Who invited hears of the answer, and lets the machine in, which hears of that.
        let both = following + [phone.follow()]
        try await until { try await phone.sync.syncStatus().phase == .inStep }

        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try await until { try await desk.titles() == ["bank", "mail"] }
        try await desk.vault.add(Login(title: "shop", password: SecretText("three")))
        try await until { try await phone.titles() == ["bank", "mail", "shop"] }

        for task in both { task.cancel() }
        for task in both { await task.value }
        for machine in [desk, phone] { await machine.stop() }
    }

    @Test("Once the server that told of news is gone, a machine looks at once")
    func gone() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let desk = try Machine(try await .make([]))
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let first = try await desk.sync.syncStatus().lastExchange
        let following = desk.follow()
        try await until { try await desk.sync.syncStatus().lastExchange != first }
        try await until { await desk.sync.isTold }
        fixture.server.kill()
        try await until { try await desk.sync.syncStatus().phase == .offline }
        #expect(await !desk.sync.isTold)
        following.cancel()
        await following.value
        await desk.stop()
    }

    @Test("Nothing of the stream is left once the vault is locked, and it comes back")
    func locked() async throws {
        let fixture = try SyncServerFixture(.sqlite)
        let desk = try Machine(try await .make([]))
        try await desk.sync.setUpSync(at: fixture.server.firstLine, device: "desk")
        let following = desk.follow()
        try await until("a stream") { streams(fixture) == 1 }
        await desk.vault.lock()
        // Time: nothing tells that it is not asked again; it would be within 10 ms.
        try await Task.sleep(for: .milliseconds(300))
        #expect(streams(fixture) == 1)
        try await desk.vault.unlock(passphrase: passphrase)
        try await until("another stream") { streams(fixture) == 2 }
        following.cancel()
        await following.value
        await desk.stop()
    }
}
