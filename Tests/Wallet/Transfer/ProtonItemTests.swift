import TenonCore
import TenonSecurity
import Testing

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("What items of Proton Pass have within")
struct ProtonItemTests {
    private static func field(_ name: String, _ value: String, _ type: String = "text") -> String {
        #"{"fieldName": "\#(name)", "type": "\#(type)", "data": {"content": "\#(value)"}}"#
    }

    private static func section(_ name: String, _ fields: String...) -> String {
        #"{"sectionName": "\#(name)", "sectionFields": [\#(fields.joined(separator: ","))]}"#
    }

    /// A type, its content, further fields of the item, and the lines that become of them.
    private static let items: [(String, String, String, [String])] = [
        ("wifi", #""ssid": "n", "password": "p", "security": 1"#, "", ["Security=WPA"]),
        ("wifi", #""ssid": "n", "security": 2"#, "", ["Security=WPA2"]),
        ("wifi", #""ssid": "n", "security": 4"#, "", ["Security=WEP"]),
        ("wifi", #""ssid": "n", "security": 9"#, "", ["Security=9"]),
        ("wifi", #""ssid": "n", "security": 0"#, "", ["Network name (SSID)=n"]),
        (
            "wifi",
            """
            "password": "p", "sections": [\(section("Router", field("Password", "r", "hidden")))]
            """, field("Password", "x", "hidden"),
            ["Password=p", "*Router: Password: r", "*Password: x"]
        ),
        (
            "sshKey",
            """
            "privateKey": "k", "publicKey": "ssh-ed25519 A",
            "sections": [\(section("A", field("Host", "a"))), \(section("B", field("Host", "b")))]
            """, "", ["Private key=k", "Public key=ssh-ed25519 A", "A: Host: a", "B: Host: b"]
        ),
        (
            "identity",
            """
            "firstName": "Ada", "extraPersonalDetails": [\(field("Shoe", "38"))],
            "extraWorkDetails": [\(field("Desk", "4", "hidden"))]
            """, "", ["First name=Ada", "Personal details: Shoe: 38", "*Work: Desk: 4"]
        ),
        (
            "identity",
            """
            "extraPersonalDetails": [\(field("Password", "a", "hidden"))],
            "extraAddressDetails": [\(field("Password", "b", "hidden"))],
            "extraContactDetails": [\(field("Password", "c", "hidden"))],
            "extraWorkDetails": [\(field("Password", "d", "hidden")), \(field("", "e"))],
            "extraSections": [\(section("Work", field("PIN", "f")))]
            """, field("Password", "g", "hidden"),
            [
                "*Personal details: Password: a", "*Address: Password: b",
                "*Contact: Password: c", "*Work: Password: d", "Work: e", "Work: PIN: f",
                "*Password: g",
            ]
        ),
        (
            "identity",
            """
            "extraWorkDetails": [{"fieldName": "Code", "type": "totp", "data": {"totpUri": "steam://A"}}],
            "extraAddressDetails": [{"fieldName": "Since", "type": "timestamp",
              "data": {"timestamp": "2020-01-01"}}, {"fieldName": "", "data": {"content": ""}}],
            "extraContactDetails": [], "extraPersonalDetails": null
            """, "", ["*Work: Code: steam://A", "Address: Since: 2020-01-01"]
        ),
        (
            "identity", #""fullName": "Ada L", "socialSecurityNumber": "9", "city": """#, "",
            ["fullName: Ada L", "*socialSecurityNumber: 9"]
        ),
        (
            "creditCard", #""number": "4111", "expirationDate": "soon""#, "",
            ["number=4111", "expirationDate: soon"]
        ),
        (
            "custom",
            """
            "sections": [\(section("Server", field("Host", "h"), field("Key", "k", "hidden")))]
            """, "", ["Server: Host: h", "*Server: Key: k"]
        ),
        (
            "login", #""itemUsername": "ada", "itemEmail": "a@x.example""#,
            field("PIN", "1", "hidden") + "," + field("PIN", "2", "hidden"),
            ["user=ada", "*PIN: 1", "*PIN: 2", "email: a@x.example"]
        ),
        ("login", #""itemEmail": "a@x.example""#, "", ["user=a@x.example"]),
        (
            "login", #""password": "p""#,
            #"{"fieldName": "", "type": "totp", "data": {"totpUri": "JBSWY3DPEHPK3PXP"}}"#,
            ["otp=JBSWY3DPEHPK3PXP"]
        ),
        (
            "login", #""password": "p""#,
            #"{"fieldName": "Since", "type": "timestamp", "data": {"timestamp": "2020-01-01"}}"#,
            ["Since: 2020-01-01"]
        ),
        ("note", "", field("Place", "desk"), ["Place: desk"]),
    ]

    @Test(
        "Each part, section and further field comes, under a name that tells it from the others",
        arguments: items)
    func parts(type: String, content: String, further: String, lines: [String]) throws {
        let value = try JSONReader.read(
            SecretText(
                """
                {"data": {"type": "\(type)", "metadata": {"name": "A", "note": ""},
                 "content": {\(content)}, "extraFields": [\(further)]}}
                """))
        let found = ProtonItem.item(value, vault: "").item.lines.dropFirst()
        #expect(Set(lines).isSubset(of: found), "\(found)")
        // Nothing comes twice.
        #expect(Set(found).count == found.count, "\(found)")
    }
}
