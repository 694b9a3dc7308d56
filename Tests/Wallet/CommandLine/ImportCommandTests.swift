import Foundation
import TestSupport
import Testing

@Suite("Import by command")
struct ImportCommandTests {
    @Test("5,000 varied rows go in, and every password comes out as it was")
    func manyRows() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.varied(5000).text)
        let list = try await fixture.run("list", "--json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
        #expect(document["total"] as? Int == 5000)
        for (user, password) in [
            ("user 1", "with,comma#1"), ("user 2", "with \"quotes\"#2"),
            ("user 3", "line\nbreak#3"),
            ("user 5", "  spaces  #5"), ("user 7", "密码🔑#7"), ("user 4998", "ünïcødé#4998"),
        ] {
            let items = try #require(document["items"] as? [[String: Any]])
            let item = try #require(items.first { $0["userName"] as? String == user })
            let location = try #require(item["location"] as? String)
            let shown = try await fixture.run("show", location, "--field", "password")
            #expect(shown.output == password + "\n")
        }
    }

    @Test("A second import changes nothing; a newer password is taken over")
    func again() async throws {
        var export = FirefoxExport()
        export.add("https://a.example.com", "ada", "one", number: 1)
        export.add("https://b.example.com", "ada", "two", number: 2)
        let fixture = try await CommandFixture.make(csv: export.text)
        let second = try await fixture.run("import", fixture.path("logins.csv"), "--yes")
        #expect(second.status == 0)
        #expect(second.output == "0 new, 0 changed, 2 already there, 0 left out\n")
        let newer = export.text.replacing("\"one\"", with: "\"uno\"")
            .replacing("1650000000000", with: "4102444800000", maxReplacements: 1)
        try fixture.folder.write(newer, to: "newer.csv")
        let third = try await fixture.run("import", fixture.path("newer.csv"), "--yes", "--json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(third.output.utf8)) as? [String: Any])
        #expect(document["changed"] as? Int == 1)
        #expect(document["alreadyThere"] as? Int == 1)
        #expect(
            try await fixture.run("show", "a.example.com", "--field", "password").output == "uno\n")
    }

    @Test("A dry run and a refusal leave the vault as it was")
    func dryRun() async throws {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write(FirefoxExport.varied(10).text, to: "logins.csv")
        let dry = try await fixture.run("import", fixture.path("logins.csv"), "--dry-run")
        #expect(dry.output == "10 new, 0 changed, 0 already there, 0 left out\n")
        let refused = try await fixture.run("import", fixture.path("logins.csv"))
        #expect(refused.status == 1)
        #expect(try await fixture.run("list").output.isEmpty)
    }

    @Test("A bad row is reported with its line and reason, and the rest goes in")
    func badRows() async throws {
        let fixture = try await CommandFixture.make("wallet")
        let text =
            "url,username,password,timePasswordChanged\n"
            + "https://a.example.com,ada,s3cret,1\n" + "https://b.example.com,ada\n"
            + "https://c.example.com,ada,,1\n" + "https://d.example.com,eve,s3cret,1\n"
        try fixture.folder.write(text, to: "logins.csv")
        let result = try await fixture.run("import", fixture.path("logins.csv"), "--yes")
        #expect(result.status == 0)
        #expect(result.output == "2 new, 0 changed, 0 already there, 2 left out\n")
        #expect(result.errors.contains("Line 3"))
        #expect(result.errors.contains("Line 4, “c.example.com”, is left out"))
        #expect(!result.errors.contains("s3cret"))
    }

    @Test("Where everything is left out, the status says so")
    func nothingLeft() async throws {
        let fixture = try await CommandFixture.make("wallet")
        let header = "url,username,password,timePasswordChanged\n"
        let bad = header + "https://c.example.com,ada,,1\nhttps://b.example.com,ada\n"
        try fixture.folder.write(bad, to: "bad.csv")
        for arguments in [["--yes"], ["--dry-run"], ["--yes", "--json"]] {
            let result = try await fixture.bare(
                ["import", fixture.path("bad.csv"), "--passphrase-file"]
                    + [fixture.path("passphrase")] + arguments)
            #expect(result.status == 65, "\(arguments)")
            #expect(!result.output.isEmpty)
        }
        // Nothing in it is no mistake, and what is there already is not left out.
        try fixture.folder.write(header, to: "empty.csv")
        #expect(try await fixture.run("import", fixture.path("empty.csv"), "--yes").status == 0)
        let mixed = bad + "https://a.example.com,ada,s3cret,1\n"
        try fixture.folder.write(mixed, to: "mixed.csv")
        for _ in 0..<2 {
            let result = try await fixture.run("import", fixture.path("mixed.csv"), "--yes")
            #expect(result.status == 0)
        }
    }

    @Test("Standard input can hold the passphrase and then the file")
    func standardInput() async throws {
        let fixture = try await CommandFixture.make()
        let input = "\(CommandFixture.passphrase)\n\(FirefoxExport.varied(3).text)"
        let result = try await fixture.bare(
            ["import", "-", "--yes", "--passphrase-file", "-"], input: input)
        #expect(result.output == "3 new, 0 changed, 0 already there, 0 left out\n")
    }
}
