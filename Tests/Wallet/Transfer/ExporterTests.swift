import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Exports")
struct ExporterTests {
    private static let password = SecretText("der Schlüssel 🔑")

    /// Items with everything that items can have.
    private static let items: [Item] = [
        .login(
            Login(
                title: "Mail \"A, B\"", sites: ["https://a.example", "https://b.example/x?y=1,2"],
                userName: "ada", password: SecretText("pä\"ss,\r\n<&>'-密码"),
                oneTimePassword: SecretText("otpauth://totp/x?secret=ABC&period=60"),
                notes: SecretText("one\n\"two\", three\r\nfour"), tags: ["home", "a;b c"],
                isFavorite: true,
                customFields: [
                    CustomField(label: "PIN", value: SecretText("12"), isConcealed: true),
                    CustomField(label: "Seat", value: SecretText("4\n5"), isConcealed: false),
                    CustomField(
                        label: ".firefox.guid", value: SecretText("{1}"), isConcealed: true),
                ], created: time(1_500_000_000), changed: time(1_600_000_000),
                passwordChanged: time(1_600_000_000))),
        .card(
            Card(
                head: ItemHead(
                    title: "Visa", notes: SecretText("note"), created: time(1_500_000_000),
                    changed: time(1_600_000_000)), holder: "Ada L",
                number: SecretText("4111 1111 1111 1111"), expiry: YearMonth(year: 2031, month: 4),
                securityCode: SecretText("123"), pin: SecretText("9876"), issuer: "Bank")),
        .note(
            Note(
                head: ItemHead(
                    title: "Secret", tags: ["x"], notes: SecretText("text"),
                    created: time(1_500_000_000), changed: time(1_600_000_000)))),
        .login(
            Login(
                title: "Bare", created: time(1_500_000_000), changed: time(1_600_000_000),
                passwordChanged: time(1_600_000_000))),
    ]

    /// Records with everything that they can have, and with a field that is called like a part.
    private static let records: [Item] = ItemKind.allCases.compactMap { kind in
        let head = ItemHead(
            title: kind.rawValue, notes: SecretText("note"),
            customFields: [
                CustomField(label: "Country", value: SecretText("own"), isConcealed: false)
            ], created: time(1_500_000_000), changed: time(1_600_000_000))
        guard var record = Record(kind, head: head) else { return nil }
        for part in kind.parts where part != .country {
            record[part] = SecretText("\(part.rawValue) <\"1\">\n2")
        }
        return .record(record)
    }

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

    private func request(
        _ format: ExportFormat, _ path: String?, passphrase: SecretText? = nil,
        isReplacing: Bool = false
    ) -> ExportRequest {
        ExportRequest(
            format: format, path: path, passphrase: passphrase ?? TransferFixture.passphrase,
            password: format.isClear ? nil : Self.password, isReplacing: isReplacing)
    }

    private func filled(_ items: [Item] = Self.items) async throws -> TransferFixture {
        let fixture = try await TransferFixture()
        for item in items { try await fixture.vault.add(item) }
        return fixture
    }

    /// What an item says, without its name and its place in the vault.
    private func words(_ item: Item) -> [String] {
        var words = [
            item.kind.rawValue, item.title, "\(item.tags.sorted())", "\(item.isFavorite)",
            item.notes.reveal(), "\(item.created.milliseconds)", "\(item.changed.milliseconds)",
        ]
        switch item {
        case .login(let login):
            words += [
                "\(login.sites)", login.userName, login.password.reveal(),
                login.oneTimePassword?.reveal() ?? "–", "\(login.passwordChanged.milliseconds)",
            ]
        case .card(let card):
            words += CardField.allCases.map { $0.value(of: card).reveal() }
        case .record(let record):
            words += record.kind.parts.map { "\($0)=\(record[$0]?.reveal() ?? "")" }
        case .note: break
        }
        let own = ["keepass", "bitwarden", "1password"]
        return words
            + item.customFields.filter { field in
                !own.contains { field.label.hasPrefix(".\($0)") }
            }.map { "\($0.label)=\($0.value.reveal()) \($0.isConcealed)" }.sorted()
    }

    @Test(
        "what was exported is imported as it was, hidden fields included",
        arguments: ExportFormat.allCases)
    func roundTrip(format: ExportFormat) async throws {
        let source = try await filled(Self.items + Self.records)
        let path = source.path("export.\(format.rawValue)")
        let result = try await source.exporter.export(request(format, path))
        let count = Self.items.count + Self.records.count
        #expect(result.count == count && result.path == path)
        let target = try await TransferFixture()
        let imported = try await target.import(path: path, password: Self.password.reveal())
        #expect(imported.counts.new == count && imported.problems.isEmpty)
        let before = try await source.items().map(words)
        for (found, expected) in zip(try await target.items().map(words), before) {
            #expect(found == expected)
        }
        #expect(
            try await target.import(path: path, password: Self.password.reveal()).counts.new == 0)
        #expect(
            try await source.import(path: path, password: Self.password.reveal()).counts.new == 0)
    }

    @Test("a KeePass file goes through a vault and out again without losing what is not known here")
    func throughTheVault() async throws {
        let fixture = try await TransferFixture()
        let groups = [
            KeePassGroup(name: "Work", uuid: [UInt8](repeating: 1, count: 16)),
            KeePassGroup(name: "Servers", uuid: [UInt8](repeating: 2, count: 16)),
        ]
        let entry = KeePassEntry(
            uuid: [UInt8](repeating: 7, count: 16), groups: groups,
            fields: [
                .init(key: "Title", value: SecretText("T")),
                .init(key: "UserName", value: SecretText("ada")),
                .init(key: "Password", value: SecretText("p"), isProtected: true),
                .init(key: "URL", value: SecretText("https://a.example")),
                .init(key: "Notes", value: SecretText("")),
                .init(
                    key: "otp", value: SecretText("otpauth://totp/x?secret=A"), isProtected: true),
                .init(key: "Extra", value: SecretText("e"), isProtected: true),
            ], tags: ["tag"], created: Self.time(1_500_000_000), changed: Self.time(1_600_000_000),
            used: Self.time(1_500_000_000), expires: Self.time(2_000_000_000),
            customData: [.init(key: "KPXC_DATA", value: SecretText("kept"))],
            history: [
                KeePassEntry(
                    uuid: [UInt8](repeating: 7, count: 16), groups: groups,
                    fields: [.init(key: "Password", value: SecretText("o<l>d"), isProtected: true)],
                    created: Self.time(1_500_000_000), changed: Self.time(1_550_000_000),
                    used: Self.time(1_550_000_000))
            ],
            others: [
                .init(
                    key: "AutoType",
                    value: SecretText("<AutoType><Enabled>True</Enabled></AutoType>"))
            ])
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            [entry], name: "n", password: Self.password, now: Self.time(0))
        let path = try fixture.write(file.array, to: "in.kdbx")
        try await fixture.import(path: path, password: Self.password.reveal())
        let login = try #require(try await fixture.logins().first)
        #expect(login.tags == ["tag", "Work/Servers"])
        #expect(login.passwordChanged == Self.time(1_600_000_000))
        let out = fixture.path("out.kdbx")
        _ = try await fixture.exporter.export(request(.keePass, out))
        let bytes = Array(try Data(contentsOf: URL(filePath: out)))
        let found = try bytes.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: Self.password).entries
        }
        var expected = entry
        expected.customData.insert(.init(key: "wallet.kind", value: SecretText("login")), at: 0)
        func sorted(_ entry: KeePassEntry) -> KeePassEntry {
            var entry = entry
            entry.fields.sort { $0.key < $1.key }
            return entry
        }
        #expect(found.map(sorted) == [sorted(expected)])
    }

    @Test("Hidden fields of one label have a key each in KeePass, and come back under their label")
    func hiddenFieldsOfOneLabel() async throws {
        let fixture = try await TransferFixture()
        let texts = ["one", "two", "three\u{1}"]
        let fields = texts.map {
            CustomField(label: ".keeper.kept", value: SecretText($0), isConcealed: true)
        }
        let made = Login(
            title: "T", customFields: fields, created: Self.time(0), changed: Self.time(0),
            passwordChanged: Self.time(0))
        try await fixture.vault.add(made)
        let path = fixture.path("out.kdbx")
        _ = try await fixture.exporter.export(request(.keePass, path))
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        let entries = try bytes.withUnsafeBytes {
            try KeePassReader(tools: .live).read($0, password: Self.password).entries
        }
        let keys = try #require(entries.first).customData.map(\.key)
        #expect(Set(keys).count == keys.count, "\(keys)")
        // KeePassXC writes the file anew.
        let folder = try TemporaryFolder()
        let edited = "\(folder.path)/x.kdbx"
        try FileManager.default.copyItem(atPath: path, toPath: edited)
        try await KeePassXC(folder: folder, password: Self.password.reveal())
            .run("edit", "-u", "grace", "x.kdbx", "T")
        let other = try await TransferFixture()
        try await other.import(path: edited, password: Self.password.reveal())
        let login = try #require(try await other.logins().first)
        #expect(login.userName == "grace")
        let kept = login.customFields.filter { $0.label == ".keeper.kept" }
        #expect(Set(kept.map { $0.value.reveal() }) == Set(texts))
        #expect(kept.count == texts.count)
    }

    @Test("KeePassXC opens an export of logins, cards and notes")
    func withKeePassXC() async throws {
        let fixture = try await filled()
        let folder = try TemporaryFolder()
        _ = try await fixture.exporter.export(request(.keePass, folder.path + "/x.kdbx"))
        let tool = KeePassXC(folder: folder, password: Self.password.reveal())
        #expect(
            try await tool.run(
                "show", "-s", "-a", "Card Number", "-a", "Security Code", "x.kdbx", "Visa")
                == "4111 1111 1111 1111\n123\n")
        #expect(try await tool.run("show", "-s", "-a", "Notes", "x.kdbx", "Secret") == "text\n")
        #expect(
            try await tool.run("show", "-s", "-a", "Password", "x.kdbx", "Mail \"A, B\"")
                == "pä\"ss,\r\n<&>'-密码\n")
        #expect(try await tool.run("search", "x.kdbx", "Bare").contains("/Bare"))
    }

    @Test("the text that KeePassXC exports is imported")
    func keePassText() async throws {
        let folder = try TemporaryFolder()
        let fixture = try await filled()
        _ = try await fixture.exporter.export(request(.keePass, folder.path + "/x.kdbx"))
        let tool = KeePassXC(folder: folder, password: Self.password.reveal())
        let text = try await tool.run("export", "-f", "csv", "x.kdbx")
        let target = try await TransferFixture()
        let result = try await target.import(path: try target.write(text, to: "x.csv"))
        #expect(result.format == .keePassText && result.counts.new == 4)
        let mail = try #require(try await target.items().first { $0.title == "Mail \"A, B\"" })
        #expect(mail.login?.password.reveal() == "pä\"ss,\r\n<&>'-密码")
        #expect(mail.login?.userName == "ada")
        #expect(mail.created == Self.time(1_500_000_000))
        #expect(try await target.items().contains { $0.kind == .note && $0.title == "Secret" })
    }

    @Test("an entry with a newer password brings along what the login in the vault lacks")
    func merged() async throws {
        let fixture = try await TransferFixture()
        let row = { (password: String, time: String, notes: String) in
            "Group,Title,Username,Password,URL,Notes,TOTP,Icon,Last Modified,Created\n"
                + "Root/Work,T,ada,\(password),https://a.example,\(notes),ABC,0,\(time),\(time)\n"
        }
        try await fixture.import(
            Export.firefox([Export.Firefox(url: "https://a.example", password: "old")]))
        let newer = try fixture.write(row("new", "2020-01-01T00:00:00Z", "note"), to: "new.csv")
        #expect(try await fixture.import(path: newer).counts.changed == 1)
        let login = try #require(try await fixture.logins().first)
        #expect(login.password.reveal() == "new" && login.notes.reveal() == "note")
        #expect(login.oneTimePassword?.reveal() == "ABC" && login.tags == ["Work"])
        let history = try await fixture.vault.history(login.id)
        #expect(history.compactMap { $0.password?.reveal() } == ["old"])
        let older = try fixture.write(row("older", "2001-01-01T00:00:00Z", "x"), to: "old.csv")
        // One that is older goes to the history, and brings what is lacking, once.
        #expect(try await fixture.import(path: older).counts.kept == 1)
        let former = try await fixture.vault.history(login.id).compactMap { $0.password?.reveal() }
        #expect(former == ["old", "older"])
        let kept = try #require(try await fixture.logins().first)
        #expect(kept.password.reveal() == "new" && kept.notes.reveal() == "note")
        #expect(kept.customFields.contains { $0.label == "T" && $0.value.reveal() == "x" })
        #expect(try await fixture.import(path: older).counts.outdated == 1)
    }

    @Test("only its owner can read the file, and one that is there is not touched")
    func file() async throws {
        let fixture = try await filled()
        let path = fixture.path("x.json")
        _ = try await fixture.exporter.export(request(.bitwarden, path))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let error = await #expect(throws: TransferError.self) {
            try await fixture.exporter.export(request(.bitwarden, path))
        }
        #expect(error?.code == .transferExists)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        _ = try await fixture.exporter.export(request(.bitwarden, path, isReplacing: true))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{"))
        for bad in ["/", fixture.folder, fixture.path("none/x.json")] {
            let error = await #expect(throws: TransferError.self) {
                try await fixture.exporter.export(request(.text, bad))
            }
            #expect(error?.code.status != nil, "\(bad)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(files.filter { $0.contains("x.json") } == ["x.json"])
    }

    @Test("a wrong passphrase, and a KeePass file without a password, write nothing")
    func refused() async throws {
        let fixture = try await filled()
        let path = fixture.path("x.csv")
        let error = await #expect(throws: VaultError.self) {
            try await fixture.exporter.export(
                request(.text, path, passphrase: SecretText("wrong passphrase")))
        }
        #expect(error?.code == .vaultWrongPassphrase)
        let none = await #expect(throws: TransferError.self) {
            try await fixture.exporter.export(
                ExportRequest(
                    format: .keePass, path: path, passphrase: TransferFixture.passphrase,
                    password: SecretText(""), isReplacing: false))
        }
        #expect(none == .noFilePassword)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("an export that is cancelled leaves nothing")
    func cancelled() async throws {
        let fixture = try await filled()
        let path = fixture.path("x.csv")
        let exporter = fixture.exporter
        let request = request(.text, path)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await exporter.export(request)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
