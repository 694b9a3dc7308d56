import TenonCore
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Records of other programs in forms that are rare, and in vaults of earlier versions")
struct RareImportTests {
    private func archive(_ data: String) -> [UInt8] {
        var zip = ZipFile()
        zip.add("export.attributes", #"{"version": 3}"#)
        zip.add("export.data", data)
        return zip.bytes
    }

    @Test("a field of the same name as a member is another one, also in an export")
    func sameName() async throws {
        let fixture = try await TransferFixture()
        let text = #"""
            {"items": [{"id": "i", "type": 4, "name": "a", "fields": [
              {"name": "ssn", "value": "own", "type": 1}, {"name": "ssn", "value": "two", "type": 1}],
             "identity": {"firstName": "Ada", "ssn": "123"}}]}
            """#
        try await fixture.import(path: try fixture.write(text, to: "in.json"))
        let lines = ["identity a", "First name=Ada", "*ssn: 123", "*ssn: own", "*ssn: two"]
        #expect(try await fixture.items().map(\.lines) == [lines])
        let written = try await fixture.exportedDocument()["items"]?.elements.first
        #expect(written?["identity"]?["ssn"]?.text == "123")
        #expect(written?["fields"]?.elements.map { $0["value"]?.text } == ["own", "two"])
    }

    @Test("what has another form than a program gives it is kept, and goes back")
    func otherForms() async throws {
        let fixture = try await TransferFixture()
        let text = #"""
            {"items": [
             {"id": "1", "type": 5, "name": "a", "sshKey": "plain"},
             {"id": "2", "type": 5, "name": "b", "sshKey": ["one", {"two": 2}]},
             {"id": "3", "type": 4, "name": "c", "identity": {"firstName": {"deep": "x"},
               "lastName": "L", "city": ["Rome"], "new": ["y"]}},
             {"id": "4", "type": 6, "name": "d", "bankAccount": {"iban": "first", "iban": "second"}}]}
            """#
        try await fixture.import(path: try fixture.write(text, to: "in.json"))
        let kinds = try await fixture.items().map(\.kind)
        #expect(kinds == [.sshKey, .sshKey, .identity, .bank])
        func hidden(_ fixture: TransferFixture) async throws -> String {
            try await fixture.items().flatMap(\.customFields).map { $0.value.reveal() }
                .joined(separator: "\n")
        }
        for text in ["plain", "\"two\"", "\"deep\"", "Rome", "\"y\"", "second"] {
            #expect(try await hidden(fixture).contains(text), "\(text)")
        }
        let target = try await TransferFixture()
        _ = try await fixture.exportedDocument()
        try await target.import(path: fixture.path("out.json"))
        #expect(try await target.items().map(\.kind) == kinds)
        for text in ["plain", "\"two\"", "\"deep\"", "Rome", "\"y\"", "second"] {
            #expect(try await hidden(target).contains(text), "\(text)")
        }
        // A name in the place of what was no text.
        var identity = try #require(try await fixture.items().dropFirst(2).first)
        identity[.firstName] = SecretText("Ada")
        try await fixture.vault.save(identity)
        let path = try await fixture.export(.bitwarden, to: "again.json")
        let document = try JSONReader.read(
            try ImportSource.file(path: path).contents(limit: 1 << 20))
        let written = document["items"]?.elements[2]
        #expect(written?["identity"]?["firstName"]?.text == "Ada")
        #expect(written?.written.reveal().contains("deep") == true)
    }

    @Test("of 1Password with values of another form keep all of them")
    func otherFormsOfOnePassword() async throws {
        let fixture = try await TransferFixture()
        let data = #"""
            {"accounts": [{"vaults": [{"items": [
             {"categoryUuid": "004", "overview": {"title": "a"}, "details": {"sections": [
              {"title": "", "fields": [
               {"title": "address", "id": "address", "value": {"address": "all in one"}},
               {"title": "email", "id": "email", "value": {"email": {"email_address": "a@x.example",
                 "provider": {"name": "deep"}, "more": "text"}}}]}]}},
             {"categoryUuid": "004", "overview": {"title": "b"}, "details": {"sections": [
              {"title": "", "fields": [
               {"title": "address", "id": "address", "value": {"address": {"street": ["x", "y"],
                 "city": "Rome"}}}]}]}},
             {"categoryUuid": "114", "overview": {"title": "c"}, "details": {"sections": [
              {"title": "", "fields": [
               {"title": "private key", "id": "private_key", "value": {"sshKey": {
                 "privateKey": "secret", "publicKey": {"kind": "odd"}, "other": [1, 2]}}}]}]}},
             {"categoryUuid": "114", "overview": {"title": "d"}, "details": {"sections": [
              {"title": "", "fields": [
               {"title": "private key", "id": "private_key", "value": {"sshKey": {
                 "metadata": {"publicKey": "only"}}}}]}]}}]}]}]}
            """#
        try await fixture.import(path: try fixture.write(archive(data), to: "in.1pux"))
        #expect(
            try await fixture.items().map(\.lines) == [
                [
                    "identity a", "E-mail=a@x.example", "address: all in one",
                    "*email: provider: {\"name\":\"deep\"}", "email: more: text",
                ],
                ["identity b", "City=Rome", "*address: street: [\"x\",\"y\"]"],
                [
                    "ssh-key c", "Private key=secret",
                    "*private key: publicKey: {\"kind\":\"odd\"}", "*private key: other: [1,2]",
                ],
                ["ssh-key d", "*private key: {\"publicKey\":\"only\"}"],
            ])
    }

    @Test(
        "that an earlier version has made notes or logins of are found there, and none is made anew"
    )
    func earlierVersions() async throws {
        let fixture = try await TransferFixture()
        func hidden(_ label: String, _ value: String) -> CustomField {
            CustomField(label: label, value: SecretText(value), isConcealed: true)
        }
        func field(_ label: String, _ value: String) -> CustomField {
            CustomField(label: label, value: SecretText(value), isConcealed: false)
        }
        try await fixture.vault.add(
            .note(
                Note(
                    head: ItemHead(
                        title: "a", notes: SecretText("n"),
                        customFields: [
                            hidden(".bitwarden.id", "\"i1\""), hidden(".bitwarden.type", "4"),
                            field("firstName", "Ada"), field("lastName", "L"),
                        ]))))
        try await fixture.vault.add(
            Login(
                title: "g", userName: "ada", password: SecretText("s"),
                customFields: [hidden(".1password.uuid", "\"u1\""), field("network name", "Home")]))
        let text = #"""
            {"items": [{"id": "i1", "type": 4, "name": "a", "notes": "n",
             "identity": {"firstName": "Ada", "lastName": "L", "city": "Rome", "ssn": "123"}},
             {"id": "i2", "type": 4, "name": "a", "identity": {"firstName": "Eve"}}]}
            """#
        let path = try fixture.write(text, to: "in.json")
        try await fixture.import(path: path)
        let wifi = #"""
            {"accounts": [{"vaults": [{"items": [
             {"uuid": "u1", "categoryUuid": "109", "overview": {"title": "g"}, "details": {"sections": [
              {"title": "", "fields": [
               {"title": "base station password", "id": "password", "value": {"concealed": "s"}},
               {"title": "network name", "id": "network_name", "value": {"string": "Home"}},
               {"title": "wireless network password", "id": "wireless_password",
                 "value": {"concealed": "w"}}]}]}}]}]}]}
            """#
        let other = try fixture.write(archive(wifi), to: "in.1pux")
        try await fixture.import(path: other)
        let lines = Set(try await fixture.items().map(\.lines))
        #expect(
            lines == [
                ["identity a", "First name=Eve"],
                [
                    "login g", "user=ada", "password=s", "network name: Home", "*Password: w",
                ],
                ["note a", "notes=n", "firstName: Ada", "lastName: L", "City: Rome", "*ssn: 123"],
            ])
        for path in [path, other] {
            #expect(try await fixture.import(path: path).counts.writes == 0)
        }
        #expect(Set(try await fixture.items().map(\.lines)) == lines)
    }

    @Test("a listed part that is too long is said, and the others are imported")
    func tooLong() async throws {
        let fixture = try await TransferFixture()
        let long = String(repeating: "x", count: 70_000)
        let text = """
            {"items": [{"type": 4, "name": "a", "identity": {"email": "\(long)"}},
             {"type": 4, "name": "b", "identity": {"email": "e"}}]}
            """
        let result = try await fixture.import(path: try fixture.write(text, to: "in.json"))
        #expect(result.problems.map(\.reason) == [.fieldTooLong])
        #expect(try await fixture.items().map(\.title) == ["b"])
    }

    /// Rows of text files, and what is said of the entry.
    private static let rows: [(text: String, reason: RowProblem.Reason?)] = [
        ("name,url,username,password,note\nA,*.thub.com,a,p,\n", .address),
        ("name,url,username,password,note\nA,https://a.example https://b.example,a,p,\n", .address),
        ("name,url,username,password,note\nA,https://a.example,a,p,\n", nil),
        ("name,url,username,password,note\nA,,a,p,\n", nil),
        (firefox("\"\"\"https://q.example\"\"\""), .address), (firefox("https://q.example"), nil),
        (keePassXC("{REF:P@I:00}"), .reference), (keePassXC("{S:PIN}"), .reference),
        (keePassXC("{USERNAME}"), .reference), (keePassXC("p{}"), nil), (keePassXC("{p"), nil),
    ]

    private static func firefox(_ address: String) -> String {
        """
        url,username,password,httpRealm,formActionOrigin,guid,timeCreated,timeLastUsed,timePasswordChanged
        \(address),a,p,,,,0,0,0

        """
    }

    private static func keePassXC(_ password: String) -> String {
        """
        Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created
        Root,A,a,\(password),https://a.example,,,0,,

        """
    }

    @Test("what a row of a text file has that may be wrong is said of its entry, by name")
    func rows() async throws {
        for (text, reason) in Self.rows {
            let fixture = try await TransferFixture()
            let result = try await fixture.import(path: try fixture.write(text, to: "x.csv"))
            let remarks = result.problems.filter { !$0.isLeftOut }
            #expect(remarks.map(\.reason) == [reason].compactMap(\.self), "\(text)")
            #expect(remarks.allSatisfy { !$0.title.isEmpty }, "\(text)")
            #expect(result.counts.new == 1, "\(text)")
        }
    }

    private static let key = "-----BEGIN PRIVATE KEY-----\nMAMCAQA=\n-----END PRIVATE KEY-----\n"

    /// Texts in the place of a private key, what is in the vault, and whether something is missing.
    private static let keys: [(text: String, stored: String, isDamaged: Bool)] = [
        (key, key, false), (String(key.dropLast()), key, false),
        (key.replacing("\n", with: "\r\n"), key, false),
        (String(key.dropLast(5)), String(key.dropLast(5)), true),
        (key.replacing("MAMCAQA=\n", with: ""), key.replacing("MAMCAQA=\n", with: ""), true),
        ("-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----", true),
        (
            "-----BEGIN PRIVATE KEY-----\r\nMAMC\r\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\r\nMAMC\r\n-----END PRIVATE KEY-----", true
        ),
        ("some other text", "some other text", false), ("a\r\nb", "a\r\nb", false),
        ("AGE-SECRET-KEY-1QQ", "AGE-SECRET-KEY-1QQ", true),
    ]

    @Test("a private key gets the line ends that programs want, and one that is damaged is said")
    func keys() throws {
        for (text, stored, isDamaged) in Self.keys {
            let value: JSONValue = [
                "type": .number(5), "name": .string("A"),
                "sshKey": ["privateKey": .string(SecretText(text))],
            ]
            let imported = BitwardenItem(groups: [:]).item(value)
            #expect(imported.item[.privateKey]?.reveal() == stored, "\(text)")
            #expect(imported.remarks == (isDamaged ? [.privateKey] : []), "\(text)")
        }
    }

    @Test("IBAN and account number are concealed, as in the programs that they come from")
    func concealed() async throws {
        let fixture = try await TransferFixture()
        let text = #"""
            {"items": [{"type": 6, "name": "d", "bankAccount": {"accountNumber": "1", "iban": "2"}}]}
            """#
        try await fixture.import(path: try fixture.write(text, to: "in.json"))
        #expect(ItemPart.iban.isSecret && ItemPart.accountNumber.isSecret)
        // Where they are fields, too; a file of an earlier version has them open.
        let bank = try #require(try await fixture.items().first)
        let fields = bank.fieldsWithParts.filter { ["IBAN", "Account number"].contains($0.label) }
        #expect(fields.count == 2 && fields.allSatisfy(\.isConcealed))
        var draft = ItemDraft()
        draft.add("IBAN", SecretText("DE0"))
        draft.add("Bank", SecretText("secret"), isConcealed: true)
        draft.takeRecord(.bank)
        #expect(draft.parts == [.iban: SecretText("DE0")])
    }

    @Test("two entries that became one item are found there, and none is made anew")
    func united() async throws {
        let fixture = try await TransferFixture()
        let text = #"""
            {"items": [
             {"id": "1", "type": 1, "name": "a", "notes": "n", "login": {"username": "ada",
               "password": "old", "totp": "GEZDGNBVGY3TQOJQ", "uris": [{"uri": "https://a.example"}]}},
             {"id": "2", "type": 1, "name": "b", "notes": "m", "login": {"username": "ada",
               "password": "new", "totp": "GEZDGNBVGY3TQOJQGE", "uris": [{"uri": "a.example"}]}}]}
            """#
        let names = try fixture.write(text, to: "in.json")
        let csv = try fixture.write(
            """
            Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes
            a,https://b.example,ada,old,,false,false,,
            b,https://b.example,ada,new,,false,false,,
            """, to: "in.csv")
        for (path, site) in [(names, "a.example"), (csv, "b.example")] {
            try await fixture.import(path: path)
            let items = try await fixture.vault.items(forSite: "https://\(site)")
            #expect(items.count == 2)
            _ = try await fixture.vault.merge(items[0], items[1], at: TransferFixture.now)
            let union = Set(try await fixture.items().map(\.lines))
            #expect(try await fixture.import(path: path).counts.writes == 0, "\(path)")
            #expect(Set(try await fixture.items().map(\.lines)) == union)
        }
        // Both names go with an export and come back.
        let target = try await TransferFixture()
        _ = try await fixture.exportedDocument()
        try await target.import(path: fixture.path("out.json"))
        let ids = try await target.items().flatMap(\.customFields).filter {
            $0.label == ".bitwarden.id"
        }
        #expect(Set(ids.map { $0.value.reveal() }) == ["\"1\"", "\"2\""])
        #expect(try await target.import(path: names).counts.writes == 0)
    }
}
