import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Documents of other managers")
struct ManagerDocumentTests {
    static let proton = #"""
        {"version": "1.21.2", "userId": "u", "encrypted": false, "vaults": {"v1": {"name": "Personal",
          "items": [
           {"itemId": "i1", "state": 1, "pinned": true, "createTime": 1600000000,
            "modifyTime": 1700000000, "aliasEmail": null, "data": {"type": "login",
             "metadata": {"name": "Mail", "note": "n"},
             "extraFields": [{"fieldName": "PIN", "type": "hidden", "data": {"content": "12"}},
              {"fieldName": "second", "type": "totp", "data": {"totpUri": "otpauth://totp/y?secret=MFRGG"}}],
             "content": {"itemEmail": "ada@x.example", "itemUsername": "ada", "password": "p1",
              "urls": ["https://mail.example"], "totpUri": "JBSWY3DPEHPK3PXP", "passkeys": []}}},
           {"itemId": "i2", "state": 1, "data": {"type": "creditCard", "metadata": {"name": "Visa"},
             "content": {"cardholderName": "Ada L", "number": "4111111111111111", "pin": "99",
              "verificationNumber": "123", "expirationDate": "2031-04"}}},
           {"itemId": "i3", "state": 2, "data": {"type": "note", "metadata": {"name": "Gone"}}},
           {"itemId": "i4", "state": 1, "data": {"type": "identity", "metadata": {"name": "Me"},
             "content": {"fullName": "Ada L", "firstName": "Ada", "streetAddress": "Main 1",
              "birthdate": "1815-12-10", "passportNumber": "C01", "socialSecurityNumber": "9", "city": "",
              "extraSections": [{"sectionName": "s", "sectionFields": [
               {"fieldName": "Shoe", "type": "text", "data": {"content": "38"}},
               {"fieldName": "Password", "type": "hidden", "data": {"content": "one"}}]},
               {"sectionName": "t", "sectionFields": [
               {"fieldName": "Password", "type": "hidden", "data": {"content": "two"}}]}]}}},
           {"itemId": "i5", "state": 1, "data": {"type": "wifi", "metadata": {"name": "Home"},
             "content": {"ssid": "net", "password": "w1f1", "security": 3, "sections": [
              {"sectionName": "Router", "sectionFields": [
               {"fieldName": "Password", "type": "hidden", "data": {"content": "r1"}}]}]}}},
           {"itemId": "i6", "state": 1, "data": {"type": "sshKey", "metadata": {"name": "Key"},
             "content": {"privateKey": "-----K", "publicKey": "ssh-ed25519 A", "sections": []}}},
           null]}}}
        """#
    static let protonItems = [
        [
            "wifi Home", "Network name (SSID)=net", "Password=w1f1", "Security=WPA3",
            "tag=Personal",
            "*Router: Password: r1",
        ], ["ssh-key Key", "Private key=-----K", "Public key=ssh-ed25519 A", "tag=Personal"],
        [
            "login Mail", "site=https://mail.example", "user=ada", "password=p1",
            "otp=JBSWY3DPEHPK3PXP", "notes=n", "tag=Personal", "favorite", "email: ada@x.example",
            "*PIN: 12", "*second: otpauth://totp/y?secret=MFRGG",
        ],
        [
            "identity Me", "First name=Ada", "Street=Main 1", "Date of birth=1815-12-10",
            "Number of passport or ID card=C01", "tag=Personal", "fullName: Ada L",
            "*socialSecurityNumber: 9", "s: Shoe: 38", "*s: Password: one", "*t: Password: two",
        ],
        [
            "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04", "code=123",
            "pin=99", "tag=Personal",
        ],
    ]

    static let keeper = #"""
        {"shared_folders": [], "records": [
         {"title": "Mail", "uid": "r1", "login": "ada", "password": "p1",
          "login_url": "https://mail.example", "notes": "n", "$type": "login",
          "last_modified": 1700000000, "custom_fields": {"$oneTimeCode":
           "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", "$pinCode:Door": "12", "Free": "x",
           "$host": {"hostName": "h.example", "port": "22"}},
          "folders": [{"folder": "Work\\Mail"}, {"shared_folder": "Team"}]},
         {"title": "Visa", "$type": "bankCard", "custom_fields": {"$paymentCard":
           {"cardNumber": "4111111111111111", "cardExpirationDate": "04/2031",
            "cardSecurityCode": "123"}, "$text:cardholderName": "Ada L"}}, 7]}
        """#
    static let enpass = #"""
        {"folders": [{"title": "Work", "uuid": "f1", "parent_uuid": ""},
          {"title": "Mail", "uuid": "f2", "parent_uuid": "f1"},
          {"title": "Loop", "uuid": "f3", "parent_uuid": "f3"}],
         "items": [
         {"title": "Mail", "uuid": "e1", "template_type": "login.default", "favorite": 1,
          "note": "n", "updated_at": 1700000000, "folders": ["f2", "f3", "f9"],
          "attachments": [{"name": "a.pdf"}], "fields": [
           {"label": "E-mail", "type": "email", "value": "ada@x.example"},
           {"label": "Password", "type": "password", "value": "p1", "sensitive": 1,
            "history": [{"value": "p0", "updated_at": 1}]},
           {"label": "Website", "type": "url", "value": "https://mail.example"},
           {"label": "Code", "type": "totp", "value": "JBSW Y3DP EHPK 3PXP"},
           {"label": "Answer", "type": "text", "value": "blue", "sensitive": 1},
           {"label": "", "type": "section", "value": "x"}]},
         {"title": "Visa", "template_type": "creditcard.default", "fields": [
           {"label": "Name", "type": "ccName", "value": "Ada L"},
           {"label": "Number", "type": "ccNumber", "value": "4111111111111111"},
           {"label": "CVC", "type": "ccCvc", "value": "123"},
           {"label": "Until", "type": "ccExpiry", "value": "04/31"}]},
         {"title": "Gone", "template_type": "note.default", "trashed": 1},
         {"title": "Text", "template_type": "note.default", "note": "words", "fields": []}]}
        """#

    private func zip(_ files: [(String, String)]) -> [UInt8] {
        var zip = ZipFile()
        for (name, content) in files { zip.add(name, content) }
        return zip.bytes
    }

    /// Imports bytes, and says what was recognised, what arrived and what was said.
    private func imported(
        _ bytes: [UInt8], password: String? = nil, options: ImportOptions = ImportOptions()
    ) async throws -> (format: ImportFormat, items: [[String]], problems: [RowProblem.Reason]) {
        let fixture = try await TransferFixture()
        let path = try fixture.write(bytes, to: "export")
        let preview = try await fixture.importer.preview(
            .file(path: path), options: options,
            askPassword: { _, attempts in attempts == 0 ? password.map { SecretText($0) } : nil })
        let result = try await fixture.importer.apply(preview)
        return (
            result.format, try await fixture.items().map(\.lines), result.problems.map(\.reason)
        )
    }

    @Test("Proton Pass: JSON, alone and in an archive")
    func proton() async throws {
        for bytes in [
            Array(Self.proton.utf8), zip([("Proton Pass/data.json", Self.proton)]),
        ] {
            let found = try await imported(bytes)
            #expect(found.format == .proton && found.items == Self.protonItems)
            #expect(found.problems == [.inTrash, .unreadable])
        }
        let error = await #expect(throws: TransferError.self) {
            try await imported(zip([("Proton Pass/data.pgp", "-----BEGIN PGP MESSAGE-----")]))
        }
        #expect(error == .protonEncrypted)
    }

    @Test("Keeper: fields with types, cards, folders and codes")
    func keeper() async throws {
        let found = try await imported(Array(Self.keeper.utf8))
        #expect(found.format == .keeper && found.problems == [.unreadable])
        #expect(
            found.items == [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "otp=otpauth://totp/x?secret=JBSWY3DPEHPK3PXP", "notes=n", "tag=Work/Mail",
                    "tag=Team", "*Door: 12", "Free: x", "hostName: h.example", "port: 22",
                ],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123", "type: bankCard",
                ],
            ])
    }

    @Test("Enpass: fields by their types, folders in folders, attachments said")
    func enpass() async throws {
        let found = try await imported(Array(Self.enpass.utf8))
        #expect(found.format == .enpass)
        #expect(found.problems == [.attachments(1), .inTrash])
        #expect(
            found.items == [
                [
                    "login Mail", "site=https://mail.example", "user=ada@x.example", "password=p1",
                    "otp=JBSW Y3DP EHPK 3PXP", "notes=n", "tag=Work/Mail", "tag=Loop", "favorite",
                    "*Answer: blue",
                ],
                ["note Text", "notes=words"],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123",
                ],
            ])
    }

    @Test("Dashlane: an archive of text files")
    func dashlane() async throws {
        let found = try await imported(
            zip([
                (
                    "credentials.csv",
                    "username,username2,username3,title,password,note,url,category,otpUrl\n"
                        + "ada,,,Mail,p1,,https://mail.example,,steam://ABC\n"
                ), ("securenotes.csv", "title,note\nText,words\n"),
                (
                    "payments.csv",
                    "type,account_name,account_holder,cc_number,code,expiration_month,"
                        + "expiration_year,routing_number,account_number,country,issuing_bank\n"
                        + "payment_card,Visa,Ada L,4111111111111111,123,4,2031,,,IT,Bank\n"
                        + "bank,Giro,Ada L,,,,,12,3456,IT,Bank\n"
                ),
                (
                    "ids.csv",
                    "type,number,name,issue_date,expiration_date,place_of_issue,state\n"
                        + "passport,C01,Ada Lovelace,2020-01-01,2030-01-01,Rome,\n"
                ), ("personalInfo.csv", ""), ("strange.csv", "a,b\n1,2\n"),
            ]))
        #expect(found.format == .dashlaneArchive)
        #expect(found.problems == [.oneTimeCode, .unreadable])
        #expect(
            found.items == [
                [
                    "identity Ada Lovelace", "Number of passport or ID card=C01",
                    "type: passport", "issue_date: 2020-01-01", "expiration_date: 2030-01-01",
                    "place_of_issue: Rome",
                ],
                [
                    "bank-account Giro", "Bank=Bank", "Holder=Ada L", "Account number=3456",
                    "routing_number: 12", "country: IT",
                ],
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p1",
                    "*otp: steam://ABC",
                ],
                ["note Text", "notes=words"],
                [
                    "card Visa", "holder=Ada L", "number=4111111111111111", "expiry=2031-04",
                    "code=123", "issuer=Bank", "country: IT",
                ],
            ])
    }

    @Test("Bitwarden: an archive with attachments")
    func bitwarden() async throws {
        let data = #"""
            {"encrypted": false, "folders": [], "items": [{"id": "i1", "type": 1, "name": "Mail",
             "login": {"username": "ada", "password": "p1"}}]}
            """#
        let found = try await imported(
            zip([
                ("data.json", data), ("attachments/i1/a.pdf", "x"), ("attachments/i1/b.pdf", "y"),
            ]))
        #expect(found.format == .bitwardenArchive && found.problems.isEmpty)
        #expect(found.items == [["login Mail", "user=ada", "password=p1"]])
    }

    @Test("what has the beginning of a kind and nothing more is refused, cut anywhere as well")
    func hostile() async throws {
        for text in [
            "{", "{}", "<", "<a/>", "<KeePassFile>", "{\"records\": 1}", "{\"vaults\": []}",
        ] {
            await #expect(throws: (any Error).self, "\(text)") {
                _ = try await imported(Array(text.utf8))
            }
        }
        await #expect(throws: (any Error).self) {
            _ = try await imported(zip([("a.txt", "x")]))
        }
        let bytes = Array(Self.proton.utf8)
        for count in stride(from: 1, to: bytes.count, by: 97) {
            await #expect(throws: (any Error).self) {
                _ = try await imported(Array(bytes[..<count]))
            }
        }
    }

    // MARK: - KeePass

    @Test("KeePass: XML as KeePassXC writes it")
    func keePassXML() async throws {
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: "p")
        try await tool.make("a.kdbx")
        try await tool.run("mkdir", "a.kdbx", "Büro")
        try await tool.run(
            "add", "-u", "ada", "--url", "https://mail.example", "-p", "a.kdbx", "Büro/Mail",
            further: "p&<1>")
        let xml = try await tool.run("export", "-f", "xml", "a.kdbx")
        let found = try await imported(Array(xml.utf8))
        #expect(found.format == .keePassXML && found.problems.isEmpty)
        #expect(
            found.items == [
                [
                    "login Mail", "site=https://mail.example", "user=ada", "password=p&<1>",
                    "tag=Büro",
                ]
            ])
    }

    @Test("KeePass: a key file alone and with a password, made by KeePassXC")
    func keyFiles() async throws {
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: "p")
        try await tool.program(["db-create", "-q", "-t", "100", "-k", "k.keyx", "only.kdbx"])
        try await tool.program(
            ["add", "-q", "--no-password", "-k", "k.keyx", "-u", "ada", "only.kdbx", "Mail"])
        let raw = (0..<32).map { UInt8($0) }
        try Data(raw).write(to: URL(filePath: folder.path + "/raw.key"))
        try Data("any file at all".utf8).write(to: URL(filePath: folder.path + "/any.txt"))
        for key in ["raw.key", "any.txt"] {
            try await tool.program(
                ["db-create", "-q", "-t", "100", "-p", "-k", key, "\(key).kdbx"], input: "p\np\n")
            try await tool.program(
                ["add", "-q", "-k", key, "-u", "ada", "\(key).kdbx", "Mail"], input: "p\n")
        }
        for (name, key, password) in [
            ("only.kdbx", "k.keyx", ""), ("raw.key.kdbx", "raw.key", "p"),
            ("any.txt.kdbx", "any.txt", "p"),
        ] {
            let file = Array(try Data(contentsOf: URL(filePath: folder.path + "/" + name)))
            var options = ImportOptions()
            try options.takeKeyFile(.file(path: folder.path + "/" + key))
            let found = try await imported(file, password: password, options: options)
            #expect(found.items == [["login Mail", "user=ada"]], "\(name)")
            let error = await #expect(throws: TransferError.self) {
                try await imported(file, password: password)
            }
            #expect(error == .wrongPassword)
        }
        let text = try String(contentsOfFile: folder.path + "/k.keyx", encoding: .utf8)
        let damaged = text.replacing(/[0-9A-F]{8}/, maxReplacements: 2) { _ in "00000000" }
        #expect(throws: TransferError.keyFileDamaged) {
            _ = try KeePassKeyFile.key(of: SecretText(damaged), DocumentTools.live.xml)
        }
    }

    @Test("KeePass: an empty password opens a file that has one")
    func emptyPassword() async throws {
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            [
                KeePassEntry(fields: [
                    .init(key: "Title", value: SecretText("Mail")),
                    .init(key: "Password", value: SecretText("q")),
                ])
            ],
            name: "x", password: SecretText(utf8: []), now: Timestamp(seconds: 0))
        let found = try await imported(file.array, password: "")
        #expect(found.items == [["login Mail", "password=q"]])
    }

    @Test("KeePass: references become what they mean; one that leads nowhere is kept and said")
    func references() throws {
        let uuid = (0..<16).map { UInt8($0 * 17) }
        func entry(_ title: String, _ fields: [String: String], _ uuid: [UInt8]) -> KeePassEntry {
            KeePassEntry(
                uuid: uuid,
                fields: ([("Title", title)] + fields.map { ($0, $1) }).map {
                    KeePassEntry.Field(key: $0.0, value: SecretText($0.1))
                })
        }
        let one = [UInt8](repeating: 1, count: 16)
        let entries = [
            entry("Mail", ["UserName": "ada", "Password": "p{1}"], uuid),
            entry(
                "Other",
                [
                    "UserName": "{REF:U@T:Mail}@x",
                    "Password":
                        "{REF:P@I:00112233445566778899AABBCCDDEEFF}",
                ], one),
            entry("Third", ["Password": "{ref:p@t:other}", "Copy": "{REF:P@T:Other}"], one),
            entry("Lost", ["Password": "{REF:P@I:FF}", "UserName": "{REF:U@T:Lost}"], one),
        ]
        let references = KeePassReferences(entries)
        let other = references.resolved(entries[1])
        #expect(other.isWhole && other.entry["Password"]?.reveal() == "p{1}")
        #expect(other.entry["UserName"]?.reveal() == "ada@x")
        let third = references.resolved(entries[2])
        #expect(third.entry["Copy"]?.reveal() == "p{1}" && !third.isWhole)
        let lost = references.resolved(entries[3])
        #expect(!lost.isWhole && lost.entry["Password"]?.reveal() == "{REF:P@I:FF}")
        let document = KeePassDocument(entries: entries).imported(as: .keePass, .live)
        #expect(
            document.entries.count {
                if case .remark(.reference) = $0 { true } else { false }
            } == 2)
    }

    /// A password of an entry, and what it becomes; `nil` when it is kept and said.
    private static let placeholders: [(password: String, value: String?)] = [
        ("{S:PIN}", "1234"), ("{USERNAME}-{PASSWORT}", "ada-{PASSWORT}"), ("{username}", "ada"),
        ("{TITLE}{URL}", "Bankhttps://bank.example/ada"), ("{S:Both}", "1234ada"),
        ("{REF:U@T:Bank}{S:PIN}", "ada1234"), ("{NOTES}", "see {USERNAME}"), ("{S:Empty}x", "x"),
        ("p{1}", "p{1}"), ("{}", "{}"), ("a{b}c", "a{b}c"), ("{s:PIN}", "1234"), ("{S}", "{S}"),
        ("{TITLES}", "{TITLES}"), ("{S:pin}", nil), ("{S:None}", nil), ("{S:PIN", nil),
        ("{URL:HOST}", nil), ("{TOTP}", nil), ("{DT_SIMPLE}", nil), ("{PASSWORD}", nil),
        ("{C:old}abc", "abc"), ("a{c:x{y}z}b{C:}", "ab"), ("a{C:{USERNAME}}b", "ab"),
        ("{C}", "{C}"),
        ("{S:{C:x}PIN}", "1234"), ("{C:abc", "{C:abc"), ("{C:a}{C:b", "{C:b"), ("{C:{x}", "{C:{x}"),
        ("{C:x}{USERNAME}", "ada"), ("{SPACES}", "{SPACES}"), ("{FIREFOX", "{FIREFOX"),
        ("{C:x}{TOTP}", nil), ("{CLIPBOARD}", nil), ("{CLIPBOARD-SET:/x/}", nil), ("{SPACE}", nil),
        ("{INTERNETEXPLORER}", nil), ("{edge}", nil), ("{BASE:HOST}", nil), ("{DELAY 9}", nil),
        ("{S:Loop}", nil), ("{CMD:/ls/}", nil), ("{T-CONV:/a/Upper/}", nil), ("{S:PIN}{TOTP}", nil),
    ]

    @Test("KeePass: placeholders for parts of an entry become these; others are kept and said")
    func placeholders() throws {
        for (password, value) in Self.placeholders {
            let entry = KeePassEntry(
                fields: [
                    ("Title", "Bank"), ("UserName", "ada"), ("Password", password),
                    ("URL", "https://bank.example/{USERNAME}"), ("Notes", "see {USERNAME}"),
                    ("PIN", "1234"), ("Both", "{S:PIN}{USERNAME}"), ("Empty", ""),
                    ("Loop", "{S:Loop}"),
                ].map { KeePassEntry.Field(key: $0.0, value: SecretText($0.1)) })
            let resolved = KeePassReferences([entry]).resolved(entry).entry
            #expect(resolved["Password"]?.reveal() == value ?? password, "\(password)")
            #expect(resolved["Both"]?.reveal() == "1234ada")
            let document = KeePassDocument(entries: [entry]).imported(as: .keePass, .live)
            // The loop is one in each of them; without it the rest decides.
            var plain = entry
            plain.fields.removeAll { $0.key == "Loop" }
            let isWhole = KeePassReferences([plain]).resolved(plain).isWhole
            #expect(isWhole == (value != nil), "\(password)")
            #expect(
                document.entries.contains {
                    if case .remark(.reference) = $0 { true } else { false }
                })
        }
    }

    /// A part of an entry with a placeholder, and what becomes of it: its text, and whether that is concealed;
    /// `nil` where the placeholder stays.
    private static let secretPlaceholders: [(key: String, text: String, becomes: (String, Bool)?)] =
        [
            ("URL", "ftp://{USERNAME}:{PASSWORD}@bank.example/", nil),
            ("URL", "https://bank.example/{S:PIN}", nil), ("UserName", "{PASSWORD}", nil),
            ("Title", "Bank {S:PIN}", nil), ("KP2A_URL_1", "https://x.example/{PASSWORD}", nil),
            ("Notes", "{REF:P@T:Bank}", nil), ("Copy", "{S:PIN}", ("1234", true)),
            ("Copy", "{PASSWORD}", ("p", true)), ("Copy", "{REF:P@T:Bank}", ("p", true)),
            ("Copy", "{S:Again}", ("1234", true)), ("Copy", "{USERNAME}", ("ada", false)),
            ("URL", "https://bank.example/{USERNAME}", ("https://bank.example/ada", false)),
            ("Copy", "{S:Open}", ("open", false)), ("Copy", "{PASSWORD}{TOTP}", nil),
        ]

    @Test("KeePass: a secret that a placeholder means never becomes readable")
    func placeholdersOfSecrets() throws {
        for (key, text, becomes) in Self.secretPlaceholders {
            let fields =
                [
                    ("Title", "Bank", false), ("UserName", "ada", false), ("Password", "p", true),
                    ("PIN", "1234", true), ("Again", "{S:PIN}", false), ("Open", "open", false),
                ].filter { $0.0 != key } + [(key, text, false)]
            let entry = KeePassEntry(
                fields: fields.map {
                    KeePassEntry.Field(key: $0.0, value: SecretText($0.1), isProtected: $0.2)
                })
            // The title is looked for when the entry refers to itself.
            let (resolved, isWhole) = KeePassReferences([entry]).resolved(entry)
            let found = try #require(resolved.fields.first { $0.key == key })
            #expect(found.value.reveal() == becomes?.0 ?? text, "\(key) \(text)")
            #expect(found.isProtected == becomes?.1 ?? false, "\(key) \(text)")
            #expect(isWhole == (becomes != nil), "\(key) \(text)")
        }
    }

    @Test("KeePass: references to references without end cost no more than many")
    func manyReferences() throws {
        let again = String(repeating: "{S:B}", count: 2_000)
        let entry = KeePassEntry(
            fields: [
                ("Title", "A"), ("Password", again), ("B", again.replacing("B", with: "C")),
                ("C", again.replacing("B", with: "D")), ("D", again.replacing("B", with: "E")),
                ("E", ""),
            ].map { KeePassEntry.Field(key: $0.0, value: SecretText($0.1)) })
        let (resolved, isWhole) = KeePassReferences([entry]).resolved(entry)
        #expect(!isWhole && resolved["Password"]?.reveal() == again)
    }
}
