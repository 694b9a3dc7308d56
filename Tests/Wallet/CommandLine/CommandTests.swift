import Foundation
import TestSupport
import Testing

@Suite("Commands")
struct CommandTests {
    @Test("A first day: make a vault, import, find, show, add, change, remove, restore")
    func firstDay() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(3))

        let list = try await fixture.run("list")
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").count == 3)

        let shown = try await fixture.run("show", "bank")
        #expect(shown.output.contains("ada"))
        #expect(!shown.output.contains("s3cret-bank"))
        #expect(try await fixture.run("show", "bank", "--reveal").output.contains("s3cret-bank"))
        #expect(
            try await fixture.run("show", "https://bank.example.com/login", "--field", "password")
                .output == "s3cret-bank\n")

        let added = try await fixture.run(
            "add", "--title", "Router", "--user-name", "admin", "--generate", "24")
        #expect(added.status == 0)
        let location = added.output.trimmingCharacters(in: .newlines)
        #expect(location.hasPrefix("login:"))
        let password = try await fixture.run("show", location, "--field", "password").output
        #expect(password.count == 25)

        try fixture.folder.write("typed elsewhere\n", to: "new-password", permissions: 0o600)
        let edited = try await fixture.run(
            "edit", location, "--title", "My router", "--password-file",
            fixture.path("new-password"))
        #expect(edited.status == 0)
        #expect(
            try await fixture.run("show", "My router", "--field", "password").output
                == "typed elsewhere\n")

        #expect(try await fixture.run("remove", "My router", "--dry-run").status == 0)
        #expect(try await fixture.run("show", "My router").status == 0)
        let refused = try await fixture.run("remove", "My router")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--yes"))
        #expect(try await fixture.run("remove", "My router", "--yes").status == 0)
        #expect(try await fixture.run("show", "My router").status == 1)
        #expect(try await fixture.run("list", "--trash").output.contains("My router"))
        #expect(try await fixture.run("restore", "My router").status == 0)
        #expect(try await fixture.run("show", "My router").status == 0)
    }

    @Test("Data is on standard output, messages on standard error")
    func streams() async throws {
        let fixture = try await CommandFixture.make("wallet")
        let empty = try await fixture.run("list")
        #expect(empty.output.isEmpty)
        #expect(!empty.errors.isEmpty)
        #expect(empty.status == 0)
        let nothing = try await fixture.run("list", "nonsense")
        #expect(nothing.status == 1)
        #expect(nothing.output.isEmpty)
    }

    @Test("JSON is versioned, and has secrets only when they are asked for")
    func jsonOutput() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let list = try await fixture.run("list", "--json")
        let document = try json(list.output)
        #expect(document["formatVersion"] as? Int == 1)
        #expect(document["total"] as? Int == 3)
        #expect((document["items"] as? [[String: Any]])?.count == 3)
        #expect(!list.output.contains("s3cret"))
        let concealed = try json(try await fixture.run("show", "zoo", "--json").output)
        #expect(concealed["password"] == nil)
        #expect(concealed["hasPassword"] as? Bool == true)
        let revealed = try json(try await fixture.run("show", "zoo", "--json", "--reveal").output)
        #expect(revealed["password"] as? String == "s3cret-zoo")
        #expect(revealed["userName"] as? String == "zoë")
    }

    @Test("Plain output is one record a line, with tabs between the values")
    func plainOutput() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let lines = try await fixture.run("list", "--plain", "--limit", "2").output
            .split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 4)
            #expect(line.hasPrefix("login:"))
        }
    }

    @Test("Every kind of failure has its exit status and says what to do")
    func failures() async throws {
        let fixture = try CommandFixture()
        let missing = try await fixture.run("list")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("wallet init"))
        #expect(try await fixture.run("init").status == 0)
        let again = try await fixture.run("init")
        #expect(again.status == 73)
        #expect(again.errors.contains("not touched"))
        let nobody = try await fixture.bare(["list"])
        #expect(nobody.status == 64)
        #expect(nobody.errors.contains("--passphrase-file"))
        let wrong = try await fixture.bare(
            ["list", "--passphrase-file", "-"], input: "wrong one\n")
        #expect(wrong.status == 77)
        #expect(!wrong.errors.contains("wrong one"))
        #expect(
            try await fixture.bare(["list", "--passphrase-file", "/nowhere"]).status == 66)
        #expect(try await fixture.bare(["list", "--passphrase-file", "-"]).status == 65)
        #expect(try await fixture.run("show", "nothing").status == 1)
        #expect(try await fixture.run("import", "/nowhere.csv", "--yes").status == 66)
        try fixture.folder.write("a,b,c\n1,2,3\n", to: "odd.csv")
        let odd = try await fixture.run("import", fixture.path("odd.csv"), "--yes")
        #expect(odd.status == 65)
        #expect(odd.errors.contains("url"))
        #expect(try await fixture.run("list", "--limit", "0").status == 64)
        #expect(try await fixture.run("list", "--unknown").status == 64)
        let typo = try await fixture.bare(["lsit"])
        #expect(typo.status == 64)
        #expect(typo.errors.contains("Did you mean \"list\"?"))
        #expect(try await fixture.run("add").status == 64)
        #expect(try await fixture.run("edit", "x").status == 64)
        try fixture.folder.write("this is no vault", to: "foreign.db", permissions: 0o600)
        let foreign = try await fixture.run("list", "--vault", fixture.path("foreign.db"))
        #expect(foreign.status == 65)
        #expect(fixture.folder.text(of: "foreign.db") == "this is no vault")
        // Not an advice to close a folder of the system.
        let folder = try await fixture.run("list", "--vault", "/tmp")
        #expect(folder.status == 65)
        #expect(folder.errors.contains("/tmp is not a vault"))
    }

    @Test("An argument that is not UTF-8 is refused, since it would become another one")
    func encoding() async throws {
        let fixture = try await CommandFixture.make()
        for line in [
            "wallet add --title $'n\\xe4me' --generate 20", "wallet show $'\\xff'",
            "wallet run -- cat $'\\xff'", "wallet --vault $'\\xff.db' list",
        ] {
            let result = try await fixture.shell("\(line) --passphrase-file passphrase")
            #expect(result.status == 64, "\(line): \(result.output)")
            #expect(
                result.errors.contains("is not text in UTF-8; nothing was done"), "\(result.errors)"
            )
        }
        #expect(try await fixture.run("list", "--plain").output == "")
    }

    @Test("An address that no page can have is kept, and told")
    func uselessAddress() async throws {
        let fixture = try await CommandFixture.make()
        let added = try await fixture.run(
            "add", "--title", "A", "--site", "*.example.com", "--generate", "20")
        #expect(added.status == 0 && added.errors.contains("no address that a page can have"))
        let edited = try await fixture.run("edit", "A", "--site", "https://example.com")
        #expect(edited.status == 0 && !edited.errors.contains("no address"), "\(edited.errors)")
        let again = try await fixture.run("edit", "A", "--site", "My bank")
        #expect(again.status == 0 && again.errors.contains("“My bank” is no address"))
        let none = try await fixture.run("edit", "A", "--site", "n/a")
        #expect(none.status == 0 && none.errors.contains("“n/a” is no address"))
        #expect(try await fixture.run("audit", "--plain").output.contains("unmatched\tlogin:"))
    }

    @Test("A login whose title is taken away is named by its site")
    func noTitle() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let edited = try await fixture.run("edit", "bank", "--title", "")
        #expect(edited.errors.contains("“bank.example.com” saved."))
        #expect(try await fixture.run("add", "--title", "").status == 64)
    }

    @Test("More than one match is an error that lists them")
    func severalMatches() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let several = try await fixture.run("show", "example")
        #expect(several.status == 3)
        #expect(several.errors.contains("bank.example.com"))
        #expect(several.errors.contains("login:"))
        #expect(several.errors.hasSuffix("\nName one of them by its location.\n"))

        // On a terminal the person chooses one of them by its number, or none.
        let show = "wallet show example --passphrase-file passphrase"
        for (key, status, shown) in [("2", 0, "User name"), ("", 3, "by its location.")] {
            let chosen = try await fixture.terminal(show, at: "Which one?", type: "\(key)\\r")
            #expect(chosen.output.contains("Which one? Several items match “example”."))
            #expect(chosen.output.contains("[1]"), "\(chosen.output)")
            #expect(chosen.output.contains(shown), "\(chosen.output)")
            #expect(chosen.status == status, "\(chosen.output)")
        }
        let unasked = try await fixture.terminal("\(show) --no-input")
        #expect(unasked.status == 3 && unasked.output.contains("login:"), "\(unasked.output)")
    }

    @Test("A whole title names its item, however many others have its words")
    func wholeTitle() async throws {
        let others = (1...30).map { "A site 7 of \($0),https://a\($0).example,ada,secret-\($0)" }
        let rows = ["name,url,username,password"] + others + ["site 7,https://b.example,ada,right"]
        let fixture = try await CommandFixture.make(csv: rows.joined(separator: "\n"))
        let shown = try await fixture.run("show", "site 7", "--reveal")
        #expect(shown.output.contains("right"))
        #expect(!shown.output.contains("secret"))
    }

    @Test("The vault file is readable by its owner only")
    func permissions() async throws {
        let fixture = try await CommandFixture.make(
            csv: "url,username,password\nhttps://bank.example.com,ada.lovelace,s3cret-word\n")
        let home = fixture.path("home")
        for (path, expected) in [(home, 0o700), ("\(home)/vault.db", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == expected, "\(path)")
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(home)/vault.db"))
        // Each text is so long that it does not come up in ciphertext by chance.
        for text in ["s3cret-word", "bank.example.com", "ada.lovelace"] {
            #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("Escape sequences in a title do not reach the terminal")
    func harmlessTitles() async throws {
        var export = FirefoxExport()
        export.add("https://evil.example.com", "\u{1B}]0;owned\u{07}\u{1B}[31m\u{202E}red", "x")
        let fixture = try await CommandFixture.make(csv: export.text)
        for arguments in [["list"], ["list", "--plain"], ["show", "evil"]] {
            let all = arguments + ["--passphrase-file", fixture.path("passphrase")]
            let result = try await fixture.bare(all)
            #expect(result.output.contains("red"))
            #expect(!result.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{07}" })
        }
        let json = try await fixture.run("list", "--json")
        #expect(!json.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(json.output.contains("\\u202e"))
    }

    @Test("A reader that goes away ends the output quietly")
    func closedPipe() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.varied(3000).text)
        let result = try await fixture.shell(
            "wallet-headless list --plain --passphrase-file passphrase | head -n 1; "
                + "echo ${PIPESTATUS[0]}")
        #expect(result.output.split(separator: "\n").last == "0")
        #expect(result.errors.isEmpty)
    }

    @Test("A recovery code is written to a new file of one's own, never over another")
    func recoveryCode() async throws {
        let fixture = try CommandFixture()
        let result = try await fixture.run("init", "--recovery-code-file", fixture.path("code"))
        #expect(result.status == 0)
        #expect((fixture.folder.text(of: "code") ?? "").count > 30)
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path("code"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let second = try CommandFixture()
        try second.folder.write("mine", to: "code")
        let refused = try await second.run(
            "init", "--recovery-code-file", second.path("code"))
        #expect(refused.status == 73)
        #expect(second.folder.text(of: "code") == "mine")
        #expect(try await second.run("list").status == 66)
    }

    @Test("A weak passphrase from a file needs a yes as well")
    func weakPassphrase() async throws {
        let fixture = try CommandFixture()
        let arguments = ["init", "--passphrase-file", "-"]
        let refused = try await fixture.bare(arguments, input: "password\n")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--yes"))
        #expect(try await fixture.bare(arguments + ["--yes"], input: "password\n").status == 0)
    }

    @Test("A passphrase typed at a terminal is not echoed")
    func terminal() async throws {
        let fixture = try CommandFixture("wallet")
        let script = """
            set timeout -1
            spawn wallet init
            expect "New passphrase"
            send "nine pelicans juggle violet umbrellas\\r"
            expect "Once more"
            send "nine pelicans juggle violet umbrellas\\r"
            expect eof
            lassign [wait] pid spawned failed status
            exit $status
            """
        try fixture.folder.write(script, to: "script")
        let result = try await fixture.shell("expect -f script")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("New passphrase"))
        #expect(!result.output.contains("pelicans"))
        let again = try await fixture.bare(
            ["list", "--passphrase-file", "-"], input: "nine pelicans juggle violet umbrellas\n")
        #expect(again.status == 0)
    }

    @Test("Messages are in the person's language")
    func portuguese() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(3))
        let result = try await fixture.bare(
            ["remove", "bank", "--dry-run", "--passphrase-file", fixture.path("passphrase")],
            environment: ["LANG": "pt_BR.UTF-8"])
        #expect(result.errors.contains("iria para a lixeira"))
    }

    @Test("Help has examples, settings and exit statuses")
    func help() async throws {
        let fixture = try CommandFixture()
        let root = try await fixture.bare(["--help"])
        #expect(root.status == 0)
        for text in ["import logins.csv", "--vault", "EXIT STATUS", "WALLET_VAULT", "list"] {
            #expect(root.output.contains(text), "\(text)")
        }
        for command in [
            "init", "import", "list", "show", "copy", "add", "edit", "remove", "restore", "lock",
            "open",
        ] {
            let help = try await fixture.bare([command, "--help"])
            #expect(help.status == 0)
            #expect(help.output.contains("Examples:"), "\(command)")
            #expect(help.output.contains("--passphrase-file"), "\(command)")
        }
    }
}
