import TenonCore
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Kinds of items of other programs")
struct KindsTests {
    @Test("bank accounts, licences, passports and unknown kinds of Bitwarden have all their parts")
    func bitwarden() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(
            #"""
            {"encrypted": false, "folders": [], "items": [
             {"type": 6, "name": "Bank", "bankAccount": {"bankName": "B", "accountNumber": "12",
               "iban": "DE0", "pin": "9", "accountType": null}},
             {"type": 7, "name": "Licence", "driversLicense": {"firstName": "Ada", "licenseNumber": "L1"}},
             {"type": 8, "name": "Pass", "passport": {"surname": "L", "passportNumber": "C01"}},
             {"type": 99, "name": "Zebra", "stripes": {"count": "7", "colour": "black"}}]}
            """#, to: "kinds.json")
        try await fixture.import(path: path)
        #expect(
            try await fixture.items().map(\.lines) == [
                ["bank-account Bank", "Bank=B", "IBAN=DE0", "Account number=12", "PIN=9"],
                ["identity Licence", "First name=Ada", "*licenseNumber: L1"],
                ["identity Pass", "Last name=L", "Number of passport or ID card=C01"],
                ["note Zebra", "count: 7", "colour: black"],
            ])
        let value = try await fixture.exportedDocument()
        let bank = try #require(value["items"]?.elements.first)
        #expect(bank["type"]?.integer == 6 && bank["bankAccount"]?["iban"]?.text == "DE0")
        #expect(bank["fields"]?.elements.isEmpty == true)
        let others = value["items"]?.elements.dropFirst() ?? []
        #expect(others.map { $0["type"]?.integer } == [7, 8, 99])
        #expect(others.first?["driversLicense"]?["licenseNumber"]?.text == "L1")
    }

    @Test("an address of Bitwarden that never matches, or is a pattern, is no site, and goes back")
    func rules() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(
            #"""
            {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "Mail",
             "login": {"username": "ada", "password": "p", "uris": [
              {"match": null, "uri": "https://mail.example"},
              {"match": 5, "uri": "https://never.example"},
              {"match": 4, "uri": "^https://.*"}, {"match": 3, "uri": "https://exact.example/x"}]}}]}
            """#, to: "rules.json")
        try await fixture.import(path: path)
        #expect(
            try await fixture.items().first?.login?.sites
                == ["https://mail.example", "https://exact.example/x"])
        let value = try await fixture.exportedDocument()
        let uris = value["items"]?.elements.first?["login"]?["uris"]?.elements ?? []
        #expect(uris.map { $0["match"]?.integer } == [nil, 5, 4, 3])
    }

    @Test("what an export for Bitwarden calls the parts of an item is no text that is left unread")
    func labelsOfParts() async throws {
        let fixture = try await TransferFixture()
        for kind in ItemKind.allCases where kind.isRecord {
            for part in kind.parts {
                guard var record = Record(kind, head: ItemHead(title: "\(kind) \(part)")) else {
                    continue
                }
                record[part] = SecretText("the \(part.rawValue)")
                try await fixture.vault.add(Item.record(record))
            }
        }
        for (number, fields) in [["PIN"], ["Issuer"], ["PIN", "PIN", "Issuer"], []].enumerated() {
            let card = Card(
                head: ItemHead(
                    title: "card \(number)",
                    customFields: fields.map {
                        CustomField(label: $0, value: SecretText("own"), isConcealed: false)
                    }), number: SecretText("4111"), pin: SecretText("9"), issuer: "Bank")
            try await fixture.vault.add(Item.card(card))
        }
        let count = try await fixture.items().count
        for format in ExportFormat.allCases where format.isForBitwarden {
            let path = try await fixture.export(
                format, to: "out.\(format.rawValue)", password: "p")
            let other = try await TransferFixture()
            try await other.import(path: path, password: "p")
            let items = try await other.items()
            #expect(items.count == count)
            for item in items {
                let unread = item.customFields.filter { $0.label == ".bitwarden.unread" }
                #expect(unread.isEmpty, "\(item.title): \(unread.map { $0.value.reveal() })")
            }
        }
    }

    @Test("servers, databases and credentials of 1Password are logins with all their fields")
    func onePassword() throws {
        let value = try JSONReader.read(
            SecretText(
                #"""
                {"categoryUuid": "110", "overview": {"title": "Server"}, "details": {"sections": [
                 {"title": "", "fields": [
                  {"title": "URL", "id": "url", "value": {"string": "ssh://h.example"}},
                  {"title": "username", "id": "username", "value": {"string": "root"}},
                  {"title": "password", "id": "password", "value": {"concealed": "toor"}}]},
                 {"title": "Admin", "fields": [
                  {"title": "console password", "id": "console_password", "value": {"concealed": "c"}}]}]}}
                """#))
        let item = OnePasswordItem(vault: "").item(value).item
        #expect(
            item.lines == [
                "login Server", "site=ssh://h.example", "user=root", "password=toor",
                "*Admin: console password: c",
            ])
        let api = try JSONReader.read(
            SecretText(
                #"""
                {"categoryUuid": "112", "overview": {"title": "API"}, "details": {"sections": [
                 {"fields": [{"title": "credential", "id": "credential", "value": {"concealed": "k"}},
                  {"title": "hostname", "id": "hostname", "value": {"string": "h"}}]}]}}
                """#))
        #expect(
            OnePasswordItem(vault: "").item(api).item.lines
                == ["login API", "password=k", "hostname: h"])
    }
}
