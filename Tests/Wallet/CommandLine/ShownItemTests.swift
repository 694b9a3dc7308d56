import Foundation
import TestSupport
import Testing

@Suite("What commands show of items")
struct ShownItemTests {
    @Test("Notes keep their lines, and a record with --plain has one line")
    func notes() async throws {
        let fixture = try await CommandFixture.make()
        let notes = "first\r\nsecond\n\n  set in\u{1B}[31m"
        try fixture.folder.write(notes, to: "notes.txt")
        _ = try await fixture.run(
            "add", "note", "--title", "Plans", "--notes-file", fixture.path("notes.txt"))
        let shown = try await fixture.run("show", "Plans").output
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("first") })
        let margin = String(repeating: " ", count: lines[start].count - "first".count)
        #expect(lines[start + 1] == margin + "second")
        #expect(lines[start + 2] == "")
        #expect(lines[start + 3] == margin + "  set in␛[31m")
        let plain = try await fixture.run("show", "Plans", "--plain").output
        #expect(plain.contains("notes\tfirst second    set in␛[31m\n"))
        let document = try json(try await fixture.run("show", "Plans", "--json").output)
        #expect(document["notes"] as? String == notes)
    }

    @Test("That there is a one-time code is said, and its secret only when it is asked for")
    func oneTimeCode() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let secret = "JBSWY3DPEHPK3PXP"
        try fixture.folder.write("\(secret)\n", to: "otp", permissions: 0o600)
        _ = try await fixture.run("edit", "bank", "--otp-file", fixture.path("otp"))
        let shown = try await fixture.run("show", "bank").output
        #expect(shown.contains("One-time code  ••••••••"))
        #expect(!shown.contains(secret))
        #expect(!(try await fixture.run("show", "zoo").output.contains("One-time code")))
        let plain = try await fixture.run("show", "bank", "--plain").output
        #expect(plain.contains("otp-secret\t••••••••\n"))
        let concealed = try json(try await fixture.run("show", "bank", "--json").output)
        #expect(concealed["hasOneTimeCode"] as? Bool == true)
        #expect(concealed["oneTimeSecret"] == nil)
        let without = try json(try await fixture.run("show", "zoo", "--json").output)
        #expect(without["hasOneTimeCode"] as? Bool == false)
        let revealed = try json(try await fixture.run("show", "bank", "--json", "--reveal").output)
        #expect(revealed["oneTimeSecret"] as? String == secret)
        #expect(
            try await fixture.run("show", "bank", "--field", "otp-secret").output == "\(secret)\n")
        let list = try json(try await fixture.run("list", "bank", "--json").output)
        let items = try #require(list["items"] as? [[String: Any]])
        #expect(items.map { $0["hasOneTimeCode"] as? Bool } == [true])
    }

    @Test("Passkeys that are kept of an item are counted, and rules for browsers are named")
    func passkeys() async throws {
        let fixture = try await CommandFixture.make()
        let file = #"""
            {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "Mail", "login":
            {"username": "ada", "password": "p", "fido2Credentials": [{"credentialId": "x"}],
            "uris": [{"uri": "https://a.example", "match": 2}]}}]}
            """#
        try fixture.folder.write(file, to: "in.json", permissions: 0o600)
        let imported = try await fixture.run("import", fixture.path("in.json"), "--yes")
        #expect(imported.status == 0, "\(imported.errors)")
        let shown = try await fixture.run("show", "Mail").output
        #expect(shown.contains("Passkeys"))
        #expect(shown.contains("1, kept for exports; Wallet does not log in with it"))
        let plain = try await fixture.run("show", "Mail", "--plain").output
        #expect(plain.contains("passkeys\t1\n"))
        #expect(
            plain.contains("browsers\thttps://a.example: only where an address begins with it\n"))
    }

    @Test("What KeePassXC allows, and its realm, are shown")
    func browserSettings() async throws {
        let fixture = try await CommandFixture.make()
        let file = #"""
            <KeePassFile><Root><Group><Name>Root</Name><Entry>
            <String><Key>Title</Key><Value>Mail</Value></String>
            <String><Key>Password</Key><Value>p</Value></String>
            <CustomData><Item><Key>KeePassXC-Browser Settings</Key>
            <Value>{"Allow":["a.example","b.example"],"Deny":["c.example"],"Realm":"staff"}</Value>
            </Item></CustomData></Entry></Group></Root></KeePassFile>
            """#
        try fixture.folder.write(file, to: "in.xml", permissions: 0o600)
        let imported = try await fixture.run("import", fixture.path("in.xml"), "--yes")
        #expect(imported.status == 0, "\(imported.errors)")
        let plain = try await fixture.run("show", "Mail", "--plain").output
        for text in [
            "never at c.example", "KeePassXC does not ask again at a.example, b.example",
            "in KeePassXC for the realm “staff”",
        ] { #expect(plain.contains("browsers\t\(text)\n"), "\(text)") }
    }

    @Test("A list as JSON gives back whatever a title, a tag or a user name holds")
    func listedText() async throws {
        let fixture = try await CommandFixture.make()
        let texts = [
            "\"quoted\" \\ back\\slash/", "tab\tnew\nline\r\u{1}\u{7F}\u{9B}",
            "\u{202E}turned\u{2066}", "ünïcødé 密码🔑 e\u{301}",
        ]
        for text in texts {
            _ = try await fixture.run(
                "add", "--title", text, "--user-name", text, "--tag", text, "--tag", "second",
                "--site", "https://example.com", "--generate", "20")
        }
        let list = try await fixture.run("list", "--json")
        let items = try #require(try json(list.output)["items"] as? [[String: Any]])
        #expect(Set(items.map { $0["title"] as? String }) == Set(texts))
        for item in items {
            let title = try #require(item["title"] as? String)
            #expect(item["userName"] as? String == title)
            #expect(item["tags"] as? [String] == [title, "second"])
            #expect(item["sites"] as? [String] == ["https://example.com"])
            let created = try #require(item["created"] as? String)
            let time = try Date(created, strategy: .iso8601)
            // Time: it was made by this test, which takes seconds.
            #expect(abs(time.timeIntervalSinceNow) < 600)
            let id = try #require(item["id"] as? String)
            #expect(item["location"] as? String == "login:\(id)")
        }
        // Nothing of it does anything to a terminal that shows the list.
        #expect(
            !list.output.unicodeScalars.contains {
                [0x1, 0x7F, 0x9B, 0x202E, 0x2066].contains($0.value)
            })
        let none = try await fixture.run("list", "--trash", "--json")
        #expect((try json(none.output)["items"] as? [Any])?.isEmpty == true)
    }

    @Test("What is said when there is nothing fits what was asked for")
    func nothing() async throws {
        let fixture = try await CommandFixture.make("wallet")
        for (arguments, words, status) in [
            (["list"], "The vault is empty.", Int32(0)),
            (["list", ""], "The vault is empty.", 0),
            (["list", "--trash"], "The trash is empty.", 0),
            (["list", "zoo"], "Nothing matches “zoo”.", 1),
            (["list", "zoo", "--trash"], "Nothing in the trash matches “zoo”.", 1),
            (["list", "--kind", "card"], "No item matches the options.", 1),
            (["show", " "], "The name of the item is empty.", 64),
            (["restore", "zoo"], "wallet list --trash", 1),
        ] {
            let result = try await fixture.bare(
                arguments + ["--passphrase-file", fixture.path("passphrase")])
            #expect(result.status == status, "\(arguments)")
            #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
        }
    }
}
