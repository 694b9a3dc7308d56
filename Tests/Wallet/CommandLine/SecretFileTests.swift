import Foundation
import TestSupport
import Testing

@Suite("Secrets that commands take from files")
struct SecretFileTests {
    /// The bytes of a file for a password, and what is stored; `nil` when it is refused with these words.
    private static let passwords: [(bytes: [UInt8], stored: String?, words: String)] = [
        (Array("s3cret".utf8), "s3cret", ""),
        (Array("s3cret\n".utf8), "s3cret", ""),
        (Array("s3cret\r\n".utf8), "s3cret", ""),
        (Array("s3cret\r".utf8), "s3cret\r", ""),
        (Array("  a b  \n".utf8), "  a b  ", ""),
        (Array("pässwörd\n".utf8), "pässwörd", ""),
        (Array("{\"a\": 1}\n".utf8), "{\"a\": 1}", ""),
        (Array("{\n  \"private_key\": \"x\"\n}\n".utf8), nil, "has more than one line"),
        (Array("s3cret\nuser: ada\n".utf8), nil, "has more than one line"),
        (Array("s3cret\n\n".utf8), nil, "has more than one line"),
        (Array("\u{FEFF}s3cret\n".utf8), nil, "begins with a byte order mark"),
        ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], nil, "is not text in UTF-8"),
        ([0xFE, 0xFF, 0, 0x61, 0, 0x0A], nil, "is not text in UTF-8"),
        ([0x61, 0, 0x62, 0x0A], nil, "is not text in UTF-8"),
        ([0x70, 0xE4, 0x73, 0x73, 0x0A], nil, "is not text in UTF-8"),
        ([], nil, "is empty"),
        (Array("\n".utf8), nil, "is empty"),
    ]

    @Test("A password is stored as it is, or the file is refused and nothing is stored")
    func passwords() async throws {
        let fixture = try await CommandFixture.make()
        let file = fixture.path("secret")
        for (number, sample) in Self.passwords.enumerated() {
            try Data(sample.bytes).write(to: URL(filePath: file))
            let added = try await fixture.run(
                "add", "--title", "Item \(number).", "--password-file", file)
            let shown = try await fixture.run("show", "Item \(number).", "--field", "password")
            if let stored = sample.stored {
                #expect(added.status == 0, "\(number): \(added.errors)")
                #expect(shown.output == stored + "\n", "\(number)")
            } else {
                #expect(added.status == (sample.words == "is empty" ? 65 : 66), "\(number)")
                #expect(added.errors.contains(sample.words), "\(number): \(added.errors)")
                #expect(shown.status != 0, "\(number)")
            }
        }
    }

    @Test("Standard input is one line, as a file is, and is text as well")
    func input() async throws {
        let fixture = try await CommandFixture.make()
        let arguments = ["add", "--title", "One", "--password-file", "-"]
        let passphrase = ["--passphrase-file", fixture.path("passphrase")]
        for text in [
            "s3cret\nmore\n", "s3cret\n\n", "s3cret\nmore", "{\n  \"a\": 1\n}\n", "[\n1]\n",
            "---\npassword: x\n", "{\"type\": \"a\",\n\"b\": 1}\n", "<?xml?>\n<a/>\n",
            "\(Self.begin)\nAAAA\n", Self.keyOfPuTTY,
        ] {
            let refused = try await fixture.bare(arguments + passphrase, input: text)
            #expect(
                refused.status == 66 && refused.errors.contains("more than one line"), "\(text)")
        }
        for (number, text) in ["s3cret\n", "s3cret", "s3cret\r\n"].enumerated() {
            let title = "Item \(number)."
            let added = try await fixture.bare(
                ["add", "--title", title, "--password-file", "-"] + passphrase, input: text)
            #expect(added.status == 0, "\(added.errors)")
            let shown = try await fixture.run("show", title, "--field", "password")
            #expect(shown.output == "s3cret\n")
        }
        let marked = try await fixture.bare(arguments + passphrase, input: "\u{FEFF}s3cret\n")
        #expect(marked.status == 66 && marked.errors.contains("begins with a byte order mark"))
        try fixture.folder.write("\u{FEFF}\(CommandFixture.passphrase)\n", to: "marked")
        let listed = try await fixture.bare(["list", "--passphrase-file", fixture.path("marked")])
        #expect(listed.status == 66 && listed.errors.contains("begins with a byte order mark"))
    }

    @Test("Notes and public keys are text in UTF-8 as well")
    func texts() async throws {
        let fixture = try await CommandFixture.make()
        let file = fixture.path("text")
        for (bytes, words) in [
            (Array("\u{FEFF}a\n".utf8), "byte order mark"), ([0xE4, 0x0A], "not text in UTF-8"),
            ([0xFF, 0xFE, 0x61, 0], "not text in UTF-8"),
        ] {
            try Data(bytes).write(to: URL(filePath: file))
            for option in ["--notes-file", "--public-key-file"] {
                let kind = option == "--notes-file" ? "note" : "ssh-key"
                let added = try await fixture.run(
                    "add", kind, "--title", "T", option, file)
                #expect(added.status == 66 && added.errors.contains(words), "\(added.errors)")
            }
        }
        try Data("ä\nb\n".utf8).write(to: URL(filePath: file))
        #expect(
            try await fixture.run("add", "note", "--title", "T", "--notes-file", file)
                .status == 0)
        #expect(try await fixture.run("show", "T", "--field", "notes").output == "ä\nb\n")
    }

    private static let begin = "-----BEGIN OPENSSH PRIVATE KEY-----"
    private static let end = "-----END OPENSSH PRIVATE KEY-----"
    private static let keyOfGnuPG =
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n=AAAA\n-----END PGP PRIVATE KEY BLOCK-----\n"
    private static let keyOfAge = "AGE-SECRET-KEY-1\(String(repeating: "Q", count: 58))\n"
    private static let keyOfPuTTY = "PuTTY-User-Key-File-3: ssh-ed25519\nA\nPrivate-MAC: 00\n"

    /// Texts of files for a private key, and what is stored; `nil` when it is refused.
    ///
    /// - Parameter key: A key of OpenSSH.
    private static func keys(_ key: String) -> [(text: String, stored: String?)] {
        [
            (key, key), (String(key.dropLast()), key),
            (key.replacingOccurrences(of: "\n", with: "\r\n"), key),
            ("Comment\n\(key)", nil), ("Comment\n\(keyOfGnuPG)", "Comment\n\(keyOfGnuPG)"),
            (keyOfGnuPG, keyOfGnuPG),
            (keyOfPuTTY, keyOfPuTTY), ("# created\n\(keyOfAge)", "# created\n\(keyOfAge)"),
            ("ssh-ed25519 AAAA ada\n", nil), ("{\"key\": 1}\n", nil), ("\(begin)\nb3Blbn\n", nil),
            ("\(end)\n\(begin)\n", nil), ("-----BEGIN CERTIFICATE-----\nA\n-----END\n", nil),
            ("\u{FEFF}\(key)", nil), ("", nil), ("\(begin)\nb3BlbnNzaA==\n\(end)\n", nil),
            (String(keyOfAge.dropLast(3)) + "\n", nil),
        ]
    }

    @Test("A private key is stored whole, with line ends that programs take, or refused")
    func keys() async throws {
        let fixture = try await CommandFixture.make()
        let key = try await PrivateKeySample.made(in: fixture.folder, type: "ed25519")
        for (number, sample) in Self.keys(key).enumerated() {
            try fixture.folder.write(sample.text, to: "key")
            let added = try await fixture.run(
                "add", "ssh-key", "--title", "Item \(number).", "--private-key-file",
                fixture.path("key"))
            let shown = try await fixture.run("show", "Item \(number).", "--field", "private-key")
            #expect(added.status == (sample.stored == nil ? 66 : 0), "\(number): \(added.errors)")
            #expect(shown.output == sample.stored ?? "", "\(number)")
        }
    }
}
