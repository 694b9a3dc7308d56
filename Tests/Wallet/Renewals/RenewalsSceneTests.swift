import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletCards
import WalletItems
import WalletTestSupport
import WalletVault

@testable import WalletRenewals  // The calendar is internal.

@Suite("Which cards run out when")
struct RenewalsSceneTests {
    private func pilot(_ vault: TemporaryVault, _ language: String = "en") async throws
        -> SessionPilot
    {
        try await SessionPilot(
            plugins: [RenewalsPlugin.self, ItemsPlugin.self, CardsPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: "renewals",
            providing: vault.register)
    }

    private func card(_ title: String, _ months: Int?, _ pilot: SessionPilot) -> Card {
        let month = YearMonth(pilot.clock.now())
        let number = month.year * 12 + month.month - 1 + (months ?? 0)
        return Card(
            head: ItemHead(title: title),
            expiry: months == nil ? nil : YearMonth(year: number / 12, month: number % 12 + 1))
    }

    @Test("They are sorted into expired, soon and later, and follow the vault")
    func lists() async throws {
        let vault = try await TemporaryVault.make([])
        let pilot = try await pilot(vault)
        #expect(pilot.sees("No card expires within a year."))
        for (title, months) in [
            ("Far", 12), ("Near", 11), ("This month", 0), ("Gone", -1), ("Long gone", -30),
            ("None", nil),
        ] {
            try await vault.manager.add(.card(card(title, months, pilot)))
        }
        try await pilot.wait(for: "Long gone")
        try await pilot.wait(for: "2 cards expire within a year")
        var lists: [String: [String]] = [:]
        for case .list(let list) in try pilot.screen().blocks {
            lists[list.id] = list.rows.map(\.title)
        }
        #expect(lists == ["expired": ["Gone", "Long gone"], "upcoming": ["This month", "Near"]])
        guard case .chart(let chart)? = try pilot.screen().blocks.first else {
            Issue.record("There is no chart.")
            return
        }
        #expect(chart.points.map(\.value) == [1] + Array(repeating: 0, count: 10) + [1])
        await pilot.stop()
    }

    @Test("A card opens, and the place of the application leads to the list")
    func opens() async throws {
        let vault = try await TemporaryVault.make([])
        let pilot = try await pilot(vault, "pt-BR")
        try await vault.manager.add(.card(card("Blue card", 2, pilot)))
        try await pilot.wait(for: "1 cartão vence dentro de um ano")
        try await pilot.choose("Abrir", on: "Blue card")
        #expect(try pilot.screen().title == "Blue card")
        try await pilot.choose("Renovações")
        #expect(try pilot.screen().location == RenewalsRoute.renewals.location())
        await pilot.stop()
    }
}
