import Foundation
import TestSupport
import Testing

@Suite("Templates")
struct SecretTemplateTests {
    /// Texts that stay as they are.
    private static let plain = [
        "", "\n", "{{ x }}", "{{ .Values.password }}", "{% if a %}{{ b | c }}{% endif %}",
        "{{ {{ x }}", "}} {{", "{ \"a\": {\"b\": 1} }", "my-wallet://db", "xwallet://db",
        "{{ xwallet://db }}", "wallet: yes",
        "wallet:/db", "https://wallet.example//x", "a\r\nb\r\n", "a\u{FEFF}", "pä\t",
    ]

    @Test("Keep what is of another program")
    func plain() async throws {
        let fixture = try CommandFixture()
        for text in Self.plain {
            let result = try await fixture.bare(["inject", "-"], input: text)
            #expect(result.status == 0, "\(text): \(result.errors)")
            #expect(result.output == text)
        }
    }

    /// A template, and what becomes of it.
    private static let filled: [(text: String, result: String)] = [
        ("{{ wallet://db.example }}", "pw-db"), ("{{wallet://db.example/password}}", "pw-db"),
        ("{{\twallet://db.example\t}}", "pw-db"), ("{{ wallet://My Database }}", "pw-db"),
        ("{{ wallet://My%20Database/user-name }}", "ada"), ("{{ WALLET://db.example }}", "pw-db"),
        ("{{{ wallet://db.example }}}", "{pw-db}"),
        ("{{ {{wallet://db.example}} }}", "{{ pw-db }}"),
        ("a\n{{ wallet://db.example }}{{wallet://db.example/user-name}}\n", "a\npw-dbada\n"),
        ("{{ wallet://%7Bnew%7D 100%25 }}", "first\nsecond"),
        ("\"{{ wallet://db.example }}\"\r\n", "\"pw-db\"\r\n"),
    ]

    @Test("Get the secrets that they name")
    func filled() async throws {
        let fixture = try await CommandFixture.make(
            csv: """
                name,url,username,password
                My Database,https://db.example,ada,pw-db
                {new} 100%,https://new.example,bob,"first
                second"
                """)
        for (text, filled) in Self.filled {
            try fixture.folder.write(text, to: "template")
            let result = try await fixture.run("inject", fixture.path("template"))
            #expect(result.status == 0, "\(text): \(result.errors)")
            #expect(result.output == filled, "\(text)")
        }
        for (text, status) in [
            ("a\n{{ wallet://nope }}", 1), ("a\n{{ wallet:// }}", 64),
            ("{{ wallet://db.example }}\n{{ wallet://db.example/nope }}", 1),
            ("{{ wallet://db.example }}{{ x }}\n{{ wallet://nope }}\n{{ wallet://db.example }}", 1),
        ] {
            try fixture.folder.write(text, to: "template")
            let result = try await fixture.run("inject", fixture.path("template"))
            #expect(result.status == status && result.output.isEmpty, "\(text): \(result.errors)")
            #expect(result.errors.contains("Line 2 of"), "\(text): \(result.errors)")
        }
    }

    /// A template, and the line that the refusal names.
    private static let mistakes: [(text: String, line: Int)] = [
        ("{{ wallet://db }", 1), ("{ wallet://db }}", 1), ("a\nwallet://db\n", 2),
        ("{{ wallet://db\n}}", 1), ("\n\n{{\nwallet://db }}", 4), ("{{ wallet://{db} }}", 1),
        ("{{ \"wallet://db\" }}", 1), ("{{ x wallet://db }}", 1), ("{{ wallet://db", 1),
        ("{{ x }}\n{{ wallet://100% }}", 2), ("${wallet://db}", 1), ("{ { wallet://db } }", 1),
        ("${A:-wallet://db}", 1), ("{{-wallet://db}}", 1), ("-wallet://db", 1), ("1wallet://db", 1),
        ("key: WALLET://db", 1), ("{{- wallet://db -}}", 1), ("{{\u{A0}wallet://db }}", 1),
        ("{{ wallet:/db }}", 1), ("a\n{{wallet:db}}", 2), ("\n{{\tWallet: }}", 2),
        ("{{{ wallet:", 1),
    ]

    @Test("Are refused by the line, and nothing is written")
    func mistakes() async throws {
        let fixture = try CommandFixture()
        for (text, line) in Self.mistakes {
            try fixture.folder.write(text, to: "template")
            let result = try await fixture.bare(
                ["inject", fixture.path("template"), "--output", fixture.path("target")])
            #expect(result.status == 65, "\(text): \(result.output)")
            #expect(result.errors.contains("Line \(line) of"), "\(text): \(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: fixture.path("target")), "\(text)")
        }
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x61, 0], [0x61, 0xE4], [0x61, 0]] {
            try Data(bytes).write(to: URL(filePath: fixture.path("template")))
            let result = try await fixture.bare(["inject", fixture.path("template")])
            #expect(result.status == 65 && result.output == "")
            #expect(result.errors.contains("is not text in UTF-8"), "\(result.errors)")
        }
    }
}
