import TenonCore
import TenonSecurity
import Testing

@Suite struct PassphraseTests {
    private func normalized(_ text: String) throws -> String {
        String(decoding: try Passphrase.normalized(SecretText(text)).exposed, as: UTF8.self)
    }

    @Test("ASCII stays as it is, spaces and control characters included")
    func ascii() throws {
        let all = String(decoding: 0..<128 as Range<UInt8>, as: UTF8.self)
        #expect(try normalized(all) == all)
        #expect(try normalized("  two  spaces ") == "  two  spaces ")
    }

    @Test(
        "Spellings that look the same give the same bytes",
        arguments: [
            ("e\u{301}", "\u{E9}"),
            ("\u{212B}", "\u{C5}"),
            ("A\u{30A}", "\u{C5}"),
            ("\u{FB01}", "fi"),
            ("\u{FF21}\u{FF11}", "A1"),
            ("\u{1D400}", "A"),
            ("x\u{B2}", "x2"),
            ("\u{A0}", " "),
            ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"),
            ("\u{3F4}", "\u{398}"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("\u{1E9B}\u{323}", "\u{1E69}"),
            ("\u{FDFA}", "صلى الله عليه وسلم"),
        ])
    func spellings(typed: String, expected: String) throws {
        // Compared as bytes: strings that differ in form only are equal to Swift.
        let result = try Passphrase.normalized(SecretText(typed)).exposed
        #expect(result == Array(expected.utf8))
    }

    @Test("Case, and letters that only look alike, stay different")
    func differences() throws {
        #expect(try normalized("Pass") != normalized("pass"))
        #expect(try normalized("a") != normalized("\u{430}"))
        #expect(try normalized("ß") == "ß")
    }

    @Test("Emoji and other scripts are kept")
    func scripts() throws {
        #expect(try normalized("🦊🔑 пароль 密码 👩‍👩‍👧") == "🦊🔑 пароль 密码 👩‍👩‍👧")
    }

    @Test("Up to 1,024 bytes are accepted, counted after normalisation")
    func length() throws {
        for text in [
            "x", String(repeating: "x", count: 1_024), String(repeating: "e\u{301}", count: 512),
        ] {
            #expect(try Passphrase.normalized(SecretText(text)).count >= 1)
        }
        for text in [
            "", String(repeating: "x", count: 1_025), String(repeating: "é", count: 513),
            String(repeating: "\u{FDFA}", count: 40),
        ] {
            let error = #expect(throws: SecurityError.self) {
                try Passphrase.normalized(SecretText(text))
            }
            #expect(error?.code == .securityPassphrase)
        }
    }

    @Test(
        "Bytes that are no UTF-8 are refused instead of replaced",
        arguments: [[0x80], [0x61, 0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        let error = #expect(throws: SecurityError.self) {
            try Passphrase.normalized(SecretText(utf8: bytes))
        }
        #expect(error?.code == .securityPassphrase)
        #expect(error?.message.description.contains("UTF-8") == true)
    }
}
