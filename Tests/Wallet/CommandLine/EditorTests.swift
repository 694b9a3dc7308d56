import Foundation
import TestSupport
import Testing

@Suite("wallet edit in an editor")
struct EditorTests {
    /// A home with a login "GitHub" that has all parts.
    private func fixture() async throws -> CommandFixture {
        let fixture = try await CommandFixture.make(
            "wallet",
            csv: """
                name,url,username,password
                GitHub,https://github.com,ada,s3cret
                """)
        try fixture.folder.write("hidden\n", to: "secret", permissions: 0o600)
        try fixture.folder.write("one\n# two\n\nlast", to: "notes")
        let edited = try await fixture.run(
            "edit", "GitHub", "--tag", "work, home", "--tag", "b", "--favorite", "--notes-file",
            fixture.path("notes"), "--set-field", "Plan=free", "--set-secret-field",
            "Recovery=\(fixture.path("secret"))")
        #expect(edited.status == 0, "\(edited.errors)")
        return fixture
    }

    /// Edits the login on a terminal; the editor is a script that has the path in `$1`, and the
    /// answer is for the question whether it opens again.
    private func edit(
        _ fixture: CommandFixture, by editor: String, options: String = "", answer: String = "",
        in memory: String = "/dev/shm"
    ) async throws -> Program.Result {
        try fixture.folder.write("#!/bin/sh\n\(editor)\n", to: "editor", permissions: 0o700)
        return try await fixture.terminal(
            "EDITOR=\(fixture.path("editor")) XDG_RUNTIME_DIR=\(memory) "
                + "wallet edit GitHub \(options) --passphrase-file passphrase",
            at: "Change the text again?", type: "\(answer)\\r")
    }

    private func item(_ fixture: CommandFixture) async throws -> [String: Any] {
        var item = try json(try await fixture.run("show", "GitHub", "--json", "--reveal").output)
        for key in ["changed", "formatVersion"] { item[key] = nil }
        return item
    }

    @Test("The text has no secret, and with --reveal it has; the file is private and goes")
    func text() async throws {
        let fixture = try await fixture()
        let look =
            "cp $1 \(fixture.path("seen")); stat -c '%a %n' $1 ${1%/*} > \(fixture.path("stat"))"
        let result = try await edit(fixture, by: look)
        #expect(result.status == 0)
        #expect(result.output.contains("Nothing was changed."), "\(result.output)")
        let seen = try String(contentsOfFile: fixture.path("seen"), encoding: .utf8)
        let lines = seen.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.hasPrefix("#") }
        #expect(
            Array(lines) == [
                "title: GitHub", "user-name: ada", "password: ••••••••", "otp-secret:",
                "site: https://github.com", "tag: work, home", "tag: b", "favorite: yes",
                "field Plan: free", "secret-field Recovery: ••••••••", "notes:", "one", "# two",
                "", "last", "",
            ])
        let stat = try String(contentsOfFile: fixture.path("stat"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        #expect(stat.map { $0[0] } == ["600", "700"])
        for entry in stat { #expect(!FileManager.default.fileExists(atPath: String(entry[1]))) }

        _ = try await edit(fixture, by: look, options: "--reveal")
        let revealed = try String(contentsOfFile: fixture.path("seen"), encoding: .utf8)
        #expect(revealed.contains("\npassword: s3cret\n"))
        #expect(revealed.contains("\nsecret-field Recovery: hidden\n"))
    }

    @Test("What a killed editing has left in memory is gone after the next command")
    func killed() async throws {
        let fixture = try await fixture()
        // Any other program of Wallet clears what it finds in the folder that all share.
        let memory = try TemporaryFolder(in: "/dev/shm")
        _ = try await edit(
            fixture,
            by: """
                # It is asked first whether it is Vim.
                [ "$1" != --version ] || exit 0
                echo ${1%/*} > \(fixture.path("where"))
                program=$PPID
                [ "$(cat /proc/$program/comm)" = wallet ] ||
                    program=$(cut -d ' ' -f 4 /proc/$program/stat)
                kill -9 $program
                """, options: "--reveal", in: memory.path)
        let left = try #require(fixture.folder.text(of: "where")).dropLast()
        #expect(FileManager.default.fileExists(atPath: "\(left)/login.txt"))
        let next = try await fixture.bare(
            ["generate"], environment: ["XDG_RUNTIME_DIR": memory.path])
        #expect(next.status == 0)
        #expect(!FileManager.default.fileExists(atPath: String(left)))
    }

    @Test("What is changed, added and left out becomes the item; what is concealed stays")
    func changes() async throws {
        let fixture = try await fixture()
        var expected = try await item(fixture)
        let result = try await edit(
            fixture,
            by: """
                sed -i -e 's/^user-name:.*/user-name: eve/' -e 's/^tag: b/tag: c/' \
                -e 's/^favorite: yes/favorite: no/' -e 's/^field Plan: free/field Plan: paid/' \
                -e 's,^site: .*,&\\nsite:   \\nsite: https://example.com,' \
                -e 's/^tag: work.*/&\\ntag:   /' \
                -e 's/^notes:/secret-field New: x: y\\n&/' -e 's/^last/end/' "$1"
                """)
        #expect(result.status == 0, "\(result.output)")
        expected["userName"] = "eve"
        expected["tags"] = ["work, home", "c"]
        expected["favorite"] = false
        expected["sites"] = ["https://github.com", "https://example.com"]
        expected["notes"] = "one\n# two\n\nend"
        expected["fields"] = [
            ["label": "Plan", "value": "paid", "concealed": false],
            ["label": "Recovery", "value": "hidden", "concealed": true],
            ["label": "New", "value": "x: y", "concealed": true],
        ]
        let changed = try await item(fixture)
        #expect(NSDictionary(dictionary: changed) == NSDictionary(dictionary: expected))
        #expect(changed["password"] as? String == "s3cret")

        _ = try await edit(fixture, by: "sed -i -e '/^secret-field/d' -e '/^site/d' \"$1\"")
        let smaller = try await item(fixture)
        #expect((smaller["fields"] as? [[String: Any]])?.count == 1)
        #expect((smaller["sites"] as? [String])?.isEmpty == true)
    }

    @Test(
        "A line that cannot be read is named, the text opens again, and nothing is lost",
        arguments: [
            ("s/^user-name:/usr-name:/", "\"usr-name\" is not a part of this item"),
            ("s/^favorite: yes/favorite: perhaps/", "write \"yes\" or \"no\""),
            ("s/^tag: b/tag b/", "it has no name and colon in front"),
            ("s/^password:.*/&\\n&/", "\"password\" is there twice"),
            ("s/^field Plan: free/field Other: ••••••••/", "nothing is concealed here"),
            ("s/^field Plan:/field .x:/", "the field needs another label"),
            ("s/^otp-secret:/otp-secret: 0/", "secret"),
            (#"s/^user-name:.*/user-name: \xe4/"#, "it is not text in UTF-8"),
            (#"s/^last/\xe4/"#, "it is not text in UTF-8"),
            (#"s/^last/\x00/"#, "it is not text in UTF-8"),
            (#"s/^title:/\xff\xfe&/"#, "it is not text in UTF-8"),
            (#"s/^title:/\xef\xbb\xbf&/"#, "is not a part of this item"),
        ])
    func mistakes(change: String, message: String) async throws {
        let fixture = try await fixture()
        let before = try await item(fixture)
        // The first time the mistake; the second time it is mended, and what was typed is there.
        let editor = """
            if grep -aq '^# Typed' "$1"; then LC_ALL=C sed -i '/^[^#]/d' "$1"; \
            cat \(fixture.path("good")) >> "$1"; else \
            cp "$1" \(fixture.path("good")); sed -i '/^#/d; s/^title:.*/title: GitHub 2/' \(fixture.path("good")); \
            LC_ALL=C sed -i -e '\(change)' -e '1s/^/# Typed/' "$1"; fi
            """
        let refused = try await edit(fixture, by: editor, answer: "n")
        #expect(refused.status == 1, "\(refused.output)")
        #expect(refused.output.contains(message), "\(refused.output)")
        #expect(refused.output.contains("The changes were dropped"))
        #expect(
            NSDictionary(dictionary: try await item(fixture)) == NSDictionary(dictionary: before))

        let mended = try await edit(fixture, by: editor, answer: "y")
        #expect(mended.status == 0, "\(mended.output)")
        #expect(try await item(fixture)["title"] as? String == "GitHub 2")
    }

    @Test(
        "A text with nothing of the item is not saved",
        arguments: [
            ": > \"$1\"", "sed -i '/^#/!d' \"$1\"", "tr '\\n' '\\r' < \"$1\" > x; cat x > \"$1\"",
        ])
    func emptied(editor: String) async throws {
        let fixture = try await fixture()
        let before = try await item(fixture)
        let result = try await edit(fixture, by: editor, answer: "n")
        #expect(result.status == 1, "\(result.output)")
        #expect(result.output.contains("nothing of the item in it"), "\(result.output)")
        #expect(
            NSDictionary(dictionary: try await item(fixture)) == NSDictionary(dictionary: before))
    }

    @Test(
        "Line ends and marks of other systems are passed over, but not what is in the notes alone")
    func lineEnds() async throws {
        let fixture = try await fixture()
        var expected = try await item(fixture)
        let mark = #"1s/^/\xef\xbb\xbf/"#
        let cut = #"head -c -1 "$1" > cut && cat cut > "$1""#
        let changes: [(change: String, further: String, notes: String?)] = [
            (#"s/$/\r/"#, "", nil), (mark, "", nil), (mark + #"; s/$/\r/"#, "", nil),
            (#"1,/^notes:/s/$/\r/"#, "", nil), (#"1s/$/\r/"#, "", nil),
            (#"s/^tag: b/\r\n&\r/"#, "", nil), (mark + #"; s/^last$/a\rb/"#, "", "a\rb"),
            (#"s/$/\r/; s/^a\rb/last/"#, "", "last"), ("", cut, nil), (mark, cut, nil),
            (#"s/$/\r/"#, "\(cut); \(cut)", nil),
        ]
        for (number, change) in changes.enumerated() {
            expected["userName"] = "eve \(number)"
            if let last = change.notes { expected["notes"] = "one\n# two\n\n\(last)" }
            let name = "s/^user-name: .*/user-name: eve \(number)/"
            let result = try await edit(
                fixture,
                by: """
                    LC_ALL=C sed -i -e '\(name)' -e '\(change.change)' "$1"
                    \(change.further)
                    """)
            #expect(result.status == 0, "\(result.output)")
            let found = try await item(fixture)
            #expect(
                NSDictionary(dictionary: found) == NSDictionary(dictionary: expected), "\(change)")
        }
    }

    @Test("Vim writes nothing of a secret into the files that it keeps in the home folder")
    func vim() async throws {
        let fixture = try await fixture()
        for editor in ["vim", "/usr/bin/vim"] {
            // Copies the line of the password and the next, and changes the user name, when the
            // editor shows the text.
            let result = try await fixture.terminal(
                "TERM=xterm EDITOR=\(editor) wallet edit GitHub --reveal "
                    + "--passphrase-file passphrase",
                at: "s3cret", type: #"/^password\ryy/^user-name\rA2\033:wq\r"#)
            #expect(result.status == 0, "\(result.output)")
        }
        #expect(try await item(fixture)["userName"] as? String == "ada22")
        let found = try await fixture.shell("grep -rl s3cret . --include='.*'")
        #expect(found.output == "")
        #expect(!FileManager.default.fileExists(atPath: fixture.path(".viminfo")))
    }

    @Test("An editor that fails changes nothing, and without a terminal there is none")
    func failures() async throws {
        let fixture = try await fixture()
        let before = try await item(fixture)
        let failed = try await edit(fixture, by: "sed -i s/ada/eve/ \"$1\"; exit 1")
        #expect(failed.status == 69)
        #expect(failed.output.contains("Nothing was changed."), "\(failed.output)")
        #expect(try await fixture.run("edit", "GitHub").status == 64)
        #expect(try await fixture.run("edit", "GitHub", "--reveal", "--title", "x").status == 64)
        #expect(
            NSDictionary(dictionary: try await item(fixture)) == NSDictionary(dictionary: before))
    }
}
