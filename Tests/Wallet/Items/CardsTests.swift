import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletCards
import WalletItems
import WalletLogins
import WalletNotes
import WalletTestSupport
import WalletVault

@Suite("Cards and notes")
struct CardsTests {
    private static let card = Card(
        head: ItemHead(title: "Travel", tags: ["money"]), holder: "Ana Souza",
        number: SecretText("378282246310005"), expiry: YearMonth(year: 2101, month: 4),
        securityCode: SecretText("1234"), pin: SecretText("9876"), issuer: "Banco do Brasil")

    private func pilot(
        _ vault: TemporaryVault, at location: String? = nil
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: [ItemsPlugin.self, LoginsPlugin.self, CardsPlugin.self, NotesPlugin.self],
            at: location, providing: vault.register)
    }

    private func rows(in pilot: SessionPilot) throws -> [Row] {
        for case .list(let list) in try pilot.screen().blocks { return list.rows }
        return []
    }

    private func only(_ vault: TemporaryVault) async throws -> Item {
        let page = try await vault.manager.list(ItemQuery())
        return try await vault.manager.item(try #require(page.items.first).id)
    }

    @Test("A card is made, and gets its title from the bank")
    func add() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault)
        try await pilot.choose("Add card")
        try await pilot.fill("Number", with: .secret("4111 1111 1111 1111"))
        try await pilot.fill("Name on the card", with: .text("Ana Souza"))
        try await pilot.fill("Valid until", with: .month("2101-04"))
        try await pilot.fill("Security code", with: .secret("123"))
        try await pilot.fill("Bank", with: .text("Banco do Brasil"))
        try await pilot.choose("Save")
        #expect(try pilot.screen().title == "Banco do Brasil")
        #expect(pilot.sees("Visa"))
        #expect(!pilot.sees("4111"))
        let card = try #require(try await only(vault).card)
        #expect(card.expiry == YearMonth(year: 2101, month: 4))
        #expect(card.holder == "Ana Souza")
        await pilot.stop()
    }

    @Test("A month that is none is said beside its field, and nothing is lost")
    func badExpiry() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "card:new")
        try await pilot.fill("Title", with: .text("Mine"))
        try await pilot.fill("Valid until", with: .month("13/27"))
        try await pilot.choose("Save")
        #expect(pilot.sees("Enter month and year as they are on the card"))
        #expect(pilot.sees("13/27"))
        try await pilot.fill("Valid until", with: .month("2101-12"))
        try await pilot.choose("Save")
        #expect(try await only(vault).card?.expiry == YearMonth(year: 2101, month: 12))
        await pilot.stop()
    }

    /// What is typed, and what is said of it.
    private static let doubts: [(field: String, text: String, doubt: String)] = [
        ("Number", "4111 1111 1111 1111", ""), ("Number", "4111-1111-1111-1111", ""),
        ("Number", "4111 1111 1111 1112", "do not fit together"),
        ("Number", "4111 1111 1111", ""), ("Number", "4111 1111 1111 1", ""),
        ("Number", "4111 1111 1111 1111 1111", "too few or too many"),
        ("Number", "4111 x", "other than digits"), ("Number", "378282246310005", ""),
        ("Number", "378282246310006", "do not fit together"),
        ("Number", "3782822463100051", "too few or too many"), ("Number", "30569309025904", ""),
        ("Number", "5555555555554443", "do not fit together"), ("Number", "", ""),
        ("Security code", "123", ""), ("Security code", "1234", ""),
        ("Security code", "12", ""), ("Security code", "12a", "three or four"),
        ("Security code", "12345", "three or four"),
    ]

    @Test("What may be mistyped is said while it is typed, and is saved all the same")
    func doubts() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "card:new")
        for (field, text, doubt) in Self.doubts {
            try await pilot.fill(field, with: .secret(text))
            let help = try #require(try pilot.screen().fields.first { $0.label == field }).help
            let isSaid = ["Compare it", "with the card"].allSatisfy(help.contains)
            #expect(isSaid == !doubt.isEmpty && help.contains(doubt), "\(text): \(help)")
        }
        try await pilot.fill("Number", with: .secret("4111 1111 1111 1112"))
        try await pilot.choose("Save")
        let card = try #require(try await only(vault).card)
        #expect(card.number.reveal() == "4111 1111 1111 1112")
        #expect(card.securityCode.reveal() == "12345")
        #expect(pilot.sees("do not fit together") && pilot.sees("three or four digits"))
        await pilot.stop()
    }

    @Test("A row offers no copy of what its item does not have")
    func offeredCopies() async throws {
        let vault = try await TemporaryVault.make()
        for (title, number, code) in [
            ("With", "4111 1111 1111 1111", "123"), ("Without", "", ""),
        ] {
            try await vault.manager.add(
                .card(
                    Card(
                        head: ItemHead(title: title), number: SecretText(number),
                        securityCode: SecretText(code))))
        }
        for (title, name, password) in [("Named", "ada", "pw"), ("Nameless", "", "")] {
            try await vault.manager.add(
                .login(Login(title: title, userName: name, password: SecretText(password))))
        }
        for (title, text) in [("Written", "text"), ("Blank", "")] {
            try await vault.manager.add(
                .note(Note(head: ItemHead(title: title, notes: SecretText(text)))))
        }
        let pilot = try await pilot(vault)
        for (title, copy, isOffered) in [
            ("With", "copy-number", true), ("Without", "copy-number", false),
            ("With", "copy-code", true), ("Without", "copy-code", false),
            ("Named", "copy-user-name", true), ("Nameless", "copy-user-name", false),
            ("Named", "copy-password", true), ("Nameless", "copy-password", false),
            ("Written", "copy-text", true), ("Blank", "copy-text", false),
        ] {
            let row = try rows(in: pilot).first { $0.title == title }
            #expect(row?.actions.contains { $0.id == copy } == isOffered, "\(title)")
        }
        await pilot.stop()
    }

    @Test("The number is shown in groups and copied without them; lists show four digits")
    func number() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.add(.card(Self.card))
        let pilot = try await pilot(vault)
        let row = try #require(try rows(in: pilot).first)
        #expect(row.subtitle == "American Express ···· 0005")
        #expect(row.value == "04/2101")
        try await pilot.choose("Copy number", on: "Travel")
        #expect(pilot.clipboard.content == SecretText("378282246310005"))
        try await pilot.choose("Open", on: "Travel")
        #expect(!pilot.sees("3782"))
        try await pilot.choose("Reveal", on: "Number")
        #expect(pilot.sees("3782 822463 10005"))
        try await pilot.choose("Copy", on: "Security code")
        #expect(pilot.clipboard.content == SecretText("1234"))
        await pilot.stop()
    }

    @Test("An expired card and a mistyped number are pointed out, and kept as they are")
    func warnings() async throws {
        let vault = try await TemporaryVault.make()
        var card = Self.card
        card.number = SecretText("378282246310006")
        card.expiry = YearMonth(year: 2001, month: 2)
        try await vault.manager.add(.card(card))
        let pilot = try await pilot(vault, at: "cards")
        #expect(try rows(in: pilot).first?.badge?.text == "Expired")
        try await pilot.choose("Open", on: "Travel")
        #expect(pilot.sees("This card was valid until 02/01."))
        #expect(pilot.sees("The digits of the number do not fit together"))
        await pilot.stop()
    }

    @Test("The badge says before the last month is over that a card expires soon")
    func expiringSoon() async throws {
        let vault = try await TemporaryVault.make()
        let pilot = try await pilot(vault, at: "cards")
        let now = YearMonth(pilot.clock.now())
        var card = Self.card
        card.expiry = now
        try await vault.manager.add(.card(card))
        try await pilot.wait(for: "Expires soon")
        await pilot.stop()
    }

    @Test("A secret is removed by choice; leaving its field empty keeps it")
    func removeSecret() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.add(.card(Self.card))
        let pilot = try await pilot(vault, at: "card:\(Self.card.id):edit")
        #expect(pilot.sees("04/2101"))
        try await pilot.fill("Remove", with: .choices(["PIN"]))
        try await pilot.choose("Save")
        let card = try #require(try await only(vault).card)
        #expect(card.pin.isEmpty)
        #expect(card.securityCode == SecretText("1234"))
        #expect(card.expiry == Self.card.expiry)
        await pilot.stop()
    }

    @Test("Own fields are added, changed and removed; hidden ones of other programs stay")
    func ownFields() async throws {
        let vault = try await TemporaryVault.make()
        var card = Self.card
        card.customFields = [
            CustomField(label: ".other", value: SecretText("kept"), isConcealed: true)
        ]
        try await vault.manager.add(.card(card))
        let pilot = try await pilot(vault, at: "card:\(card.id)")
        try await pilot.choose("Edit")
        try await pilot.fill("Another field", with: .text("Hotline"))
        try await pilot.fill("Its value", with: .secret("030 123"))
        try await pilot.choose("Save")
        #expect(pilot.sees("Hotline"))
        #expect(pilot.sees("030 123"))
        try await pilot.choose("Edit")
        try await pilot.fill("Hotline", with: .text("030 456"))
        try await pilot.choose("Save")
        #expect(
            try await only(vault).customFields.map { $0.value.reveal() } == ["kept", "030 456"])
        try await pilot.choose("Edit")
        try await pilot.fill("Remove", with: .choices(["Hotline"]))
        try await pilot.choose("Save")
        #expect(try await only(vault).customFields.map(\.label) == [".other"])
        await pilot.stop()
    }

    @Test("An earlier version comes back, and what it replaces is kept in turn")
    func restoreVersion() async throws {
        let vault = try await TemporaryVault.make()
        var item = try await vault.manager.add(
            .note(Note(head: ItemHead(title: "Plan", notes: SecretText("first draft")))))
        item.notes = SecretText("second draft")
        try await vault.manager.save(item)
        let pilot = try await pilot(vault, at: "note:\(item.id)")
        #expect(pilot.sees("second draft"))
        #expect(!pilot.sees("first draft"))
        let version = try #require(
            try pilot.screen().blocks.compactMap { block -> Fact? in
                guard case .facts(let facts) = block, facts.id == "history" else { return nil }
                return facts.facts.first
            }.first)
        try await pilot.choose("Go back to this version", on: version.label)
        try await pilot.answer(.confirm)
        try await pilot.wait(for: "first draft")
        #expect(try await vault.manager.history(item.id).count == 2)
        await pilot.stop()
    }

    @Test("Lists of favourites, tags and kinds have what belongs to them")
    func filters() async throws {
        let vault = try await TemporaryVault.make([Login(title: "Shop", tags: ["money", "web"])])
        try await vault.manager.add(.card(Self.card))
        var note = Note(head: ItemHead(title: "Idea"))
        note.isFavorite = true
        try await vault.manager.add(.note(note))
        let pilot = try await pilot(vault)
        #expect(try rows(in: pilot).map(\.title) == ["Idea", "Shop", "Travel"])
        try await pilot.choose("Favourites")
        #expect(try rows(in: pilot).map(\.title) == ["Idea"])
        try await pilot.choose("Tags")
        #expect(try rows(in: pilot).map(\.title) == ["money", "web"])
        try await pilot.choose("Open", on: "money")
        #expect(try rows(in: pilot).map(\.title) == ["Shop", "Travel"])
        try await pilot.choose("Notes")
        #expect(try rows(in: pilot).map(\.title) == ["Idea"])
        #expect(pilot.sees("Add note"))
        await pilot.stop()
    }

    @Test("A link of another kind says so instead of showing an empty screen")
    func otherKind() async throws {
        let vault = try await TemporaryVault.make()
        try await vault.manager.add(.card(Self.card))
        let pilot = try await pilot(vault, at: "login:\(Self.card.id)")
        #expect(pilot.sees("This link names an item of another kind."))
        await pilot.stop()
    }
}
