import Foundation
import TestSupport
import Testing

@Suite("Files of variables")
struct EnvironmentFileTests {
    /// What a file says, and the value of A that a program gets.
    private static let values: [(text: String, value: String)] = [
        ("A=8080", "8080"), ("A=8080 # the web", "8080"), ("A=8080\t#the web", "8080"),
        ("A=#ff0000", "#ff0000"), ("A=x#y", "x#y"), ("A= # nothing", ""), ("A=", ""),
        ("  export A = two words \r\n", "two words"), ("\tA=x", "x"), ("\u{FEFF}A=x", "x"),
        ("A='8080' # the web", "8080"), ("A=\"8080\"", "8080"), ("A=\"a # b\"", "a # b"),
        ("A='it \"is\"'", "it \"is\""), ("A=\"it's\"", "it's"), ("A=''", ""), ("A=' x '", " x "),
        (#"A="a\"b\\c\$d\`e""#, #"a"b\c$d`e"#), (#"A="a\nb\tc""#, "a\nb\tc"),
        (#"A='a\nb'"#, #"a\nb"#), (#"A=a\nb"#, #"a\nb"#), ("A=$HOME/x", "$HOME/x"),
        ("A='$HOME'", "$HOME"), ("A='first\nsecond' # two\nB=1", "first\nsecond"),
        ("A=\"first\r\nsecond\r\n\"\r\n", "first\nsecond\n"), ("A=b=c==", "b=c=="),
        ("A=1\nA=2", "2"), ("#A=wallet://x\n\n # A=1\nA=3", "3"), ("A=pässword", "pässword"),
        ("A=/opt/wallet:/usr", "/opt/wallet:/usr"), ("A=my-wallet://x", "my-wallet://x"),
        ("A=xwallet://x", "xwallet://x"), ("A=x.WALLET://x", "x.WALLET://x"),
        ("A=1 # from wallet://db", "1"), ("A=JSON{}", "JSON{}"),
    ]

    @Test("Give a program what they say, without quotation marks and comments")
    func values() async throws {
        let fixture = try CommandFixture()
        for (text, value) in Self.values {
            try fixture.folder.write(text, to: "env")
            let result = try await fixture.bare(
                ["run", "--env-file", fixture.path("env"), "--", "printenv", "A"])
            #expect(result.status == 0, "\(text): \(result.errors)")
            #expect(result.output == value + "\n", "\(text)")
        }
    }

    /// What a file says, and the line and the reason of the refusal.
    private static let mistakes: [(bytes: [UInt8], words: String)] =
        [
            ("A=1\nhunter2", "Line 2 of \"-\" cannot be read: it is not NAME=VALUE"),
            ("1A=hunter2", "Line 1 of \"-\" cannot be read: it is not NAME=VALUE"),
            ("set A=hunter2", "is not NAME=VALUE"), ("A B=hunter2", "is not NAME=VALUE"),
            ("export A", "is not NAME=VALUE"), ("Ä=hunter2", "is not NAME=VALUE"),
            (
                "B=1\nA='hunter2\nC=2\n",
                "Line 2 of \"-\" cannot be read: its quotation mark is not closed"
            ),
            ("A=\"hunter2\\\"", "quotation mark is not closed"),
            ("A='hunter2'x", "something stands behind its closing quotation mark"),
            ("A='hunter2'#x", "something stands behind"), ("A='a\nb' c", "Line 2 of"),
            ("A=hunter\"2", "a quotation mark stands in the middle"),
            ("A=it's hunter2", "a quotation mark stands in the middle"),
            ("A=\"C:\\Users\"", "a backslash stands before what it cannot escape"),
            ("\n\nA=\"\n\\q\"", "Line 4 of"),
            ("A=x wallet://db", "Line 1 of \"-\" cannot be read: \"wallet://\" stands in it"),
            ("B=1\nA='https://u:wallet://db@host'", "Line 2 of"),
            ("A=wallet://100%", "it is no reference"), ("A=\" wallet://db\"", "it is no reference"),
            ("A={{ wallet://db }}", "it is no reference"),
            ("A=-wallet://db", "it is no reference"),
            ("A=${B:-wallet://db}", "it is no reference"),
            ("A=(WALLET://db)", "it is no reference"),
            ("A=hunter2\0", "is not text in UTF-8"),
        ].map { (Array($0.0.utf8), $0.1) } + [
            ([0x41, 0x3D, 0xE4], "is not text in UTF-8"),
            ([0xFF, 0xFE, 0x41, 0, 0x3D, 0, 0x62, 0], "is not text in UTF-8"),
        ]

    @Test("Are refused by their line, and no program starts")
    func mistakes() async throws {
        let fixture = try CommandFixture()
        for (bytes, words) in Self.mistakes {
            try Data(bytes).write(to: URL(filePath: fixture.path("env")))
            let result = try await fixture.shell(
                "wallet run --env-file - -- echo started < env")
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(result.status == 65, "\(text): \(result.output)")
            #expect(result.output == "", "\(text)")
            #expect(result.errors.contains(words), "\(text): \(result.errors)")
            #expect(!result.errors.contains("hunter"), "\(text): \(result.errors)")
        }
    }

    @Test("Name parts of items, also over several lines and with spaces")
    func references() async throws {
        let fixture = try await CommandFixture.make(
            csv: """
                name,url,username,password
                My Database,https://db.example,ada,"first
                second"
                100% {new},https://new.example,bob,pw
                """)
        let lines = [
            "wallet://My Database/password", "'wallet://My Database' # the key",
            "\"wallet://My%20Database/password\"", "WALLET://db.example/password",
        ]
        for line in lines {
            try fixture.folder.write("B=1\nA=\(line)\n", to: "env")
            let result = try await fixture.bare([
                "run", "--passphrase-file", fixture.path("passphrase"), "--env-file",
                fixture.path("env"), "--", "printenv", "A",
            ])
            #expect(result.output == "first\nsecond\n", "\(line): \(result.errors)")
        }
        for (line, status) in [
            ("wallet://", 64), ("wallet://nope", 1), ("wallet://db.example/nope", 1),
            ("wallet://nas,wallet://nas", 1),
        ] {
            for above in ["B=1\n\n", "B='1\n2' # two\n", "# one\r\nB=1\r\n"] {
                try fixture.folder.write("\(above)A=\(line)\nC=3\n", to: "env")
                let result = try await fixture.bare([
                    "run", "--passphrase-file", fixture.path("passphrase"), "--env-file",
                    fixture.path("env"), "--", "echo", "started",
                ])
                let errors = result.errors
                #expect(result.status == status && result.output.isEmpty, "\(line): \(errors)")
                #expect(errors.contains("Line 3 of"), "\(above)\(line): \(errors)")
            }
        }
        let set = try await fixture.bare(
            ["run", "--passphrase-file", fixture.path("passphrase"), "--", "printenv", "A"],
            environment: ["A": "Wallet://100%25%20{new}/user-name"])
        #expect(set.output == "bob\n", "\(set.errors)")
        for value in ["x wallet://db", "xwallet://db", "{{ wallet://db }}", " wallet://db"] {
            let further = try await fixture.bare(
                ["run", "--", "printenv", "A"], environment: ["A": value])
            #expect(further.output == "\(value)\n", "\(value): \(further.errors)")
        }
        let mistaken = try await fixture.bare(
            ["run", "--", "echo", "started"], environment: ["A": "wallet://100% {new}"])
        #expect(mistaken.status == 65 && mistaken.output == "")
        #expect(mistaken.errors.contains("The value of A begins with"))
    }
}
