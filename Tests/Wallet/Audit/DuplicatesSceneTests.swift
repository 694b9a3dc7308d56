import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletAudit
import WalletItems
import WalletLogins
import WalletTestSupport
import WalletVault

@Suite("Items that are the same, on their screens")
struct DuplicatesSceneTests {
    private static let logins = [
        Login(
            title: "Mail", sites: ["https://mail.example"], userName: "ada",
            password: SecretText("first-Secret-1")),
        Login(
            title: "mail.example", sites: ["http://www.mail.example/"], userName: "ada",
            password: SecretText("second-Secret-2")),
        Login(
            title: "Other", sites: ["https://mail.example"], userName: "bob",
            password: SecretText("third-Secret-3")),
        Login(
            title: "Other port", sites: ["https://mail.example:8443"], userName: "ada",
            password: SecretText("fourth-Secret-4")),
        Login(
            title: "Other application", sites: ["https://mail.example/shop"], userName: "ada",
            password: SecretText("fifth-Secret-5")),
    ]

    private func pilot(
        _ vault: TemporaryVault, at location: String, language: String = "en"
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [AuditPlugin.self, ItemsPlugin.self, LoginsPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: location,
            providing: vault.register)
    }

    private func rows(_ pilot: SessionPilot) -> [Row] {
        for case .list(let list)? in [try? pilot.screen().blocks.first] { return list.rows }
        return []
    }

    @Test("Logins of one user at one site are a group; no password of them is on a screen")
    func group() async throws {
        let vault = try await TemporaryVault.make(Self.logins)
        let pilot = try await pilot(vault, at: "duplicates")
        try await pilot.wait("to see the group") { rows(pilot).count == 1 }
        #expect(rows(pilot).first?.value == "2 items")
        #expect(rows(pilot).first?.badge?.text == "Different passwords")
        let title = try #require(rows(pilot).first?.title)
        let other = title == "Mail" ? "mail.example" : "Mail"
        try await pilot.choose("Open", on: title)
        try await pilot.wait("to see the other one") { rows(pilot).map(\.title) == [other] }
        #expect(rows(pilot).first?.value == "Different: Title, Password, Sites")
        let question = rows(pilot).first?.actions.first { $0.title == "Merge" }?.confirmation
        #expect(question?.message.contains("Their passwords differ: the newer one") == true)
        #expect(!pilot.see().contains("Secret"))
        try await pilot.choose("Merge", on: other)
        try await pilot.wait(for: "Merge both items?")
        try await pilot.answer(.confirm)
        try await pilot.wait("to see none") { pilot.sees("No item is there more than once.") }
        let all = try await vault.manager.all(ItemQuery())
        #expect(all.count == 4)
        let union = try #require(all.first { ["Mail", "mail.example"].contains($0.title) })
        #expect(Set(union.sites) == ["https://mail.example", "http://www.mail.example/"])
        let former = try await vault.manager.history(union.id).compactMap(\.password)
        let passwords = [try await vault.manager.login(union.id).password] + former
        #expect(
            Set(passwords.map { $0.reveal() })
                == Set(Self.logins.prefix(2).map { $0.password.reveal() }))
        try await pilot.undo()
        try await pilot.wait("to see the group again") { rows(pilot).count == 1 }
        #expect(try await vault.manager.all(ItemQuery()).count == 5)
        await pilot.stop()
    }

    @Test("A login of two sites is in the group of each, and these are not joined")
    func apart() async throws {
        func login(_ title: String, _ sites: [String]) -> Login {
            Login(
                title: title, sites: sites, userName: "ada",
                password: SecretText("\(title)-Secret"))
        }
        let vault = try await TemporaryVault.make([
            login("a", ["a.example"]), login("b", ["b.example"]),
            login("both", ["a.example", "b.example"]),
        ])
        let pilot = try await pilot(vault, at: "duplicates")
        try await pilot.wait("to see two groups") { rows(pilot).count == 2 }
        #expect(rows(pilot).allSatisfy { $0.value == "2 items" })
        let items = try await vault.manager.all(ItemQuery())
        try await pilot.open(DuplicateGroup.route.location(items[0].id).description)
        try await pilot.wait("to see one only") { rows(pilot).map(\.title) == ["both"] }
        await pilot.stop()
    }

    @Test("Equal items of any kind are a group; lists are narrowed to them")
    func equal() async throws {
        let vault = try await TemporaryVault.make([Self.logins[2]])
        for _ in 0..<3 {
            try await vault.manager.add(
                .note(Note(head: ItemHead(title: "Note", notes: SecretText("text")))))
        }
        let pilot = try await pilot(vault, at: "items")
        try await pilot.wait("to see what is the same") {
            rows(pilot).filter { $0.title == "Other" }.count == 1
                && (try? pilot.screen().filters.contains { filter in
                    filter.options.contains { $0.title == "Duplicated" && $0.count == 3 }
                }) == true
        }
        try await pilot.open("duplicates")
        try await pilot.wait("to see the group") { rows(pilot).first?.value == "3 items" }
        #expect(rows(pilot).first?.badge == nil)
        await pilot.stop()
    }

    @Test("A new login for an account that is there is saved, says so, and leads to the other one")
    func added() async throws {
        let vault = try await TemporaryVault.make([Self.logins[0]])
        let pilot = try await pilot(vault, at: "login:new")
        try await pilot.fill("Title", with: .text("Again"))
        try await pilot.fill("Sites", with: .text("mail.example"))
        try await pilot.fill("User name", with: .text("ada"))
        try await pilot.fill("Password", with: .secret("fifth-Secret-5"))
        try await pilot.choose("Save")
        try await pilot.wait("to see that it is saved") {
            pilot.notices.contains { $0.contains("“Mail” has this user name for this site") }
        }
        try await pilot.wait("to see that there is another one") {
            pilot.sees("Another item may be the same as this one.")
        }
        try await pilot.choose("Compare and merge")
        try await pilot.wait("to see the other one") {
            rows(pilot).map(\.title) == ["Mail"]
        }
        await pilot.stop()
    }

    @Test("They are in German, too")
    func german() async throws {
        let vault = try await TemporaryVault.make(Array(Self.logins.prefix(2)))
        let pilot = try await pilot(vault, at: "duplicates", language: "de")
        try await pilot.wait("to see the group") { pilot.sees("Verschiedene Passwörter") }
        #expect(pilot.sees("Doppelte") && pilot.sees("2 Einträge"))
        await pilot.stop()
    }
}
