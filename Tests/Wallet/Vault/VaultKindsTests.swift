import TenonCore
import Testing
import WalletVault

@Suite struct VaultKindsTests {
    private let fixture = VaultFixture()

    private let card = Card(
        head: ItemHead(
            title: "Bank", tags: ["Money", "Übung"], notes: SecretText("call 030"),
            customFields: [
                CustomField(label: "limit", value: SecretText("900"), isConcealed: false)
            ]),
        holder: "Ana Souza", number: SecretText("4111 1111 1111 1111"),
        expiry: YearMonth(year: 2027, month: 4), securityCode: SecretText("123"),
        pin: SecretText("9876"), issuer: "Banco do Brasil")

    @Test("A card comes back whole; lists know brand, last digits and expiry, and nothing more")
    func cards() async throws {
        let manager = try await fixture.created()
        let stored = try await manager.add(.card(card))
        await manager.lock()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.item(card.id) == stored)
        let read = try #require(try await manager.item(card.id).card)
        #expect(read.number == card.number)
        #expect(read.pin == card.pin)
        #expect(read.securityCode == card.securityCode)
        #expect(read.holder == "Ana Souza")
        #expect(read.issuer == "Banco do Brasil")
        #expect(read.notes == card.notes)
        #expect(read.customFields == card.customFields)
        let listed = try #require(try await manager.list(ItemQuery(kinds: [.card])).items.first)
        #expect(listed.lastFour == "1111")
        #expect(listed.brand == .visa)
        #expect(listed.expiry == YearMonth(year: 2027, month: 4))
        #expect(try await manager.list(ItemQuery(text: "1111")).total == 1)
        #expect(try await manager.list(ItemQuery(text: "41111")).total == 0)
        #expect(try await manager.check().countIfClean == 1)
        await #expect(throws: VaultError.self) { try await manager.login(card.id) }
    }

    @Test("What is entered as a number and is none is not shown in lists")
    func noNumber() async throws {
        let manager = try await fixture.created()
        var card = card
        card.number = SecretText("my PIN is 4711")
        try await manager.add(.card(card))
        #expect(try await manager.overview(card.id).lastFour == "")
    }

    @Test("A note comes back whole")
    func notes() async throws {
        let manager = try await fixture.created()
        let note = Note(head: ItemHead(title: "Wi-Fi", notes: SecretText("café\n密码")))
        try await manager.add(.note(note))
        #expect(try await manager.item(note.id).notes.reveal() == "café\n密码")
        #expect(try await manager.overview(note.id).kind == .note)
    }

    @Test("Lists filter by kind, favourite and tag; search finds tags without regard to case")
    func filters() async throws {
        let manager = try await fixture.created()
        try await manager.add(.card(card))
        var login = Login.sample("Shop")
        login.tags = ["Money"]
        login.isFavorite = true
        try await manager.add(login)
        try await manager.add(.note(Note(head: ItemHead(title: "Idea"))))
        func titles(_ query: ItemQuery) async throws -> [String] {
            try await manager.list(query).items.map(\.title)
        }
        #expect(try await titles(ItemQuery()) == ["Bank", "Idea", "Shop"])
        #expect(try await titles(ItemQuery(kinds: [.card, .note])) == ["Bank", "Idea"])
        #expect(try await titles(ItemQuery(isFavorite: true)) == ["Shop"])
        #expect(try await titles(ItemQuery(tag: "Money")) == ["Bank", "Shop"])
        #expect(try await titles(ItemQuery(tag: "money")).isEmpty)
        #expect(try await titles(ItemQuery(text: "ubung")) == ["Bank"])
        #expect(try await titles(ItemQuery(text: "money")) == ["Bank", "Shop"])
        #expect(try await manager.tags() == ["Money": 2, "Übung": 1])
        login = try await manager.login(login.id)
        login.isFavorite = false
        login.tags = []
        try await manager.save(login)
        #expect(try await titles(ItemQuery(isFavorite: true)).isEmpty)
        #expect(try await manager.tags() == ["Money": 1, "Übung": 1])
    }

    @Test("What an edit replaces is kept, and can be put back")
    func history() async throws {
        let manager = try await fixture.created()
        let stored = try await manager.add(.card(card))
        guard case .card(var changed) = stored else { return }
        changed.number = SecretText("5555 5555 5555 4444")
        changed.pin = SecretText("")
        changed.holder = "A. Souza"
        try await manager.save(.card(changed))
        let version = try #require(try await manager.history(card.id).first)
        #expect(Set(version.values.keys) == [.cardNumber, .pin])
        #expect(version[.number] == card.number)
        try await manager.save(try await manager.item(card.id).restoring(version))
        let restored = try await manager.item(card.id)
        #expect(restored.card?.number == card.number)
        #expect(restored.card?.pin == card.pin)
        #expect(restored.card?.holder == "A. Souza")
        #expect(try await manager.history(card.id).count == 2)

        let note = try await manager.add(
            .note(Note(head: ItemHead(title: "n", notes: SecretText("first")))))
        var other = note
        other.notes = SecretText("second")
        other.title = "N"
        try await manager.save(other)
        #expect(try await manager.history(note.id).map(\.values) == [[.notes: SecretText("first")]])
    }

    @Test("A code that was used up is nothing to go back to; another secret is")
    func counter() async throws {
        func address(_ secret: String, _ counter: Int) -> SecretText {
            SecretText("otpauth://hotp/a?secret=\(secret)&counter=\(counter)")
        }
        let manager = try await fixture.created()
        var login = Login.sample("One")
        login.oneTimePassword = address("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 1)
        login = try await manager.add(login)
        login.oneTimePassword = address("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 2)
        try await manager.save(login)
        login = try await manager.login(login.id)
        #expect(try await manager.history(login.id).isEmpty)
        login.oneTimePassword = address("MZXW6YTBOJRWIZLGM5UGS2TLNRWW433Q", 2)
        try await manager.save(login)
        #expect(try await manager.history(login.id).count == 1)
    }

    @Test("An item cannot become one of another kind")
    func otherKind() async throws {
        let manager = try await fixture.created()
        let login = try await manager.add(.sample("One"))
        #expect(
            await code { try await manager.save(.note(Note(head: login.head))) }
                == "vault.other-kind")
    }

    @Test("All parts together have every item that is not in the trash once")
    func parts() async throws {
        let manager = try await fixture.created()
        try await manager.write { batch in
            for number in 0..<3000 {
                try batch.write(.add(.note(Note(head: ItemHead(title: "\(number)")))))
            }
        }
        try await manager.moveToTrash(try await manager.list(ItemQuery(text: "2999")).items[0].id)
        var titles: [String] = []
        try await manager.forEachItem { titles.append($0.title) }
        #expect(titles.count == 2999)
        #expect(Set(titles) == Set((0..<2999).map(String.init)))
    }
}
