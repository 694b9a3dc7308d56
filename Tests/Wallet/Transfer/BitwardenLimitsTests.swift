import Foundation
import TenonCore
import TenonMemory
import TenonSecurity
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

    /// Items, whether a text is too long, and how many hidden fields are.
    private static let items: [(item: Item, isTooLong: Bool, hidden: Int)] = [
        (login { _ in }, false, 0),
        (login { $0.userName = text(687) }, false, 0), (login { $0.userName = text(688) }, true, 0),
        (login { $0.title = text(688) }, true, 0),
        (login { $0.userName = String(repeating: "ä", count: 344) }, true, 0),
        (login { $0.password = SecretText(text(3_695)) }, false, 0),
        (login { $0.password = SecretText(text(3_696)) }, true, 0),
        (login { $0.oneTimePassword = SecretText(text(688)) }, true, 0),
        (login { $0.sites = ["https://a.example/" + text(7_440)] }, true, 0),
        (login { $0.notes = SecretText(text(7_439)) }, false, 0),
        (login { $0.notes = SecretText(text(7_440)) }, true, 0),
        (login { $0.customFields = [field("x", 3_695)] }, false, 0),
        (login { $0.customFields = [field("x", 3_696)] }, true, 0),
        (login { $0.customFields = [field(text(688), 1)] }, true, 0),
        (login { $0.customFields = [field(".keeper.x", 3_696)] }, false, 1),
        (login { $0.tags = [text(688)] }, true, 0),
        (login { $0.tags = (0..<300).map { "a tag number \($0)" } }, true, 0),
        (login { $0.tags = (0..<100).map { "a tag number \($0)" } }, false, 0),
    ]

    @Test("Are named before the file is written; hidden fields never make it one that is refused")
    func omissions() async throws {
        for (number, (item, isTooLong, hidden)) in Self.items.enumerated() {
            let fixture = try await TransferFixture()
            try await fixture.vault.add(item)
            let omissions = try await fixture.exporter.omissions()
            for format in ExportFormat.allCases {
                let found = omissions[format] ?? ExportOmissions()
                let isBitwarden = format.isForBitwarden
                #expect(found[.tooLong] == (isTooLong && isBitwarden ? 1 : 0), "\(number)")
                #expect(found.names.count == found[.tooLong], "\(number)")
                #expect(found[.programData] == (isBitwarden ? hidden : 0), "\(number)")
            }
            let document = try await fixture.exportedDocument()
            let fields = document["items"]?.elements.first?["fields"]?.elements ?? []
            let isHeld = fields.allSatisfy { field in
                field["name"]?.text.hasPrefix(".") != true
                    || (field["value"]?.text.utf8.count ?? 0) <= BitwardenLimits.middle
            }
            #expect(isHeld, "\(number)")
        }
    }

    @Test("A former password counts as well", arguments: [(3_695, 0), (3_696, 1)])
    func former(length: Int, count: Int) async throws {
        let fixture = try await TransferFixture()
        var login = Login(title: "A", userName: "a", password: SecretText(Self.text(length)))
        try await fixture.vault.add(login)
        login = try #require(try await fixture.logins().first)
        login.password = SecretText("p")
        try await fixture.vault.save(login)
        let omissions = try await fixture.exporter.omissions()
        for format in ExportFormat.allCases {
            #expect(omissions[format]?[.tooLong] ?? 0 == (format.isForBitwarden ? count : 0))
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
