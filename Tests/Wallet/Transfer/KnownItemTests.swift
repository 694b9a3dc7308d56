import TenonCore
import Testing
import WalletVault

@testable import WalletTransfer  // The kinds of rows are internal.

@Suite("Items that are not logins, and that the vault has already with other values")
struct KnownItemTests {
    /// Two files with one item each, and what comes of the second after the first.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: String
        let second: String
        /// What the second row is counted as.
        let outcome: ImportKind
        let part: ItemPart
        /// The text of the part afterwards, and its former texts.
        let present: String
        let former: [String]
        var count = 1
        var fields: [String] = []
    }

    private static let cases: [Case] = [
        Case(
            testDescription: "a network, newer", first: wifi("one", 2022),
            second: wifi("two", 2024), outcome: .changed, part: .password, present: "two",
            former: ["one"]),
        Case(
            testDescription: "a network, older", first: wifi("one", 2022),
            second: wifi("two", 2020), outcome: .kept, part: .password, present: "one",
            former: ["two"]),
        Case(
            testDescription: "a network without a date", first: wifi("one", 2022),
            second: wifi("two"), outcome: .kept, part: .password, present: "one",
            former: ["two"]),
        Case(
            testDescription: "a network of the same date", first: wifi("one", 2022),
            second: wifi("two", 2022), outcome: .kept, part: .password, present: "one",
            former: ["two"]),
        Case(
            testDescription: "the same network, newer", first: wifi("one", 2022),
            second: wifi("one", 2024), outcome: .completed, part: .password, present: "one",
            former: []),
        Case(
            testDescription: "a network with other security, newer", first: wifi("one", 2022),
            second: wifi("one", 2024, security: 3), outcome: .changed, part: .security,
            present: "WPA3", former: ["WPA2"]),
        Case(
            testDescription: "another network of the same title", first: wifi("one", 2022),
            second: wifi("two", 2024, network: "guests"), outcome: .new, part: .password,
            present: "one", former: [], count: 2),
        Case(
            testDescription: "a card, newer", first: card(#""code": "1""#, 2022),
            second: card(#""code": "2""#, 2024), outcome: .changed, part: .securityCode,
            present: "2", former: ["1"]),
        Case(
            testDescription: "a card, older", first: card(#""code": "1""#, 2022),
            second: card(#""code": "2""#, 2020), outcome: .kept, part: .securityCode,
            present: "1", former: ["2"]),
        Case(
            testDescription: "a card with another holder, newer",
            first: card(#""cardholderName": "Ada""#, 2022),
            second: card(#""cardholderName": "Ada King""#, 2024), outcome: .completed,
            part: .holder, present: "Ada King", former: [], fields: ["holder=Ada"]),
        Case(
            testDescription: "a note, newer", first: note("one", 2022), second: note("two", 2024),
            outcome: .changed, part: .notes, present: "two", former: ["one"]),
        Case(
            testDescription: "a note without a date", first: note("one", 2022),
            second: note("two"), outcome: .kept, part: .notes, present: "one", former: ["two"]),
        Case(
            testDescription: "a key, newer", first: key("one", 2022), second: key("two", 2024),
            outcome: .changed, part: .privateKey, present: "two", former: ["one"]),
        Case(
            testDescription: "a key, older", first: key("one", 2022), second: key("two", 2020),
            outcome: .kept, part: .privateKey, present: "one", former: ["two"]),
        Case(
            testDescription: "another key of the same title", first: key("one", 2022, "a"),
            second: key("two", 2024, "b"), outcome: .new, part: .privateKey, present: "one",
            former: [], count: 2),
        Case(
            testDescription: "an account with another PIN, newer",
            first: bank("DE1", pin: "1", 2022), second: bank("DE1", pin: "2", 2024),
            outcome: .changed, part: .pin, present: "2", former: ["1"]),
        Case(
            testDescription: "another account of the same title",
            first: bank("DE1", pin: "1", 2022), second: bank("DE2", pin: "2", 2024),
            outcome: .new, part: .pin, present: "1", former: [], count: 2),
        Case(
            testDescription: "an identity, older", first: identity("1", 2022),
            second: identity("2", 2020), outcome: .kept, part: .phone, present: "1",
            former: ["2"]),
        Case(
            testDescription: "a card that its program gave another number",
            first: card(number: "4111111111111111", 2022),
            second: card(number: "5500000000000004", 2024), outcome: .changed, part: .number,
            present: "5500000000000004", former: ["4111111111111111"]),
    ]

    private static func wifi(
        _ password: String, _ year: Int? = nil, network: String = "net", security: Int = 2
    ) -> String {
        let time = year.map { "\"modifyTime\": \(($0 - 1970) * 31_557_600)," } ?? ""
        return """
            {"vaults": {"v": {"items": [{\(time) "state": 1, "data": {"type": "wifi",
             "metadata": {"name": "Home"}, "content": {"ssid": "\(network)",
             "password": "\(password)", "security": \(security)}}}]}}}
            """
    }

    /// An item of Bitwarden.
    private static func bitwarden(_ members: String, _ year: Int?) -> String {
        let date = year.map { #", "revisionDate": "\#($0)-01-01T00:00:00Z""# } ?? ""
        return #"{"encrypted": false, "items": [{\#(members)\#(date)}]}"#
    }

    private static func card(_ members: String, _ year: Int) -> String {
        bitwarden(
            #""type": 3, "name": "Visa", "card": {"number": "4111111111111111", \#(members)}"#, year
        )
    }

    private static func card(number: String, _ year: Int) -> String {
        bitwarden(
            #""type": 3, "id": "c-1", "name": "Visa", "card": {"number": "\#(number)"}"#, year)
    }

    private static func note(_ text: String, _ year: Int? = nil) -> String {
        bitwarden(#""type": 2, "name": "Idea", "notes": "\#(text)""#, year)
    }

    private static func key(_ text: String, _ year: Int, _ publicKey: String = "") -> String {
        bitwarden(
            #""type": 5, "name": "Server", "sshKey": {"privateKey": "\#(text)", "#
                + #""publicKey": "\#(publicKey)"}"#, year)
    }

    private static func bank(_ iban: String, pin: String, _ year: Int) -> String {
        bitwarden(
            #""type": 6, "name": "Giro", "bankAccount": {"iban": "\#(iban)", "pin": "\#(pin)"}"#,
            year)
    }

    private static func identity(_ phone: String, _ year: Int) -> String {
        bitwarden(
            #""type": 4, "name": "Me", "identity": {"firstName": "Ada", "phone": "\#(phone)"}"#,
            year)
    }

    private func take(_ text: String, _ fixture: TransferFixture) async throws -> ImportCounts {
        try await fixture.import(path: try fixture.write(text, to: "in.json")).counts
    }

    @Test(
        "the newer value counts, the other one is in the history, and a second import changes nothing",
        arguments: cases)
    func merge(_ trial: Case) async throws {
        let fixture = try await TransferFixture()
        #expect(try await take(trial.first, fixture).new == 1)
        #expect(try await take(trial.second, fixture)[trial.outcome] == 1)
        let items = try await fixture.items()
        #expect(items.count == trial.count)
        let item = try #require(
            items.first { $0[trial.part]?.reveal() == trial.present })
        let history = try await fixture.vault.history(item.id)
        #expect(history.compactMap { $0[trial.part]?.reveal() } == trial.former)
        let fields = item.customFields.filter { !$0.isHidden }
        #expect(fields.map { "\($0.label)=\($0.value.reveal())" } == trial.fields)
        for text in [trial.first, trial.second] {
            #expect(try await take(text, fixture).writes == 0)
        }
        #expect(try await fixture.items() == items)
    }

    @Test(
        "files in any order come to the same",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func orders(_ order: [Int]) async throws {
        let fixture = try await TransferFixture()
        for number in order {
            _ = try await take(Self.wifi("p\(number)", 2020 + number), fixture)
        }
        let items = try await fixture.items()
        #expect(items.map { $0[.password]?.reveal() } == ["p2"])
        let history = try await fixture.vault.history(try #require(items.first).id)
        #expect(history.compactMap { $0.password?.reveal() }.sorted() == ["p0", "p1"])
    }

    private static let kinds: [(ItemKind, ItemPart)] = [
        (.wifi, .password), (.card, .securityCode), (.note, .notes), (.sshKey, .privateKey),
        (.bank, .pin), (.identity, .phone),
    ]

    /// An entry of a kind whose part among ``kinds`` is a text.
    private static func entry(_ kind: ItemKind, _ text: String, _ year: Int) -> String {
        switch kind {
        case .card: card(#""code": "\#(text)""#, year)
        case .note: note(text, year)
        case .sshKey: key(text, year)
        case .bank: bank("DE1", pin: text, year)
        case .identity: identity(text, year)
        case .wifi, .licence, .login, .other: wifi(text, year)
        }
    }

    /// What a part of any item is, or was, and the fields that a person sees.
    private func texts(_ part: ItemPart, _ fixture: TransferFixture) async throws -> Set<String> {
        var texts: Set<String> = []
        for item in try await fixture.items() {
            let former = try await fixture.vault.history(item.id)
            texts.formUnion(([item[part]] + former.map { $0[part] }).compactMap { $0?.reveal() })
            texts.formUnion(item.customFields.filter { !$0.isHidden }.map { $0.value.reveal() })
        }
        return texts
    }

    @Test(
        "a newer entry with the present value moves the date, so that any order comes to the same",
        arguments: kinds.map { $0.0 },
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func comesBack(kind: ItemKind, order: [Int]) async throws {
        let part = try #require(Self.kinds.first { $0.0 == kind }?.1)
        let entries = [("one", 2022), ("two", 2023), ("one", 2024)].map {
            Self.entry(kind, $0, $1)
        }
        let fixture = try await TransferFixture()
        for number in order { _ = try await take(entries[number], fixture) }
        let items = try await fixture.items()
        #expect(items.map { $0[part]?.reveal() } == ["one"])
        #expect(try await texts(part, fixture).isSuperset(of: ["one", "two"]))
        for entry in entries { #expect(try await take(entry, fixture).writes == 0) }
        #expect(try await fixture.items() == items)
    }

    @Test("an entry of a day to come moves no date, and a second import of it writes nothing")
    func future() async throws {
        let fixture = try await TransferFixture()
        _ = try await take(Self.wifi("one", 2022), fixture)
        let items = try await fixture.items()
        #expect(try await take(Self.wifi("one", 3000), fixture).writes == 0)
        #expect(try await fixture.items() == items)
    }

    @Test("what a full history has no room for becomes an item of its own, once", arguments: kinds)
    func fullHistory(kind: ItemKind, part: ItemPart) async throws {
        let fixture = try await TransferFixture()
        let values = (0...ItemVersion.limit + 2).map { "p\($0)" }
        let entries = values.enumerated().map { Self.entry(kind, $1, 2000 + $0) }
        for (number, entry) in entries.enumerated() {
            let counts = try await take(entry, fixture)
            #expect(counts[number == 0 ? .new : .changed] == 1)
        }
        let items = try await fixture.items()
        let present = Set(items.compactMap { $0[part]?.reveal() })
        #expect(present == ["p0", "p1", "p\(ItemVersion.limit + 2)"])
        #expect(try await texts(part, fixture).isSuperset(of: values))
        #expect(try await take(try #require(entries.last), fixture).writes == 0)
        #expect(try await fixture.items() == items)
        for entry in entries { _ = try await take(entry, fixture) }
        #expect(try await fixture.items().count == items.count)
        #expect(try await texts(part, fixture).isSuperset(of: values))
    }

    @Test(
        "versions of an entry that a history has no room for are in an item of their own, once",
        arguments: kinds + [(.licence, .licensedTo), (.login, .notes)])
    func versions(kind: ItemKind, part: ItemPart) async throws {
        let clock = VaultGenerator.Clock()
        let source = try await TransferFixture(now: { clock.now() })
        let target = try await TransferFixture()
        func edit(_ fixture: TransferFixture, _ values: [String]) async throws {
            for value in values {
                var item = try #require(try await fixture.items().first)
                item[part] = SecretText(value)
                try await fixture.vault.save(item)
            }
        }
        var item = try #require(Item(kind, head: ItemHead(title: "One")))
        for part in kind.parts where part != .oneTimePassword { item[part] = SecretText("2040-01") }
        try await source.vault.add(item)
        let (first, second) = ((0...12).map { "a\($0)" }, (13...18).map { "b\($0)" })
        let others = (1...8).map { "c\($0)" }
        try await edit(source, first)
        let early = try await source.export(.keePass, to: "early.kdbx", password: "p")
        try await target.import(path: early, password: "p")
        try await edit(target, others)
        try await edit(source, second)
        let late = try await source.export(.keePass, to: "late.kdbx", password: "p")
        try await target.import(path: late, password: "p")
        #expect(try await texts(part, target).isSuperset(of: first + second + others))
        let items = try await target.items()
        #expect(items.count > 1)
        for path in [early, late] {
            let again = try await target.import(path: path, password: "p")
            #expect(again.counts.writes == 0)
        }
        #expect(try await target.items() == items)
    }

    @Test("two entries of one title in a file stay two items")
    func twoOfOneTitle() async throws {
        let fixture = try await TransferFixture()
        _ = try await take(Self.note("one", 2022), fixture)
        let entry = #"{"type": 2, "name": "Idea", "notes": "two"}"#
        let both = Self.bitwarden(
            #""type": 2, "name": "Idea", "notes": "one"}, \#(entry.dropLast())"#, 2022)
        for _ in 0..<2 {
            _ = try await take(both, fixture)
            let texts = try await fixture.items().map { $0.notes.reveal() }
            #expect(texts.sorted() == ["one", "two"])
        }
    }
}
