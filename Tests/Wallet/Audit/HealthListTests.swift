import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletAudit
import WalletItems
import WalletLogins
import WalletTestSupport
import WalletVault

@Suite("What is wrong with passwords, in the lists of items")
struct HealthListTests {
    private static let logins = [
        Login(title: "Bank", sites: ["bank.example.com"], password: SecretText("123456")),
        Login(title: "Mail", sites: ["mail.example.org"], password: SecretText("123456")),
        Login(title: "Shop", sites: ["shop.example.net"], password: SecretText("Sommer2019!")),
        Login(title: "Zoo", sites: ["zoo.example.net"], password: SecretText("kT7#vw2Lq9!xZb4@")),
    ]

    private func rows(_ pilot: SessionPilot) -> [Row] {
        for case .list(let list)? in [try? pilot.screen().blocks.first] { return list.rows }
        return []
    }

    private func badges(_ pilot: SessionPilot) -> [String] {
        rows(pilot).map { $0.badge?.text ?? "" }
    }

    private func pilot(_ vault: TemporaryVault) async throws -> SessionPilot {
        let pilot = try await SessionPilot(
            plugins: [AuditPlugin.self, ItemsPlugin.self, LoginsPlugin.self], at: "items",
            providing: vault.register)
        try await pilot.wait("to see what is wrong") { badges(pilot).contains("Weak") }
        return pilot
    }

    @Test("stands beside each login, and a change that mends it takes it away")
    func badges() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        #expect(badges(pilot) == ["Reused", "Reused", "Weak", ""])
        #expect(rows(pilot).first?.badge?.tone == .caution)
        let items = try await vault.manager.all(ItemQuery())
        var mail = try await vault.manager.login(items[1].id)
        mail.password = SecretText("vR3$kq8Wz!7pLm2&")
        try await vault.manager.save(mail)
        // One is weak still, and no other login has the same any more.
        try await pilot.wait("to see that it is mended") {
            badges(pilot) == ["Weak", "", "Weak", ""]
        }
        await pilot.stop()
    }

    @Test("narrows the list, together with the search, and as it is mended")
    func filter() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        let filter = try #require(try pilot.screen().filters.first { $0.title == "Problems" })
        #expect(filter.options.map(\.title) == ["Reused", "Weak"])
        #expect(filter.options.map(\.count) == [2, 3])
        try await pilot.filter("Problems", by: ["Reused"])
        try await pilot.wait("to see two") { rows(pilot).map(\.title) == ["Bank", "Mail"] }
        try await pilot.filter("Problems", by: ["Reused", "Weak"])
        try await pilot.wait("to see three") {
            rows(pilot).map(\.title) == ["Bank", "Mail", "Shop"]
        }
        try await vault.manager.moveToTrash(
            try await vault.manager.all(ItemQuery(text: "shop"))[0].id)
        try await pilot.wait("to see two again") { rows(pilot).map(\.title) == ["Bank", "Mail"] }
        try await pilot.filter("Problems", by: [])
        try await pilot.wait("to see all") { rows(pilot).count == 3 }
        await pilot.stop()
    }

    @Test("is forgotten while the vault is locked")
    func locked() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault)
        await vault.manager.lock()
        try await vault.manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        try await pilot.wait("to see it once more") { badges(pilot).contains("Weak") }
        await pilot.stop()
    }

    @Test("is old after two years, unless the time of the password is unknown")
    func old() async throws {
        let vault = try await TemporaryVault.make([Self.logins[3]])
        let pilot = try await SessionPilot(
            plugins: [AuditPlugin.self, ItemsPlugin.self, LoginsPlugin.self], at: "items",
            providing: vault.register)
        pilot.clock.advance(by: .seconds(4000 * 86_400))
        try await vault.manager.moveToTrash(
            try await vault.manager.add(Login(title: "Other")).id)
        try await pilot.wait("to see that it is old") { badges(pilot) == ["Old"] }
        #expect(rows(pilot).first?.badge?.tone == .neutral)
        await pilot.stop()
    }
}
