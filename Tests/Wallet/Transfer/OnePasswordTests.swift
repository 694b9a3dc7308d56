import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Exports of 1Password")
struct OnePasswordTests {
    /// By the published layout; many parts may be missing.
    static let data = #"""
        {"accounts": [{"attrs": {"accountName": "Ada"}, "vaults": [
          {"attrs": {"name": "Personal"}, "items": [
            {"uuid": "u1", "favIndex": 1, "createdAt": 1600000000, "updatedAt": 1700000000,
             "state": "active", "categoryUuid": "001",
             "details": {
               "loginFields": [
                 {"value": "ada", "designation": "username", "fieldType": "T", "name": "u"},
                 {"value": "pässwörd", "designation": "password", "fieldType": "P", "name": "p"},
                 {"value": "x", "id": "answer", "name": "", "fieldType": "P"}],
               "notesPlain": "a note",
               "sections": [{"title": "Security", "name": "s", "fields": [
                 {"title": "one-time password", "id": "t", "value": {"totp": "otpauth://totp/x?secret=ABC"}},
                 {"title": "PIN", "id": "p", "value": {"concealed": "1234"}},
                 {"title": "since", "id": "d", "value": {"date": 1577836800}},
                 {"title": "file", "id": "f", "value": {"file": {"fileName": "a.pdf"}}},
                 {"title": "home", "id": "a", "value": {"address": {"street": "Main", "city": "Rome"}}}]}],
               "passwordHistory": [{"value": "old", "time": 1500000000}]},
             "overview": {"title": "Mail", "url": "https://mail.example",
               "urls": [{"label": "", "url": "https://mail.example"}, {"url": "https://imap.example"}],
               "tags": ["home", "mail"], "ps": 100}},
            {"categoryUuid": "002", "details": {"sections": [{"fields": [
               {"id": "cardholder", "title": "name", "value": {"string": "Ada L"}},
               {"id": "ccnum", "title": "number", "value": {"creditCardNumber": "4111111111111111"}},
               {"id": "cvv", "title": "code", "value": {"concealed": "123"}},
               {"id": "pin", "title": "PIN", "value": {"concealed": "9876"}},
               {"id": "expiry", "title": "until", "value": {"monthYear": 203104}},
               {"id": "type", "title": "type", "value": {"creditCardType": "visa"}}]}]},
             "overview": {"title": "Card"}},
            {"categoryUuid": "003", "details": {"notesPlain": "text"}, "overview": {"title": "Note"}},
            {"categoryUuid": "005", "details": {"password": "alone"}, "overview": {"title": "Only"}},
            {"categoryUuid": "099", "details": {}, "overview": {"title": "New kind"}},
            {"categoryUuid": "001", "trashed": true, "overview": {"title": "Gone"}},
            {"categoryUuid": "001"}, null, "text"]},
          {"attrs": {}, "items": null}]}, {}]}
        """#

    private func archive(_ data: String, further: [String] = []) -> [UInt8] {
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add("export.data", data)
        for name in further { zip.add(name, "content") }
        return zip.bytes
    }

    @Test("logins, cards, notes, passwords and unknown kinds arrive; missing parts do no harm")
    func parts() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(archive(Self.data, further: ["files/a.pdf"]), to: "x.1pux")
        let result = try await fixture.import(path: path)
        #expect(result.format == .onePassword && result.counts.new == 5)
        #expect(
            result.problems == [
                RowProblem(line: 1, title: "Mail", reason: .fileMissing("a.pdf")),
                RowProblem(line: 6, title: "Gone", reason: .inTrash),
                RowProblem(line: 7, reason: .noName), RowProblem(line: 8, reason: .unreadable),
                RowProblem(line: 9, reason: .unreadable),
                RowProblem(line: 10, title: "files/a.pdf", reason: .unknownPart),
            ])
        let items = Dictionary(
            try await fixture.items().map { ($0.title, $0) }, uniquingKeysWith: { $1 })
        let mail = try #require(items["Mail"]?.login)
        #expect(mail.userName == "ada" && mail.password.reveal() == "pässwörd")
        #expect(mail.sites == ["https://mail.example", "https://imap.example"])
        #expect(mail.oneTimePassword?.reveal() == "otpauth://totp/x?secret=ABC")
        #expect(mail.tags == ["Personal", "home", "mail"] && mail.isFavorite)
        #expect(mail.created.milliseconds == 1_600_000_000_000)
        #expect(
            mail.customFields.filter { !$0.isHidden }.map {
                "\($0.label)=\($0.value.reveal()) \($0.isConcealed)"
            } == [
                "answer=x true", "Security: PIN=1234 true", "Security: since=2020-01-01 false",
                "Security: home=Main\nRome false",
            ])
        #expect(mail.customFields.contains { $0.label == ".1password.details.passwordHistory" })
        let card = try #require(items["Card"]?.card)
        #expect(card.holder == "Ada L" && card.pin.reveal() == "9876")
        #expect(card.number.reveal() == "4111111111111111" && card.securityCode.reveal() == "123")
        #expect(card.expiry == YearMonth(year: 2031, month: 4))
        #expect(items["Note"]?.note?.notes.reveal() == "text")
        #expect(items["Only"]?.login?.password.reveal() == "alone")
        #expect(items["New kind"]?.note != nil)
        #expect(try await fixture.import(path: path).counts.new == 0)
    }

    @Test("an archive of something else, and one with damaged JSON, are refused")
    func refused() async throws {
        let fixture = try await TransferFixture()
        var other = ZipFile()
        other.add("readme.txt", "hello")
        for (bytes, code) in [
            (other.bytes, ErrorCode.transferFormat),
            (archive("{\"accounts\": ["), .transferDamaged),
            (archive("{}"), .transferFormat),
        ] {
            let path = try fixture.write(bytes, to: "bad.1pux")
            let error = await #expect(throws: TransferError.self) {
                try await fixture.import(path: path)
            }
            #expect(error?.code == code)
        }
        var escaping = ZipFile()
        escaping.add("export.data", Self.data)
        escaping.add("../outside", "x")
        let path = try fixture.write(escaping.bytes, to: "escaping.1pux")
        await #expect(throws: (any Error).self) { try await fixture.import(path: path) }
        #expect(try await fixture.items().isEmpty)
    }

    /// What stands in the overview of an item of 1Password, and the addresses that are for their host alone.
    private static let exactDomains: [(overview: String, hosts: [String])] = [
        (#"{"urls": [{"url": "a.example", "autofillBehavior": "ExactDomain"}]}"#, ["a.example"]),
        (#"{"urls": [{"url": "a.example", "autofillBehavior": "exactDomain"}]}"#, ["a.example"]),
        (
            #"{"url": "a.example", "urls": [{"url": "a.example"}, "#
                + #"{"url": "b.example", "autofillBehavior": "ExactDomain"}]}"#, ["b.example"]
        ),
        (
            #"{"url": "a.example", "urls": "#
                + #"[{"url": "a.example", "autofillBehavior": "ExactDomain"}]}"#, ["a.example"]
        ),
        (
            #"{"url": "https://a.example", "urls": "#
                + #"[{"url": "https://a.example/", "autofillBehavior": "ExactDomain"}]}"#,
            ["https://a.example", "https://a.example/"]
        ),
        (
            #"{"urls": [{"url": " a.example ", "autofillBehavior": "ExactDomain"}, "#
                + #"{"url": "b.example", "autofillBehavior": "AnywhereOnWebsite"}]}"#, ["a.example"]
        ),
        (
            #"{"scope": "ExactDomain", "url": "a.example", "urls": [{"url": "b.example"}]}"#,
            ["a.example", "b.example"]
        ),
        (#"{"scope": "ExactDomain"}"#, []), (#"{"scope": "Always", "url": "a.example"}"#, []),
        (#"{"urls": [{"url": "", "autofillBehavior": "ExactDomain"}]}"#, []),
        (#"{"urls": [{"autofillBehavior": "ExactDomain"}]}"#, []),
        (#"{"url": "a.example", "urls": [{"url": "b.example"}]}"#, []), ("{}", []),
    ]

    @Test("1Password: an address for its domain alone is for its host alone, also after a merge")
    func exactDomains() throws {
        for (overview, hosts) in Self.exactDomains {
            let value: JSONValue = [
                "categoryUuid": .string("001"),
                "overview": try JSONReader.read(SecretText(overview)),
                "details": ["password": .string("p")],
            ]
            let entry = try #require(OnePasswordItem(vault: "").item(value).item.login)
            let rules = hosts.map { BrowserRule.address($0, .host) }
            #expect(entry.browserRules == rules, "\(overview)")
            // A browser knew the login before, and a person takes the rules away.
            var known = Login(
                title: "A", sites: entry.sites, userName: "", password: SecretText("p"))
            known = ItemMerge.merged(entry, into: known)
            #expect(known.browserRules == rules, "\(overview)")
            known.dropFillRules()
            #expect(ItemMerge.merged(entry, into: known).browserRules.isEmpty, "\(overview)")
        }
    }
}
