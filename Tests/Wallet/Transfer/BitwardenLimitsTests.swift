import Foundation
import TenonCore
import TenonMemory
import TenonSecurity
import TenonUI
import Testing
import WalletVault

@testable import WalletTransfer  // The writers of formats are internal.

@Suite("Texts that are too long for Bitwarden")
struct BitwardenLimitsTests {
    @Test(
        "Are those that are longer than its server takes when they are encrypted",
        arguments: [
            (BitwardenLimits.short, 1_000), (BitwardenLimits.middle, 5_000),
            (BitwardenLimits.long, 10_000),
        ])
    func counts(plain: Int, encrypted: Int) throws {
        func count(_ plain: Int) throws -> Int {
            let text = SecretBuffer(capacity: plain)
            for _ in 0..<plain { text.append(UInt8(ascii: "a")) }
            let file = try BitwardenEncryption(argon2id: .floor)
                .file(text, password: SecretText("p"))
            return try JSONReader.read(file.text)["data"]?.text.utf8.count ?? 0
        }
        #expect(try count(plain) <= encrypted)
        #expect(try count(plain + 1) > encrypted)
    }

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func login(_ change: (inout Login) -> Void) -> Item {
        var login = Login(title: "A", sites: ["https://a.example"], userName: "a")
        change(&login)
        return .login(login)
    }

    private static func field(_ label: String, _ count: Int) -> CustomField {
        CustomField(label: label, value: SecretText(text(count)), isConcealed: true)
    }

    private static func note(_ change: (inout Note) -> Void) -> Item {
        var note = Note(head: ItemHead(title: "A"))
        change(&note)
        return .note(note)
    }

    /// Items, the texts that are too long, and how many hidden fields are.
    private static let items: [(item: Item, long: [LongItem.Text], hidden: Int)] = [
        (login { _ in }, [], 0),
        (login { $0.userName = text(687) }, [], 0),
        (login { $0.userName = text(688) }, [.part(.userName)], 0),
        (login { $0.title = text(688) }, [.title], 0),
        (login { $0.userName = String(repeating: "ä", count: 344) }, [.part(.userName)], 0),
        (login { $0.password = SecretText(text(3_695)) }, [], 0),
        (login { $0.password = SecretText(text(3_696)) }, [.part(.password)], 0),
        (
            login { $0.oneTimePassword = SecretText(text(688)) }, [.part(.oneTimePassword)], 0
        ),
        (login { $0.sites = ["https://a.example/" + text(7_440)] }, [.site], 0),
        (login { $0.notes = SecretText(text(7_439)) }, [], 0),
        (login { $0.notes = SecretText(text(7_440)) }, [.part(.notes)], 0),
        (note { $0.head.notes = SecretText(text(7_440)) }, [.part(.notes)], 0),
        (login { $0.customFields = [field("x", 3_695)] }, [], 0),
        (login { $0.customFields = [field("x", 3_696)] }, [.field("x")], 0),
        (login { $0.customFields = [field(text(688), 1)] }, [.field(text(688))], 0),
        (
            login {
                $0.title = text(688)
                $0.password = SecretText(text(3_696))
                $0.customFields = [field("x", 3_696), field("y", 1), field("z", 3_696)]
            }, [.title, .part(.password), .field("x"), .field("z")], 0
        ),
        (login { $0.tags = [text(688)] }, [.tags], 0),
        (login { $0.tags = (0..<300).map { "a tag number \($0)" } }, [.tags], 0),
        (login { $0.tags = (0..<100).map { "a tag number \($0)" } }, [], 0),
    ]

    /// Hidden fields, and whether they are too long to be in the file.
    private static let hiddenFields: [(field: CustomField, isLeftOut: Bool)] = [
        (field(".keeper.x", 3_695), false), (field(".keeper.x", 3_696), true),
        (field(".firefox.guid", 3_696), true), (field(".proton.passkeys", 3_696), true),
        (field(".keepass.data.x", 3_696), true), (field(".1password.details.x", 3_696), true),
        (field(".enpass.unread", 10_000), true), (field(".git.made", 3_696), true),
        (field(".wallet.no-fill", 1), false), (field(".keeper." + text(679), 1), false),
        (field(".keeper." + text(680), 1), true), (field(".x", 3_696), true),
    ]

    @Test("Are left out and counted where they are hidden fields")
    func hidden() async throws {
        for (field, isLeftOut) in Self.hiddenFields {
            let fixture = try await TransferFixture()
            try await fixture.vault.add(Self.login { $0.customFields = [field] })
            let label = String(field.label.prefix(20))
            let omissions = try await fixture.exporter.omissions()
            for format in ExportFormat.allCases {
                let found = omissions[format] ?? ExportOmissions()
                #expect(found.tooLong.isEmpty, "\(label)")
                let count = isLeftOut && format.isForBitwarden ? 1 : 0
                #expect(found[.programData] == count, "\(label)")
            }
            let fields = try await fixture.exportedDocument()["items"]?.elements.first?["fields"]
            let names = (fields?.elements ?? []).map { $0["name"]?.text ?? "" }
            #expect(names.contains(field.label) == !isLeftOut, "\(label)")
        }
    }

    @Test("Are named before the file is written, which has them")
    func omissions() async throws {
        for (number, (item, long, hidden)) in Self.items.enumerated() {
            let fixture = try await TransferFixture()
            try await fixture.vault.add(item)
            let omissions = try await fixture.exporter.omissions()
            for format in ExportFormat.allCases {
                let found = omissions[format] ?? ExportOmissions()
                let isBitwarden = format.isForBitwarden
                let expected =
                    isBitwarden && !long.isEmpty
                    ? [LongItem(title: item.title, texts: long)] : []
                #expect(found.tooLong == expected, "\(number)")
                #expect(found[.programData] == (isBitwarden ? hidden : 0), "\(number)")
            }
            let document = try await fixture.exportedDocument()
            #expect(document["items"]?.elements.first?["name"]?.text == item.title, "\(number)")
        }
    }

    @Test("Are said with the beginnings of titles and labels, as a reason to refuse the file")
    func sentence() async throws {
        let fixture = try await TransferFixture()
        try await fixture.vault.add(
            Self.login {
                $0.title = Self.text(688)
                $0.customFields = [Self.field("x", 3_696)]
            })
        let omissions = try #require(try await fixture.exporter.omissions()[.bitwarden])
        let text = try #require(omissions.refusal(Localizer(language: "en")))
        #expect(text.contains("refuses the whole file while 1 item has"))
        #expect(text.contains("\(Self.text(39))… (Title, x)"))
        #expect(omissions.texts(Localizer(language: "en")).isEmpty)
    }

    @Test("Are named in one order, so that what was seen is known again when the file is written")
    func order() async throws {
        let fixture = try await TransferFixture()
        for number in 0..<9 {
            try await fixture.vault.add(
                Self.login {
                    $0.title = "\(number / 2)"
                    $0.userName = Self.text(number == 3 ? 1 : 688)
                    $0.customFields = [Self.field("x", 3_690 + number)]
                })
        }
        let omissions = try #require(try await fixture.exporter.omissions()[.bitwarden])
        let result = try await fixture.exporter.export(
            ExportRequest(
                format: .bitwarden, path: fixture.path("out.json"),
                passphrase: TransferFixture.passphrase, password: nil, isReplacing: false))
        #expect(omissions == result.omissions)
        #expect(omissions.tooLong.map(\.title) == ["0", "0", "1", "2", "2", "3", "3", "4"])
    }

    /// Former passwords of a login in their order, and whether one is too long.
    private static let formerPasswords: [(lengths: [Int], isTooLong: Bool)] = [
        ([3_695], false), ([3_696], true), ([1], false), ([3_696, 1], true), ([1, 3_696], true),
        ([3_695, 3_694], false), ([10_000], true), ([1, 2, 3_696], true), ([3_696, 3_697], true),
        ([687, 688], false),
    ]

    @Test("A former password counts as well")
    func former() async throws {
        for (lengths, isTooLong) in Self.formerPasswords {
            let fixture = try await TransferFixture()
            try await fixture.vault.add(
                Login(title: "A", userName: "a", password: SecretText(Self.text(lengths[0]))))
            for password in lengths.dropFirst().map(Self.text) + ["p"] {
                var login = try #require(try await fixture.logins().first)
                login.password = SecretText(password)
                try await fixture.vault.save(login)
            }
            let omissions = try await fixture.exporter.omissions()
            for format in ExportFormat.allCases {
                let texts = omissions[format]?.tooLong.flatMap(\.texts)
                let expected: [LongItem.Text] =
                    isTooLong && format.isForBitwarden ? [.formerPassword] : []
                #expect(texts == expected, "\(lengths)")
            }
        }
    }

    @Test("Passkeys count as left out where the reading program does not use them")
    func passkeys() async throws {
        let labels = [
            (".bitwarden.login.fido2Credentials", #"[{"a": 1}, {"b": 2}]"#),
            (".proton.passkeys", #"[{"a": 1}]"#), ("KPEX_PASSKEY_CREDENTIAL_ID", "x"),
        ]
        let item = Self.login { login in
            login.customFields = labels.map {
                CustomField(label: $0.0, value: SecretText($0.1), isConcealed: true)
            }
        }
        let fixture = try await TransferFixture()
        try await fixture.vault.add(item)
        let omissions = try await fixture.exporter.omissions()
        #expect(omissions[.keePass]?[.passkeys] == 3)
        #expect(omissions[.bitwarden]?[.passkeys] == 2)
        #expect(omissions[.text]?[.passkeys] == 4 && omissions[.onePassword]?[.passkeys] == 4)
        #expect(omissions[.text]?.isLoss == true)
    }
}
