import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// The keys were made with `openssl genpkey`, for these tests alone.
@Suite("Passkeys go from Bitwarden to KeePassXC, and from there to Bitwarden")
struct PasskeyTests {
    /// A key of P-256 as PKCS #8.
    private static let lines = [
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghP1uoWXY69JyIpSW",
        "zCkbp+hsV5eEJ7IAo4X8TlX+Bv2hRANCAATo9qNDLbVPSYvvG4ZzVzouFVA6Skur",
        "lwwrAyTz3K6PQlKN6vn0pTUkRsQ7pDWstseltc+z3zumznTiAXXO+Cg2",
    ]
    private static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIIAJanpd9GuBkaeP+jEXqUGKmxwk4zK1BCyBJfyadeWl"
    /// The same key of P-256 as RFC 5915 has it.
    private static let ofCurve =
        "MHcCAQEEIIT9bqFl2OvSciKUlswpG6fobFeXhCeyAKOF/E5V/gb9oAoGCCqGSM49AwEHoUQDQgAE6PajQy21T0mL7x"
        + "uGc1c6LhVQOkpLq5cMKwMk89yuj0JSjer59KU1JEbEO6Q1rLbHpbXPs987ps504gF1zvgoNg=="
    private static let key = urlText(lines.joined())
    private static let id = "0b1fa2c8-0d3e-4f5a-9b6c-7d8e9fa0b1c2"
    /// The same id as KeePassXC writes it.
    private static let encodedID = "Cx-iyA0-T1qbbH2On6Cxwg"

    private static func urlText(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func pem(_ lines: [String], end: String = "\n") -> String {
        (["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"])
            .map { $0 + end }.joined()
    }

    /// What Bitwarden exports of a passkey.
    private static func bitwarden(
        _ change: (name: String, value: JSONValue?)? = nil
    ) -> JSONValue {
        let value: JSONValue = [
            "credentialId": .string(id), "keyType": .string("public-key"),
            "keyAlgorithm": .string("ECDSA"), "keyCurve": .string("P-256"),
            "keyValue": .string(key), "rpId": .string("example.com"),
            "userHandle": .string("dXNlcg"), "userName": .string("ada"), "counter": .string("0"),
            "rpName": .string("Example"), "userDisplayName": .string("Ada"),
            "discoverable": .string("true"), "creationDate": .string("2024-05-06T07:08:09.000Z"),
        ]
        guard let change else { return value }
        return .object(
            value.members.compactMap { member in
                member.name == change.name
                    ? change.value.map { JSONValue.Member(member.name, $0) } : member
            })
    }

    /// What KeePassXC has of a passkey.
    private static func keePassXC(_ change: (name: String, value: String?)? = nil) -> [CustomField]
    {
        let values = [
            ("KPEX_PASSKEY_CREDENTIAL_ID", encodedID, true),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem(lines), true),
            ("KPEX_PASSKEY_RELYING_PARTY", "example.com", false),
            ("KPEX_PASSKEY_USER_HANDLE", "dXNlcg", true), ("KPEX_PASSKEY_USERNAME", "ada", false),
            ("KPEX_PASSKEY_FLAG_BE", "1", false), ("KPEX_PASSKEY_FLAG_BS", "1", false),
        ]
        let all = values.map { (label: $0.0, value: $0.1, isConcealed: $0.2) }
        let isFurther = change.map { change in !all.contains { $0.label == change.name } } ?? false
        let further = isFurther ? [(change?.name ?? "", change?.value ?? "", false)] : []
        return (all + further).compactMap { label, value, isConcealed in
            let value = label == change?.name ? change?.value : value
            return value.map {
                CustomField(label: label, value: SecretText($0), isConcealed: isConcealed)
            }
        }
    }

    @Test(
        "What both use of a passkey of Bitwarden becomes attributes of KeePassXC",
        arguments: [
            ("", nil, true), ("counter", .number(0), true), ("counter", nil, true),
            ("userName", nil, true), ("userHandle", nil, true), ("userHandle", .null, true),
            ("rpName", nil, true), ("credentialId", .string("b64.\(encodedID)"), true),
            // KeePassXC does not count, and a server that saw a count would refuse it.
            ("counter", .string("3"), false), ("counter", .number(1), false),
            ("keyType", .string("other"), false), ("keyAlgorithm", .string("RSA"), false),
            ("keyCurve", .string("P-384"), false), ("keyCurve", nil, false),
            ("keyValue", .string(urlText(ed25519)), false),
            ("keyValue", .string(urlText(ofCurve)), false),
            ("keyValue", .string(String(key.dropLast(4))), false), ("keyValue", nil, false),
            ("keyValue", .string("*"), false), ("rpId", nil, false),
            ("credentialId", .string(""), false), ("credentialId", .string("b64."), false),
            ("credentialId", .string("0b1fa2c8"), false),
            ("credentialId", .string(id.replacing("b", with: "x")), false),
            ("userHandle", .string("*"), false),
        ] as [(String, JSONValue?, Bool)])
    func toKeePassXC(name: String, value: JSONValue?, isUsed: Bool) throws {
        let passkey = Passkey(bitwarden: Self.bitwarden((name, value)))
        #expect((passkey != nil) == isUsed)
        guard let passkey else { return }
        let missing = value == nil || value == .null
        let expected = Self.keePassXC().map { field in
            var field = field
            if field.label == "KPEX_PASSKEY_USERNAME", name == "userName", missing {
                field.value = SecretText("")
            }
            if field.label == "KPEX_PASSKEY_USER_HANDLE", name == "userHandle", missing {
                field.value = SecretText("")
            }
            return field
        }
        #expect(passkey.keePassXC == expected)
    }

    @Test(
        "What both use of a passkey of KeePassXC becomes one of Bitwarden",
        arguments: [
            ("", nil, true), ("KPEX_PASSKEY_FLAG_BE", nil, true),
            ("KPEX_PASSKEY_FLAG_BS", "true", true), ("KPEX_PASSKEY_USERNAME", nil, true),
            ("KPEX_PASSKEY_USER_HANDLE", nil, true),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem(lines, end: "\r\n"), true),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem([lines.joined()]), true),
            ("KPXC_PASSKEY_USERNAME", "grace", true),
            ("KPEX_PASSKEY_GENERATED_USER_ID", "AAAA", true),
            // Servers refuse a passkey that begins to say that it is copied.
            ("KPEX_PASSKEY_FLAG_BE", "0", false), ("KPEX_PASSKEY_FLAG_BS", "false", false),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem([ed25519]), false),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem([ofCurve]), false),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", pem(lines.dropLast()), false),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", lines.joined(), false),
            ("KPEX_PASSKEY_PRIVATE_KEY_PEM", nil, false),
            ("KPEX_PASSKEY_RELYING_PARTY", nil, false),
            ("KPEX_PASSKEY_CREDENTIAL_ID", nil, false),
            ("KPEX_PASSKEY_CREDENTIAL_ID", "*", false),
            ("KPEX_PASSKEY_USER_HANDLE", "*", false),
        ])
    func toBitwarden(name: String, value: String?, isUsed: Bool) throws {
        let fields = Self.keePassXC(name.isEmpty ? nil : (name, value))
        let passkey = Passkey(keePassXC: fields)
        #expect((passkey != nil) == isUsed)
        guard let passkey else { return }
        let found = passkey.bitwarden(created: Timestamp(milliseconds: 1_000))
        let userName =
            switch name {
            case "KPXC_PASSKEY_USERNAME": "grace"
            case "KPEX_PASSKEY_USERNAME": ""
            default: "ada"
            }
        let isOther = name == "KPEX_PASSKEY_GENERATED_USER_ID"
        #expect(found["credentialId"]?.text == "b64.\(isOther ? "AAAA" : Self.encodedID)")
        #expect(found["userName"]?.text == userName && found["rpId"]?.text == "example.com")
        #expect(found["keyValue"]?.text == Self.key && found["counter"]?.text == "0")
        #expect(found["creationDate"]?.text == "1970-01-01T00:00:01.000Z")
        #expect(Passkey(bitwarden: found) == passkey)
    }

    /// The labels and values of all further fields.
    private func fields(_ fixture: TransferFixture) async throws -> [String] {
        try await fixture.items().flatMap { item in
            item.customFields.map { "\($0.label): \($0.value.reveal())" }
        }
    }

    @Test("KeePassXC shows the passkey of an export, and the file brings nothing twice")
    func throughKeePass() async throws {
        let fixture = try await TransferFixture()
        let value: JSONValue = [
            "encrypted": .bool(false), "folders": .array([]),
            "items": .array([
                [
                    "type": .number(1), "name": .string("Mail"),
                    "login": [
                        "username": .string("ada"), "password": .string("p"),
                        "fido2Credentials": .array([Self.bitwarden()]),
                    ],
                ]
            ]),
        ]
        try await fixture.import(
            path: try fixture.write(value.written.reveal(), to: "bitwarden.json"))
        #expect(try await fixture.exporter.omissions()[.keePass]?[.passkeys] == 0)
        let path = try await fixture.export(.keePass, to: "x.kdbx", password: "p")

        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: path, toPath: "\(folder.path)/x.kdbx")
        let tool = KeePassXC(folder: folder, password: "p")
        for field in Self.keePassXC() {
            let shown = try await tool.run("show", "-s", "-a", field.label, "x.kdbx", "Mail")
            #expect(shown.trimmingSpaces == field.value.reveal().trimmingSpaces)
        }

        let other = try await TransferFixture()
        try await other.import(path: path, password: "p")
        let before = try await fields(fixture)
        let after = try await fields(other).filter { !$0.hasPrefix(".keepass.") }
        #expect(after == before)
        #expect(try await other.items().map(\.passkeyCount) == [1])
        let passkeys = try await other.exportedDocument()["items"]?.elements.first?["login"]?[
            "fido2Credentials"]
        #expect(passkeys == .array([Self.bitwarden()]))
        // The second time nothing is new.
        #expect(try await other.import(path: path, password: "p").counts.writes == 0)
    }

    @Test("Bitwarden's file has the passkey of KeePassXC, and brings nothing twice")
    func throughBitwarden() async throws {
        let fixture = try await TransferFixture()
        try await fixture.vault.add(
            Login(
                title: "Mail", userName: "ada", password: SecretText("p"),
                customFields: Self.keePassXC()))
        #expect(try await fixture.exporter.omissions()[.bitwarden]?[.passkeys] == 0)
        let passkeys = try await fixture.exportedDocument()["items"]?.elements.first?["login"]?[
            "fido2Credentials"]?.elements
        #expect(passkeys?.map { $0["keyValue"]?.text } == [Self.key])

        let other = try await TransferFixture()
        try await other.import(path: fixture.path("out.json"))
        #expect(try await fields(other) == (try await fields(fixture)))
        #expect(try await other.import(path: fixture.path("out.json")).counts.writes == 0)
        // Nor does it bring a second one to the item that it comes from.
        try await fixture.import(path: fixture.path("out.json"))
        #expect(try await fixture.items().map(\.passkeyCount) == [1])
    }

    @Test("A second passkey, and one that the other program cannot use, count as left out")
    func leftOut() async throws {
        let fixture = try await TransferFixture()
        let list = JSONValue.array([
            Self.bitwarden(("counter", .number(4))), Self.bitwarden(), Self.bitwarden(),
        ])
        let kept = CustomField(
            label: HiddenLabel.bitwardenPasskeys, value: list.written, isConcealed: true)
        let other = Self.keePassXC(("KPEX_PASSKEY_PRIVATE_KEY_PEM", Self.pem([Self.ed25519])))
        try await fixture.vault.add(Login(title: "A", userName: "ada", customFields: [kept]))
        try await fixture.vault.add(Login(title: "B", userName: "eve", customFields: other))
        let omissions = try await fixture.exporter.omissions()
        #expect(omissions[.keePass]?[.passkeys] == 2)
        #expect(omissions[.bitwarden]?[.passkeys] == 1)
        #expect(omissions[.text]?[.passkeys] == 4)
    }
}
