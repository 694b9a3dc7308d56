import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Entries of password managers, and what the vault has already")
struct EntryImportTests {
    private static let late = Timestamp(milliseconds: 1_700_000_000_000)

    /// An export of Bitwarden with some items.
    private func bitwarden(_ items: String...) -> String {
        "{\"encrypted\": false, \"folders\": [], \"items\": [\(items.joined(separator: ","))]}"
    }

    /// A login of Bitwarden; its password is older than what the vault has from ``late``.
    private func entry(
        _ name: String = "GitHub", site: String = "https://github.com", password: String = "P",
        totp: String? = nil, more: String = ""
    ) -> String {
        let code = totp.map { "\"\($0)\"" } ?? "null"
        return """
            {"type": 1, "name": "\(name)", \(more.isEmpty ? "" : more + ",")
             "login": {"username": "alice", "password": "\(password)", "totp": \(code),
                       "passwordRevisionDate": "2020-01-01T00:00:00Z",
                       "uris": [{"uri": "\(site)"}]},
             "creationDate": "2019-01-01T00:00:00Z", "revisionDate": "2020-01-01T00:00:00Z"}
            """
    }

    private func login(
        _ title: String = "GitHub", password: String = "P", notes: String = "",
        totp: String? = nil, changed: Timestamp = late
    ) -> Login {
        Login(
            title: title, sites: ["https://github.com"], userName: "alice",
            password: SecretText(password), oneTimePassword: totp.map { SecretText($0) },
            notes: SecretText(notes), created: changed, changed: changed, passwordChanged: changed)
    }

    private func filled(_ logins: Login...) async throws -> TransferFixture {
        let fixture = try await TransferFixture()
        for login in logins { try await fixture.vault.add(login) }
        return fixture
    }

    @discardableResult
    private func take(_ text: String, _ fixture: TransferFixture) async throws -> ImportCounts {
        try await fixture.import(path: try fixture.write(text, to: "entries.json")).counts
    }

    @Test("a card with the number of another one brings all that is different, once")
    func cards() async throws {
        let fixture = try await filled()
        func card(_ number: String, _ holder: String, year: Int, code: String) -> String {
            """
            {"type": 3, "name": "Visa", "card": {"cardholderName": "\(holder)", "number": "\(number)",
             "expMonth": "4", "expYear": "\(year)", "code": "\(code)"}}
            """
        }
        let second = bitwarden(card("4111 1111 1111 1111", "Ada King", year: 2031, code: "456"))
        try await take(bitwarden(card("4111111111111111", "Ada", year: 2030, code: "123")), fixture)
        try await take(second, fixture)
        try await take(second, fixture)
        let cards = try await fixture.items().compactMap(\.card)
        let found = try #require(cards.first)
        #expect(cards.count == 1)
        #expect(found.holder == "Ada" && found.securityCode.reveal() == "123")
        #expect(found.expiry?.description == "2030-04")
        let fields = found.customFields.filter { !$0.isHidden }
            .map { "\($0.label)=\($0.value.reveal()) \($0.isConcealed)" }
        #expect(fields == ["holder=Ada King false"])
        let history = try await fixture.vault.history(found.id)
        #expect(history.map { $0[.securityCode]?.reveal() } == ["456"])
        #expect(history.map { $0[.expiry]?.reveal() } == ["2031-04"])
    }

    @Test("what has no title, address and user name is never taken for another such entry")
    func nothingInCommon() async throws {
        let fixture = try await filled()
        func text(_ passwords: String...) -> String {
            let items = passwords.map { password in
                """
                {"type": 1, "name": "", "login": {"username": "", "password": "\(password)",
                                                  "uris": []}}
                """
            }
            return
                "{\"encrypted\": false, \"folders\": [], \"items\": [\(items.joined(separator: ","))]}"
        }
        for passwords in [["one"], ["two"], ["three", "four"], ["two", "five"]] {
            try await take(
                passwords.count == 1 ? text(passwords[0]) : text(passwords[0], passwords[1]),
                fixture)
        }
        let logins = try await fixture.logins()
        let found = Set(logins.map { $0.password.reveal() })
        #expect(logins.count == 5)
        #expect(found == ["one", "two", "three", "four", "five"])
    }

    /// The items of a first and of a second file without ids, and how many items both are together.
    private static let nameless: [(first: [String], second: [String], count: Int)] = {
        func login(_ login: String, _ more: String = "") -> String {
            #"{"type": 1, "name": "", \#(more) "login": {\#(login)}}"#
        }
        func holder(_ code: String) -> String {
            #"{"type": 3, "name": "", "card": {"cardholderName": "Ada", "code": "\#(code)"}}"#
        }
        func note(_ value: String) -> String {
            #"{"type": 2, "name": "", "fields": [{"name": "a", "value": "\#(value)", "type": 1}]}"#
        }
        let (one, two) = (login(#""password": "1""#), login(#""password": "2""#))
        let ada = #""username": "ada", "password": "1""#
        return [
            ([one], [one], 1), ([one], [two], 2), ([one, two], [two, one], 2),
            ([one], [two, one], 2), ([one, one], [one], 1),
            ([one], [login(#""password": "1""#, #""notes": "n","#)], 2),
            ([login(#""password": "1""#, #""notes": "n","#)], [one], 1),
            (
                [login(#""password": "1""#, #""notes": "n","#)],
                [login(#""password": "1""#, #""notes": "m","#)], 2
            ),
            ([login(ada)], [login(ada)], 1),
            ([login(ada)], [login(#""username": "ada", "password": "2""#)], 2),
            ([login(ada)], [one], 2),
            ([login(#""totp": "JBSWY3DP""#)], [login(#""totp": "GEZDGNBV""#)], 2),
            ([login(#""totp": "JBSWY3DP""#)], [login(#""totp": "JBSWY3DP""#)], 1),
            ([holder("1")], [holder("2")], 2), ([holder("1")], [holder("1")], 1),
            ([note("1")], [note("2")], 2), ([note("1")], [note("1")], 1),
            (
                [login(#""password": "1""#, #""id": "i","#)],
                [login(#""password": "2""#, #""id": "i","#)], 1
            ),
        ]
    }()

    @Test("without a title and an address only what is the same in everything is one item")
    func onlyTheSame() async throws {
        for (first, second, count) in Self.nameless {
            let fixture = try await filled()
            let files = [first, second].map { items in
                #"{"encrypted": false, "items": [\#(items.joined(separator: ","))]}"#
            }
            for file in files + files { try await take(file, fixture) }
            let items = try await fixture.items()
            #expect(items.count == count, "\(first) \(second) \(items.map(\.lines))")
        }
    }

    /// Titles and addresses, and whether they tell an entry from others.
    private static let titles: [(title: String, address: String, isTelling: Bool)] = [
        ("-", "", false), ("—", "", false), ("...", "", false), ("?", "", false),
        ("  - ", "", false), ("*", "n/a", false), ("n/a", "n/a", false), ("N/A", "n/a", false),
        ("n", "n/a", false), ("", "n/a", false), ("", "-", false), ("", "http://", false),
        ("", "about:blank", false), ("about:blank", "about:blank", false),
        ("About:Blank", "about:blank", false), ("-", "about:blank", false),
        ("Locker", "", true), ("1", "", true), ("-1-", "", true), ("é", "", true),
        ("Alarm", "n/a", true), ("Locker", "about:blank", true), ("-", "https://a.example", true),
        ("https://a.example", "https://a.example", true), ("", "a.example", true),
    ]

    @Test("a title without a letter or digit, or that is a useless address, tells nothing")
    func titles() async throws {
        for (title, address, isTelling) in Self.titles {
            let files = ["1", "2"].map { password -> String in
                let addresses: [JSONValue] =
                    address.isEmpty ? [] : [["uri": .string(address)]]
                let value: JSONValue = [
                    "items": .array([
                        [
                            "type": .number(1), "name": .string(title),
                            "login": [
                                "username": .string("ada"), "password": .string(password),
                                "uris": .array(addresses),
                            ],
                        ]
                    ])
                ]
                return value.written.reveal()
            }
            let fixture = try await filled()
            for file in files + files { try await take(file, fixture) }
            let passwords = try await fixture.logins().map { $0.password.reveal() }.sorted()
            #expect(passwords == (isTelling ? ["2"] : ["1", "2"]), "\(title) \(address)")
        }
    }

    @Test(
        "what is no address tells nothing: entries with other titles stay apart",
        arguments: ["http://", "n/a", "-", "https://*.example", "\"a.example\"", "x y"])
    func uselessAddress(_ address: String) async throws {
        func file(_ title: String, _ password: String) throws -> String {
            let value: JSONValue = [
                "encrypted": .bool(false),
                "items": .array([
                    [
                        "type": .number(1), "name": .string(title),
                        "login": [
                            "password": .string(password),
                            "uris": .array([["uri": .string(address)]]),
                        ],
                    ]
                ]),
            ]
            return value.written.reveal()
        }
        let fixture = try await filled()
        let files = [try file("Alarm", "1111"), try file("Locker", "2222"), try file("", "3333")]
        for file in files + files { try await take(file, fixture) }
        let found = try await fixture.logins()
        #expect(found.map { $0.password.reveal() }.sorted() == ["1111", "2222", "3333"])
        #expect(found.contains { $0.title == "Alarm" && $0.password.reveal() == "1111" })
        // A newer password is one of the entry of this title.
        try await take(try file("Locker", "4444"), fixture)
        #expect(try await fixture.logins().count == 3)
    }

    /// What makes codes in the vault and in a file, and how many of both there are afterwards.
    private static let codes: [(known: String, new: String, count: Int)] = [
        ("JBSWY3DPEHPK3PXP", "JBSWY3DPEHPK3PXP", 1), ("JBSWY3DPEHPK3PXP", "jbsw y3dp ehpk 3pxp", 1),
        ("JBSWY3DPEHPK3PXP", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", 1),
        ("JBSWY3DPEHPK3PXP", "otpauth://totp/y?secret=JBSWY3DPEHPK3PXP&digits=6&period=30", 1),
        ("JBSWY3DPEHPK3PXP", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=8", 2),
        ("JBSWY3DPEHPK3PXP", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=60", 2),
        ("JBSWY3DPEHPK3PXP", "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=SHA256", 2),
        ("JBSWY3DPEHPK3PXP", "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1", 2),
        ("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=8", "JBSWY3DPEHPK3PXP", 2),
        ("JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQ", 2),
    ]

    @Test("what makes other codes of the same secret is kept beside the first")
    func otherCodes() async throws {
        for (known, new, count) in Self.codes {
            let fixture = try await filled(login(totp: known))
            try await take(bitwarden(entry(password: "P", totp: new)), fixture)
            let login = try #require(try await fixture.logins().first)
            #expect(login.oneTimePassword?.reveal() == known, "\(new)")
            let others = login.customFields.filter { $0.label == "otp" }
            #expect(others.count == count - 1, "\(known) \(new)")
        }
    }

    @Test("an older entry with the same password brings code, notes and fields all the same")
    func samePassword() async throws {
        let fixture = try await filled(login())
        let text = bitwarden(
            entry(
                totp: "JBSWY3DPEHPK3PXP",
                more: #""notes": "precious", "favorite": true, "id": "i-1", "fields": "#
                    + #"[{"name": "PIN", "value": "1234", "type": 1}]"#))
        let counts = try await take(text, fixture)
        #expect(counts.writes == 1 && counts.rows == 1 && counts.new == 0)
        let found = try #require(try await fixture.logins().first)
        #expect(try await fixture.logins().count == 1)
        #expect(found.password.reveal() == "P" && found.passwordChanged == Self.late)
        #expect(found.oneTimePassword?.reveal() == "JBSWY3DPEHPK3PXP")
        #expect(found.notes.reveal() == "precious" && found.isFavorite)
        let fields = found.customFields.map { "\($0.label)=\($0.value.reveal())" }
        #expect(fields.contains("PIN=1234") && fields.contains(".bitwarden.id=\"i-1\""))
        // And then there is nothing more to bring.
        let before = try await fixture.vault.revision()
        #expect(try await take(text, fixture).writes == 0)
        #expect(try await fixture.vault.revision() == before)
    }

    @Test("an entry with an older password leaves the newer one, and brings the rest")
    func olderPassword() async throws {
        let fixture = try await filled(login(password: "new", notes: "mine"))
        let text = bitwarden(
            entry(password: "old", totp: "JBSWY3DPEHPK3PXP", more: #""notes": "theirs""#))
        #expect(try await take(text, fixture).writes == 1)
        let found = try #require(try await fixture.logins().first)
        #expect(try await fixture.logins().count == 1)
        #expect(found.password.reveal() == "new" && found.notes.reveal() == "mine")
        #expect(found.oneTimePassword?.reveal() == "JBSWY3DPEHPK3PXP")
        #expect(found.customFields.contains { $0.value.reveal() == "theirs" })
        let second = try await take(text, fixture)
        #expect(second.writes == 0 && second.outdated == 1)
    }

    @Test("what the login itself has is never replaced by an older entry, nor is that lost")
    func conflict() async throws {
        let fixture = try await filled(login(totp: "MINEMINEMINEMINE"))
        let text = bitwarden(entry(totp: "JBSWY3DPEHPK3PXP"))
        #expect(try await take(text, fixture).writes == 1)
        let found = try #require(try await fixture.logins().first)
        #expect(found.oneTimePassword?.reveal() == "MINEMINEMINEMINE")
        let kept = try #require(
            found.customFields.first { $0.value.reveal() == "JBSWY3DPEHPK3PXP" })
        #expect(kept.isConcealed && !kept.isHidden)
        #expect(try await take(text, fixture).writes == 0)
    }

    @Test("what was changed in the vault after an import does not come back by the next one")
    func edited() async throws {
        let fixture = try await TransferFixture()
        let text = bitwarden(entry(totp: "JBSWY3DPEHPK3PXP", more: #""notes": "before""#))
        try await take(text, fixture)
        var login = try #require(try await fixture.logins().first)
        login.notes = SecretText("after")
        login.password = SecretText("Q")
        login.title = "Forge"
        login.oneTimePassword = SecretText("MINEMINEMINEMINE")
        try await fixture.vault.save(login)
        let before = try await fixture.items()
        #expect(try await take(text, fixture).writes == 0)
        #expect(try await fixture.items() == before)
    }

    @Test("an entry completes the login that it is, not another one for the same account")
    func rightOne() async throws {
        let fixture = try await filled(
            login("Work", password: "W"),
            login("Home", password: "H", changed: Timestamp(milliseconds: 1_650_000_000_000)))
        try await take(
            bitwarden(entry("Something", password: "H", totp: "JBSWY3DPEHPK3PXP")), fixture)
        let logins = try await fixture.logins()
        #expect(logins.map(\.title) == ["Home", "Work"])
        #expect(logins.map { $0.oneTimePassword != nil } == [true, false])
    }

    @Test(
        "two entries for one login of the vault are two logins when each has something of its own")
    func twoForOne() async throws {
        let fixture = try await filled(login())
        let text = bitwarden(
            entry("One", more: #""notes": "first""#), entry("Two", more: #""notes": "second""#))
        let counts = try await take(text, fixture)
        #expect(counts.new == 1 && counts.writes == 2 && counts.rows == 2)
        #expect(
            Set(try await fixture.logins().map { $0.notes.reveal() }) == ["first", "second"])
        #expect(try await take(text, fixture).writes == 0)
    }

    @Test("a login that would become too large gets a second one beside it")
    func tooLarge() async throws {
        let large = String(repeating: "x", count: 2 << 20)
        let fixture = try await filled(login(password: "new", notes: large))
        let text = bitwarden(
            entry(password: "old", more: "\"notes\": \"\(large.dropLast())y\""))
        let counts = try await take(text, fixture)
        #expect(counts.writes == 1)
        #expect(
            Set(try await fixture.logins().map { $0.password.reveal() }) == ["new", "old"])
    }

    @Test("a text of KeePassXC brings what lacks, too, in both passes")
    func text() async throws {
        let fixture = try await filled(login(password: "new"))
        let text =
            "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created\n"
            + "Root/Work,GitHub,alice,old,https://github.com,precious,ABC,0,"
            + "2001-01-01T00:00:00Z,2001-01-01T00:00:00Z\n"
        #expect(try await fixture.import(text).counts.writes == 1)
        let found = try #require(try await fixture.logins().first)
        #expect(found.password.reveal() == "new" && found.notes.reveal() == "precious")
        #expect(found.oneTimePassword?.reveal() == "ABC" && found.tags == ["Work"])
        #expect(try await fixture.import(text).counts.outdated == 1)
    }

    @Test("entries with the same user and password at two hosts of one owner stay two")
    func notJoined() async throws {
        let tools = DocumentTools.live
        func entry(_ title: String, _ url: String, _ past: [KeePassEntry] = []) -> KeePassEntry {
            let fields = [
                ("Title", title), ("UserName", "alice"), ("Password", "P"), ("URL", url),
            ]
            return KeePassEntry(
                uuid: Array(title.utf8.prefix(4)) + [UInt8](repeating: 7, count: 12),
                fields: fields.map { .init(key: $0, value: SecretText($1)) },
                created: Timestamp(seconds: 1_600_000_000),
                changed: Timestamp(seconds: 1_600_000_000), history: past)
        }
        let past = entry("Admin console", "https://a.two.example")
        let file = try KeePassWriter(tools: tools, argon2id: .floor).file(
            [
                entry("Admin console", "https://a.two.example", [past]),
                entry("Shop", "https://b.two.example"),
            ], name: "Wallet", password: SecretText("p"), now: Self.late)
        let fixture = try await TransferFixture()
        let path = try fixture.write(file.array, to: "x.kdbx")
        #expect(try await fixture.import(path: path, password: "p").counts.new == 2)
        let logins = try await fixture.logins()
        #expect(logins.map(\.title) == ["Admin console", "Shop"])
        #expect(logins.map(\.sites) == [["https://a.two.example"], ["https://b.two.example"]])
        #expect(
            logins.map { login in
                login.customFields.contains { $0.label.hasPrefix(".keepass.history") }
            } == [true, false])
        #expect(try await fixture.import(path: path, password: "p").counts.writes == 0)
    }

    @Test("an entry that stands in a file twice, the same in everything, is one login")
    func twice() async throws {
        let fixture = try await TransferFixture()
        let counts = try await take(bitwarden(entry(), entry()), fixture)
        #expect(counts.new == 1 && counts.repeated == 1)
    }

    @Test("an older card brings its tags, its issuer and what was kept for its program")
    func card() async throws {
        let fixture = try await TransferFixture()
        try await fixture.vault.add(
            .card(Card(head: ItemHead(title: "Visa"), number: SecretText("4111 1111 1111 1111"))))
        let text = bitwarden(
            #"{"type": 3, "name": "Visa", "id": "c-1", "favorite": true, "card": "#
                + #"{"number": "4111111111111111"}}"#)
        #expect(try await take(text, fixture).writes == 1)
        let found = try #require(try await fixture.items().first?.card)
        #expect(try await fixture.items().count == 1)
        #expect(found.isFavorite && found.customFields.map(\.label) == [".bitwarden.id"])
        #expect(try await take(text, fixture).writes == 0)
    }
}
