import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletCards
import WalletItems
import WalletLogins
import WalletNotes
import WalletRecords
import WalletSettings
import WalletTestSupport
import WalletVault

@Suite("Items")
struct ItemsTests {
    static let bank = Login(
        title: "Bank", sites: ["https://bank.example.com/login"], userName: "ada",
        password: SecretText("s3cret-of-the-bank"), notes: SecretText("Branch 7"),
        tags: ["money"])
    static let mail = Login(
        title: "Mail", sites: ["mail.example.org"], userName: "ada@example.org",
        password: SecretText("s3cret-of-mail"))
    static let zoo = Login(
        title: "Zoo", sites: ["https://zoo.example.net"], userName: "zoë",
        password: SecretText("s3cret-of-the-zoo"))

    func pilot(
        _ vault: TemporaryVault, at location: String? = nil, language: String = "en"
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [ItemsPlugin.self, LoginsPlugin.self, CardsPlugin.self, NotesPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: location,
            providing: vault.register)
    }

    func titles(in pilot: SessionPilot) throws -> [String] {
        for case .list(let list) in try pilot.screen().blocks { return list.rows.map(\.title) }
        return []
    }

    @Test("An empty vault says so and offers to add a login")
    func emptyVault() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        #expect(pilot.sees("Nothing here yet."))
        try await pilot.choose("Add login")
        #expect(pilot.sees("New login"))
        await pilot.stop()
    }

    @Test("Several items get a tag, and are marked")
    func severalChanged() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        try await pilot.select(["Mail", "Zoo"])
        try await pilot.choose("Add a tag")
        try await pilot.answer(.text("fun"))
        try await pilot.select(["Mail"])
        try await pilot.choose("Mark as favourite")
        #expect(try await vault.manager.tags() == ["money": 1, "fun": 2])
        #expect(try await vault.manager.counts().favorites == 1)
        await pilot.stop()
    }

    @Test("Filters narrow the list to kinds, favourites and tags")
    func filters() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        try await vault.manager.change([Self.mail.id, Self.bank.id], .favorite(true))
        try await vault.manager.change([Self.mail.id], .addTag("post"))
        let pilot = try await pilot(vault)
        try await pilot.filter("Tags", by: ["post"])
        #expect(try titles(in: pilot) == ["Mail"])
        try await pilot.filter("Tags", by: [])
        try await pilot.filter("Marked", by: ["Favourites"])
        #expect(try titles(in: pilot) == ["Bank", "Mail"])
        try await pilot.filter("Tags", by: ["post"])
        try await pilot.search("bank")
        #expect(pilot.sees("No item fits the filters."))
        await pilot.stop()
    }

    @Test("The list is from A to Z, or by last use")
    func order() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        #expect(try titles(in: pilot) == ["Bank", "Mail", "Zoo"])
        #expect(pilot.sees("3 items"))
        try await vault.manager.markUsed(Self.zoo.id)
        try await pilot.choose("Recently used first")
        #expect(try titles(in: pilot).first == "Zoo")
        try await pilot.choose("A to Z")
        #expect(try titles(in: pilot) == ["Bank", "Mail", "Zoo"])
        await pilot.stop()
    }

    @Test(
        "Search looks at title, user name and site, without case and accents",
        arguments: [
            ("BANK", ["Bank"]), ("zoe", ["Zoo"]), ("example.org", ["Mail"]),
            ("example", ["Bank", "Mail", "Zoo"]), ("ada bank", ["Bank"]), ("nothing", []),
            ("s3cret", []),
        ])
    func search(_ text: String, _ expected: [String]) async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        try await pilot.search(text)
        #expect(try titles(in: pilot) == expected)
        if expected.isEmpty { #expect(pilot.sees("Nothing matches “\(text)”.")) }
        try await pilot.search("")
        #expect(try titles(in: pilot).count == 3)
        await pilot.stop()
    }

    @Test("A password is concealed, revealed for 30 seconds, and concealed again")
    func reveal() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault)
        try await pilot.choose("Open", on: "Bank")
        #expect(pilot.sees("ada"))
        #expect(!pilot.sees("s3cret-of-the-bank"))
        try await pilot.choose("Reveal", on: "Password")
        #expect(pilot.sees("s3cret-of-the-bank"))
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(29))
        #expect(pilot.sees("s3cret-of-the-bank"))
        pilot.clock.advance(by: .seconds(1))
        try await pilot.wait("the password to be concealed") {
            !pilot.sees("s3cret-of-the-bank")
        }
        try await pilot.choose("Reveal", on: "Password")
        try await pilot.choose("Conceal", on: "Password")
        #expect(!pilot.sees("s3cret-of-the-bank"))
        await pilot.stop()
    }

    @Test("A secret that changed while it was shown is not shown in its place")
    func changeWhileRevealed() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault, at: "login:\(Self.bank.id)")
        try await pilot.choose("Reveal", on: "Password")
        #expect(pilot.sees("s3cret-of-the-bank"))
        var changed = try await vault.manager.login(Self.bank.id)
        changed.password = SecretText("chosen-by-someone-else")
        try await vault.manager.save(changed)
        try await pilot.wait(for: "Earlier versions")
        #expect(!pilot.sees("chosen-by-someone-else"))
        await pilot.stop()
    }

    @Test("Adding ends the search and the filters of the list; deleting and undoing leave them")
    func searchAfterChanges() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        try await vault.manager.change([Self.bank.id], .favorite(true))
        let pilot = try await pilot(vault)
        try await pilot.filter("Marked", by: ["Favourites"])
        try await pilot.search("bank")
        #expect(try titles(in: pilot) == ["Bank"])
        try await pilot.choose("Open", on: "Bank")
        try await pilot.choose("Delete")
        try await pilot.wait(for: "No item fits the filters.")
        #expect(pilot.session.screen?.search?.text == "bank")
        try await pilot.undo()
        try await pilot.wait("the bank to be back") { (try? titles(in: pilot)) == ["Bank"] }
        #expect(pilot.session.screen?.search?.text == "bank")
        try await pilot.choose("Add login")
        try await pilot.fill("Title", with: .text("Shop"))
        try await pilot.choose("Save")
        try await pilot.back()
        try await pilot.wait("to see the new one among all") {
            (try? titles(in: pilot)) == ["Bank", "Mail", "Shop", "Zoo"]
        }
        #expect(pilot.session.screen?.search?.text == "")
        #expect(pilot.session.screen?.filters.allSatisfy(\.chosen.isEmpty) == true)
        await pilot.stop()
    }

    @Test("Copying puts the secret on the clipboard, says for how long, and counts the use")
    func copy() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault)
        try await pilot.choose("Copy password", on: "Bank")
        #expect(pilot.clipboard.content == SecretText("s3cret-of-the-bank"))
        #expect(
            pilot.notices == ["Password copied. The clipboard is cleared in 60 seconds."])
        #expect(try await vault.manager.overview(Self.bank.id).timesUsed == 1)
        try await pilot.choose("Open", on: "Bank")
        try await pilot.choose("Copy", on: "User name")
        #expect(pilot.clipboard.content == SecretText("ada"))
        await pilot.stop()
    }

    /// A pilot with settings that are fixed from outside.
    func pilot(
        _ vault: TemporaryVault, settings: [String: String], at location: String? = nil
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [ItemsPlugin.self, LoginsPlugin.self, SettingsPlugin.self],
            configuration: Configuration(environment: settings), at: location
        ) {
            vault.register(in: &$0)
            $0.provide(.persister) { MemoryPersister() }
        }
    }

    @Test("Where the settings want it, a secret is shown only for the passphrase")
    func revealCheck() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(
            vault, settings: ["WALLET_REPROMPT": "1"], at: "login:\(Self.bank.id)")
        try await pilot.choose("Reveal", on: "Password")
        try await pilot.answer(.text("wrong"))
        try await pilot.wait("the refusal") {
            pilot.notices.contains { $0.contains("The passphrase is wrong.") }
        }
        #expect(!pilot.sees("s3cret-of-the-bank"))
        try await pilot.choose("Reveal", on: "Password")
        try await pilot.answer(.cancel)
        #expect(!pilot.sees("s3cret-of-the-bank"))
        try await pilot.choose("Reveal", on: "Password")
        try await pilot.answer(.text(TemporaryVault.passphrase))
        try await pilot.wait(for: "s3cret-of-the-bank")
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(30))
        try await pilot.wait("the password to be concealed") {
            !pilot.sees("s3cret-of-the-bank")
        }
        await pilot.stop()
    }

    @Test("The clipboard keeps a secret as long as the settings say")
    func clipboardTime() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault, settings: ["WALLET_CLIPBOARD_TIME": "10"])
        try await pilot.choose("Copy password", on: "Bank")
        #expect(
            pilot.notices == ["Password copied. The clipboard is cleared in 10 seconds."])
        await pilot.stop()
    }

    @Test("A site is opened in the browser")
    func openSite() async throws {
        let vault = try await TemporaryVault.make([Self.bank, Self.mail])
        let pilot = try await pilot(vault, at: "login:\(Self.mail.id)")
        try await pilot.choose("Open site", on: "Site")
        #expect(pilot.links.addresses == ["https://mail.example.org"])
        await pilot.stop()
    }

    @Test("A new login is saved with everything that was entered")
    func add() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "login:new")
        try await pilot.fill("User name", with: .text("ada"))
        try await pilot.fill("Password", with: .secret("pa55"))
        try await pilot.fill("Sites", with: .text("https://www.example.com\n\nexample.org"))
        try await pilot.fill("Notes", with: .text("Line 1\nLine 2"))
        try await pilot.fill("Tags", with: .tokens(["one", "two"]))
        try await pilot.fill("Favourite", with: .toggle(true))
        try await pilot.choose("Save")
        #expect(pilot.sees("example.com"))
        let page = try await vault.manager.list(ItemQuery())
        let login = try await vault.manager.login(try #require(page.items.first).id)
        #expect(login.title == "example.com")
        #expect(login.userName == "ada")
        #expect(login.password == SecretText("pa55"))
        #expect(login.sites == ["https://www.example.com", "example.org"])
        #expect(login.notes == SecretText("Line 1\nLine 2"))
        #expect(login.tags == ["one", "two"])
        #expect(login.isFavorite)
        await pilot.stop()
    }

    @Test("A login needs a title or a site, and says so beside the field")
    func incomplete() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "login:new")
        try await pilot.fill("User name", with: .text("ada"))
        try await pilot.choose("Save")
        #expect(pilot.sees("Enter a title or a site."))
        #expect(try await vault.manager.list(ItemQuery()).total == 0)
        await pilot.stop()
    }

    @Test("A changed password goes to the history; an empty field keeps it")
    func edit() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault, at: "login:\(Self.bank.id)")
        try await pilot.choose("Edit")
        try await pilot.fill("Title", with: .text("My bank"))
        try await pilot.choose("Save")
        #expect(pilot.sees("My bank"))
        #expect(
            try await vault.manager.login(Self.bank.id).password
                == SecretText("s3cret-of-the-bank"))
        try await pilot.choose("Edit")
        try await pilot.fill("Password", with: .secret("newer"))
        try await pilot.choose("Save")
        #expect(pilot.sees("Earlier versions"))
        #expect(try await vault.manager.login(Self.bank.id).password == SecretText("newer"))
        await pilot.stop()
    }

    @Test("Leaving a changed form asks before it discards; an unchanged one does not")
    func discard() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault, at: "login:\(Self.bank.id)")
        try await pilot.choose("Edit")
        try await pilot.choose("Cancel")
        #expect(pilot.session.questions.isEmpty)
        #expect(try pilot.screen().title == "Bank")
        try await pilot.choose("Edit")
        try await pilot.fill("Title", with: .text("Other"))
        try await pilot.choose("Cancel")
        #expect(pilot.sees("Discard what you typed?"))
        try await pilot.answer(.cancel)
        #expect(try pilot.screen().title == "Edit Bank")
        #expect(pilot.sees("Other"))
        try await pilot.choose("Cancel")
        try await pilot.answer(.confirm)
        #expect(try pilot.screen().title == "Bank")
        #expect(try await vault.manager.login(Self.bank.id).title == "Bank")
        await pilot.stop()
    }

    @Test(
        "Deleting moves to the trash at once, and can be taken back: there, or for a while anywhere"
    )
    func deleteAndRestore() async throws {
        let vault = try await TemporaryVault.make([Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        try await pilot.choose("Open", on: "Bank")
        try await pilot.choose("Delete")
        try await pilot.wait("the list without the bank") {
            (try? titles(in: pilot)) == ["Mail"]
        }
        try await pilot.choose("Trash")
        try await pilot.choose("Restore", on: "Bank")
        try await pilot.wait(for: "The trash is empty.")
        try await pilot.back()
        #expect(try titles(in: pilot) == ["Bank", "Mail"])
        try await pilot.choose("Open", on: "Mail")
        try await pilot.choose("Delete")
        try await pilot.choose("Trash")
        try await pilot.undo()
        try await pilot.wait(for: "The trash is empty.")
        await pilot.stop()
    }

    @Test("The places say how many items they have, also after a change by another process")
    func counts() async throws {
        let vault = try await TemporaryVault.make([Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        func count(of title: String) -> Int? {
            pilot.session.screen?.destinations.first { $0.title == title }?.count
        }
        try await pilot.wait("two items") { count(of: "All items") == 2 }
        #expect(count(of: "Logins") == 2)
        #expect(count(of: "Trash") == nil)
        try await vault.manager.moveToTrash(Self.bank.id)
        try await pilot.wait("one of them in the trash") {
            count(of: "All items") == 1 && count(of: "Trash") == 1
        }
        #expect(count(of: "Logins") == 1)
        await pilot.stop()
    }

    @Test("A change by another process shows in the list")
    func outsideChange() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault)
        try await vault.manager.add(Self.mail)
        try await pilot.wait(for: "Mail")
        await pilot.stop()
    }

    @Test("A link to nothing says so, and the rest goes on")
    func badLinks() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        await #expect(throws: RoutingError.self) {
            try await self.pilot(vault, at: "login:garbage")
        }
        let pilot = try await pilot(vault)
        try await pilot.open("login:\(ItemID())")
        #expect(pilot.sees("There is no item"))
        try await pilot.open("logins")
        #expect(try titles(in: pilot) == ["Bank"])
        await pilot.stop()
    }

    @Test("A long list holds only the rows of a window")
    func window() async throws {
        let vault = try await TemporaryVault.make(
            (0..<120).map { Login(title: "Site \(1000 + $0)") })
        let pilot = try await pilot(vault)
        #expect(try titles(in: pilot).count == 50)
        try pilot.session.send(.window("items", 100..<150))
        await pilot.session.settle()
        #expect(try titles(in: pilot) == (100..<120).map { "Site \(1000 + $0)" })
        await pilot.stop()
    }

    @Test("The same screens speak Portuguese")
    func portuguese() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        let pilot = try await pilot(vault, language: "pt_BR.UTF-8")
        #expect(pilot.sees("1 item"))
        try await pilot.choose("Abrir", on: "Bank")
        #expect(pilot.sees("Senha alterada"))
        await pilot.stop()
    }

    @Test("Every text exists in every language")
    func texts() {
        expectComplete(ItemsText.self)
        expectComplete(LoginsText.self)
        expectComplete(CardsText.self)
        expectComplete(NotesText.self)
        expectComplete(RecordsText.self)
    }

    private func expectComplete<Key: LocalizedKey>(_ keys: Key.Type) {
        #expect(Key.catalogue.languages == ["ar", "de", "en", "pt-BR"])
        for key in Key.allCases {
            for language in Key.catalogue.languages {
                #expect(Key.catalogue.contains(key.rawValue, in: language), "\(key)")
            }
        }
        #expect(Set(Key.catalogue.keys) == Set(Key.allCases.map(\.rawValue)))
    }
}
