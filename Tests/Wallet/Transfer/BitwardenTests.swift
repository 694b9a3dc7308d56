import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Exports of Bitwarden")
struct BitwardenTests {
    /// By the published layout, with what may be missing, null or unknown.
    static let document = #"""
        {
          "encrypted": false,
          "folders": [{"id": "f-1", "name": "Work/Servers"}],
          "items": [
            {
              "id": "i-1", "organizationId": null, "folderId": "f-1", "type": 1, "reprompt": 1,
              "name": "Mail", "notes": "line 1\nline 2", "favorite": true,
              "fields": [
                {"name": "PIN", "value": "1234", "type": 1},
                {"name": "Seat", "value": "12A", "type": 0},
                {"name": "Paid", "value": "true", "type": 2},
                {"name": "Link", "value": null, "type": 3, "linkedId": 100}
              ],
              "login": {
                "uris": [
                  {"match": 3, "uri": "https://mail.example.com"},
                  {"match": null, "uri": "https://imap.example.com"}
                ],
                "username": "ada", "password": "pässwörd", "totp": "JBSWY3DPEHPK3PXP",
                "passwordRevisionDate": "2024-01-02T03:04:05.678Z",
                "fido2Credentials": [{"credentialId": "x"}]
              },
              "passwordHistory": [{"lastUsedDate": "2023-01-01T00:00:00Z", "password": "old"}],
              "creationDate": "2020-01-01T00:00:00.000Z",
              "revisionDate": "2024-02-03T04:05:06.000Z", "deletedDate": null,
              "collectionIds": null, "fromTheFuture": {"a": [1, 2]}
            },
            {"type": 2, "name": "Note", "notes": "text", "secureNote": {"type": 0}},
            {
              "type": 3, "name": "Visa", "folderId": null, "notes": null,
              "card": {
                "cardholderName": "Ada L", "brand": "Visa", "number": "4111111111111111",
                "expMonth": "4", "expYear": "2031", "code": "123"
              }
            },
            {
              "type": 4, "name": "Me",
              "identity": {"firstName": "Ada", "ssn": "123-45", "email": null}
            },
            {"type": 9, "name": "Unknown", "unknown": {"x": 1}},
            {"type": 1, "name": "Gone", "deletedDate": "2024-01-01T00:00:00Z"},
            {"type": 1, "name": "Bare"},
            {"type": 1, "name": "Files", "login": {}, "attachments": [{}, {}]},
            17
          ]
        }
        """#

    private func items(_ fixture: TransferFixture) async throws -> [String: Item] {
        Dictionary(
            try await fixture.items().map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    }

    @Test("logins, cards, notes and unknown kinds arrive with all their parts")
    func parts() async throws {
        let fixture = try await TransferFixture()
        let path = try fixture.write(Self.document, to: "bitwarden.json")
        let result = try await fixture.import(path: path)
        #expect(result.format == .bitwarden && result.counts.new == 7)
        #expect(
            result.problems.map(\.line) == [1, 6, 8, 9] && result.counts.problems == 2
                && result.problems.map(\.reason)
                    == [.withheld, .inTrash, .attachments(2), .unreadable]
        )
        #expect(result.problems.prefix(3).allSatisfy { !$0.title.isEmpty })
        let items = try await items(fixture)
        let login = try #require(items["Mail"]?.login)
        #expect(login.sites == ["https://mail.example.com", "https://imap.example.com"])
        #expect(login.userName == "ada" && login.password.reveal() == "pässwörd")
        #expect(login.oneTimePassword?.reveal() == "JBSWY3DPEHPK3PXP")
        #expect(login.notes.reveal() == "line 1\nline 2" && login.isFavorite)
        #expect(login.tags == ["Work/Servers", "no-fill"])
        #expect(login.passwordChanged.milliseconds == 1_704_164_645_678)
        #expect(login.created.milliseconds == 1_577_836_800_000)
        #expect(
            login.customFields.filter { !$0.isHidden }.map {
                "\($0.label)=\($0.value.reveal()) \($0.isConcealed)"
            } == ["PIN=1234 true", "Seat=12A false", "Paid=true false"])
        let card = try #require(items["Visa"]?.card)
        #expect(card.holder == "Ada L" && card.number.reveal() == "4111111111111111")
        #expect(card.expiry == YearMonth(year: 2031, month: 4))
        #expect(card.securityCode.reveal() == "123")
        #expect(items["Note"]?.note?.notes.reveal() == "text")
        let identity = try #require(items["Me"]?.record)
        #expect(identity.kind == .identity && identity[.firstName]?.reveal() == "Ada")
        #expect(
            identity.customFields.filter { !$0.isHidden }.map {
                "\($0.label)=\($0.value.reveal()) \($0.isConcealed)"
            } == ["ssn=123-45 true"])
        #expect(items["Unknown"]?.note != nil && items["Bare"]?.login?.password.isEmpty == true)
        #expect(try await fixture.import(path: path).counts.new == 0)
    }

    /// Fields of every type, some with one name, and addresses with every rule.
    private static let fields = #"""
        {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "A", "login": {
          "username": "ada", "password": "p", "uris": [
            {"match": 0, "uri": "https://a.example"}, {"match": 1, "uri": "https://b.example"},
            {"match": 5, "uri": "https://c.example"}, {"match": null, "uri": "https://d.example"},
            {"match": 3, "uri": "https://e.example/x"}]},
          "fields": [
            {"name": "A", "value": "1", "type": 0}, {"name": "A", "value": "true", "type": 2},
            {"name": "L", "value": null, "type": 3, "linkedId": 100},
            {"name": "B", "value": "false", "type": 2}, {"name": "A", "value": "x", "type": 1},
            {"name": "L", "value": null, "type": 3, "linkedId": 101},
            {"name": "A", "value": "false", "type": 2}, {"name": "C", "value": "", "type": 0}]}]}
        """#

    @Test("types and order of fields and the rules of addresses come back, also beside changes")
    func fieldsAndRules() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(path: try fixture.write(Self.fields, to: "in.json"))
        let before = try JSONReader.read(SecretText(Self.fields))["items"]?.elements.first
        let same = try await fixture.exportedDocument()["items"]?.elements.first
        #expect(same?["fields"] == before?["fields"])
        #expect(same?["login"]?["uris"] == before?["login"]?["uris"])

        var login = try #require(try await fixture.logins().first)
        login.sites = ["https://new.example"] + login.sites.filter { $0 != "https://a.example" }
        let place = try #require(login.customFields.firstIndex { $0.label == "B" })
        login.customFields[place].value = SecretText("maybe")
        try await fixture.vault.save(login)
        try FileManager.default.removeItem(atPath: fixture.path("out.json"))
        let changed = try await fixture.exportedDocument()["items"]?.elements.first
        #expect(
            changed?["login"]?["uris"]?.elements.map {
                "\($0["uri"]?.text ?? "") \($0["match"]?.integer ?? -1)"
            } == [
                "https://new.example -1", "https://b.example 1", "https://d.example -1",
                "https://e.example/x 3", "https://c.example 5",
            ])
        let types = changed?["fields"]?.elements.map { $0["type"]?.integer }
        #expect(types == [0, 2, 3, 0, 1, 3, 2, 0])
    }

    /// Names and types of fields in their order, as Bitwarden writes them.
    private static let names: [[(name: JSONValue, type: Int)]] = [
        [("", 0)], [(.null, 0)], [("", 1)], [("", 2)], [("", 0), (.null, 1), ("", 0)],
        [("–", 0)], [("–", 0), ("", 0)], [("", 0), ("–", 1), (.null, 0)],
        [("A", 0), ("", 2), ("A", 2)], [("#2", 0), ("", 0), ("", 0), ("–#2", 0)],
        [(.null, 2), (.null, 2), ("", 1)], [(" ", 0), ("", 0)],
    ]

    @Test("a field without a name has none in an export either, and a dash stays one")
    func unnamedFields() async throws {
        for names in Self.names {
            let fields = JSONValue.array(
                names.map { name, type in
                    ["name": name, "value": "true", "type": .number(type)]
                })
            let document: JSONValue = [
                "items": .array([["type": .number(1), "name": "A", "fields": fields]])
            ]
            var text = document.written.reveal()
            // What was exported comes back as well.
            for _ in 1...2 {
                let fixture = try await TransferFixture()
                try await fixture.import(path: try fixture.write(text, to: "in.json"))
                let login = try #require(try await fixture.logins().first)
                #expect(login.customFields.allSatisfy { !$0.label.isEmpty }, "\(names)")
                let written = try await fixture.exportedDocument()
                #expect(written["items"]?.elements.first?["fields"] == fields, "\(names)")
                text = written.written.reveal()
            }
        }
    }

    @Test("what Bitwarden exported comes back through an export, unknown members included")
    func roundTrip() async throws {
        let fixture = try await TransferFixture()
        try await fixture.import(path: try fixture.write(Self.document, to: "in.json"))
        let written = try await fixture.exportedDocument()
        #expect(written["items"]?.elements.count == 7)
        let old = try JSONReader.read(SecretText(Self.document))
        let mail = try #require(written["items"]?.elements.first { $0["name"]?.text == "Mail" })
        let before = try #require(old["items"]?.elements.first)
        for name in ["id", "reprompt", "passwordHistory", "fromTheFuture", "type", "notes"] {
            #expect(mail[name] == before[name], "\(name)")
        }
        for name in ["uris", "fido2Credentials", "totp", "passwordRevisionDate"] {
            #expect(mail["login"]?[name] == before["login"]?[name], "\(name)")
        }
        let names = mail["login"]?.members.map(\.name) ?? []
        #expect(Set(names).count == names.count, "\(names)")
        let fields = mail["fields"]?.elements ?? []
        #expect(fields.map { $0["type"]?.integer } == [1, 0, 2, 3])
        #expect(fields.last == before["fields"]?.elements.last)
        let folder = written["folders"]?.elements.first
        #expect(folder?["name"]?.text == "Work/Servers" && folder?["id"] == mail["folderId"])
        let me = try #require(written["items"]?.elements.first { $0["name"]?.text == "Me" })
        #expect(me["type"]?.integer == 4 && me["identity"]?["ssn"]?.text == "123-45")
        let unknown = written["items"]?.elements.first { $0["name"]?.text == "Unknown" }
        #expect(unknown?["type"]?.integer == 9 && unknown?["unknown"] != nil)
    }

    @Test("a password without a date has none, whatever the date of its item, and gets none")
    func undated() async throws {
        let fixture = try await TransferFixture()
        let document = """
            {"encrypted": false, "items": [{"type": 1, "name": "Old", "login": {"password": "old"},
             "creationDate": "2019-01-01T00:00:00Z", "revisionDate": "2025-01-01T00:00:00Z"}]}
            """
        try await fixture.import(path: try fixture.write(document, to: "in.json"))
        #expect(try await fixture.items().map { $0.login?.isPasswordDated } == [false])
        let written = try await fixture.exportedDocument()
        let login = try #require(written["items"]?.elements.first?["login"])
        #expect(login["passwordRevisionDate"] == nil)
    }

    @Test("an export with a password opens with it, by either key derivation", arguments: [0, 1])
    func encrypted(kdf: Int) async throws {
        let fixture = try await TransferFixture()
        let sealed = try SealedBitwarden(password: "geheim-ß", kdf: kdf).seal(Self.document)
        let path = try fixture.write(sealed, to: "sealed.json")
        #expect(try await fixture.import(path: path, password: "geheim-ß").counts.new == 7)
        let wrong = await #expect(throws: TransferError.self) {
            try await fixture.import(path: path, password: "other")
        }
        #expect(wrong == .wrongPassword)
        let none = await #expect(throws: TransferError.self) {
            try await fixture.import(path: path)
        }
        #expect(none?.code == .transferNeedsPassword)
    }

    @Test("a change of the data is noticed, though the password is right")
    func tampered() async throws {
        let fixture = try await TransferFixture()
        let sealed = try SealedBitwarden(password: "p", kdf: 0).seal(Self.document)
        let start = try #require(sealed.range(of: "\"data\":\"2."))
        let place = sealed.index(start.upperBound, offsetBy: 60)
        var changed = sealed
        changed.replaceSubrange(place...place, with: sealed[place] == "A" ? "B" : "A")
        let path = try fixture.write(changed, to: "changed.json")
        let error = await #expect(throws: TransferError.self) {
            try await fixture.import(path: path, password: "p")
        }
        #expect(error == .bitwardenDamaged)
    }

    @Test("absurd parameters, and exports that are bound to an account, are refused")
    func refused() async throws {
        let fixture = try await TransferFixture()
        func code(_ text: String) async -> ErrorCode? {
            do {
                let path = try fixture.write(text, to: "refused.json")
                _ = try await fixture.import(path: path, password: "p")
                return nil
            } catch {
                return (error as? any ExplainedError)?.code
            }
        }
        #expect(await code(#"{"encrypted": true, "data": "x"}"#) == .transferUnsupported)
        #expect(await code(#"{"some": "object"}"#) == .transferFormat)
        #expect(await code(#"{"items": [}"#) == .transferDamaged)
        for parameters in [
            #""kdfType":0,"kdfIterations":2000000000"#,
            #""kdfType":1,"kdfIterations":3,"kdfMemory":1000000,"kdfParallelism":4"#,
        ] {
            let text =
                #"{"encrypted":true,"passwordProtected":true,"salt":"c2FsdHNhbHQ=","#
                + parameters + #","encKeyValidation_DO_NOT_EDIT":"2.a|b|c","data":"2.a|b|c"}"#
            #expect(await code(text) == .transferTooLarge)
        }
    }

    @Test("the text file: fields of several lines, several addresses, notes")
    func text() async throws {
        let fixture = try await TransferFixture()
        let text = """
            folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp
            Home,1,login,Bank,"two
            lines","PIN: 12:34
            Seed: a
            b",0,"https://bank.example/?a=1,2,https://pay.example",ada,"p,""q",ABC
            ,,note,Idea,text,,0,,,,
            """
        let result = try await fixture.import(path: try fixture.write(text))
        #expect(result.format == .bitwardenText && result.counts.new == 2)
        let items = try await items(fixture)
        let bank = try #require(items["Bank"]?.login)
        #expect(bank.sites == ["https://bank.example/?a=1,2", "https://pay.example"])
        #expect(bank.password.reveal() == "p,\"q" && bank.oneTimePassword?.reveal() == "ABC")
        #expect(bank.isFavorite && bank.tags == ["Home"])
        #expect(
            bank.customFields.map { "\($0.label)=\($0.value.reveal())" }
                == ["PIN=12:34", "Seed=a\nb"])
        #expect(items["Idea"]?.note?.notes.reveal() == "text")
        #expect(try await fixture.import(path: try fixture.write(text)).counts.new == 0)
    }
}

/// Seals a document as Bitwarden does.
struct SealedBitwarden {
    private let parameters: String
    private let encryptionKey: SecretBytes
    private let authentication: HMACSHA256
    private let salt = Base64.encode(Array("0123456789abcdef".utf8))

    init(password: String, kdf: Int) throws {
        let password = SecretBytes(SecretText(password))
        let key: SecretBytes
        if kdf == 0 {
            parameters = #""kdfType":0,"kdfIterations":5000"#
            key = try PBKDF2.deriveKey(from: password, salt: Array(salt.utf8), iterations: 5_000)
        } else {
            parameters = #""kdfType":1,"kdfIterations":2,"kdfMemory":16,"kdfParallelism":2"#
            key = try ForeignArgon2(
                variant: .id, memory: 16_384, iterations: 2, parallelism: 2
            ).deriveKey(
                from: password,
                salt: Array(salt.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) })
        }
        // HKDF without its first step, for one block.
        func expand(_ name: String) -> SecretBytes {
            let code = (Array(name.utf8) + [1]).withUnsafeBytes {
                HMACSHA256(key: key).authenticationCode(for: $0)
            }
            return SecretBytes(count: 32) { $0.copyBytes(from: code) }
        }
        encryptionKey = expand("enc")
        authentication = HMACSHA256(key: expand("mac"))
    }

    func seal(_ document: String) throws -> String {
        #"{"encrypted":true,"passwordProtected":true,"salt":"\#(salt)",\#(parameters),"#
            + #""encKeyValidation_DO_NOT_EDIT":"\#(try sealed("any text"))","#
            + #""data":"\#(try sealed(document))"}"#
    }

    private func sealed(_ text: String) throws -> String {
        let iv = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let plain = Array(text.utf8)
        var work =
            plain
            + [UInt8](repeating: 0, count: BlockCipher.encryptedCount(plain.count) - plain.count)
        try work.withUnsafeMutableBytes {
            try BlockCipher.aes256.encrypt($0, count: plain.count, key: encryptionKey, iv: iv)
        }
        let code = (iv + work).withUnsafeBytes { authentication.authenticationCode(for: $0) }
        return "2.\(Base64.encode(iv))|\(Base64.encode(work))|\(Base64.encode(code))"
    }
}
