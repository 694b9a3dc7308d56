import Foundation
import TestSupport
import Testing

@Suite("Export by command")
struct ExportCommandTests {
    private func fixture() async throws -> CommandFixture {
        var export = FirefoxExport()
        export.add("https://a.example.com", "ada", "pässwörd, \"1\"", number: 1)
        export.add("https://b.example.com", "bob", "two", number: 2)
        return try await CommandFixture.make(csv: export.text)
    }

    @Test("A KeePass file with a password of its own is imported again by another vault")
    func keePass() async throws {
        let source = try await fixture()
        try source.folder.write("ключ от файла\n", to: "key", permissions: 0o600)
        let file = source.path("out.kdbx")
        let result = try await source.run(
            "export", "keepass", file, "--password-file", source.path("key"), "--json")
        #expect(result.status == 0)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(document["exported"] as? Int == 2 && document["encrypted"] as? Bool == true)
        let target = try await CommandFixture.make()
        let imported = try await target.run(
            "import", file, "--password-file", source.path("key"), "--yes")
        #expect(imported.output == "2 new, 0 changed, 0 already there, 0 left out\n")
        let shown = try await target.run("show", "a.example.com", "--field", "password")
        #expect(shown.output == "pässwörd, \"1\"\n")
        try source.folder.write("wrong\n", to: "wrong", permissions: 0o600)
        let wrong = try await target.run(
            "import", file, "--password-file", source.path("wrong"), "--yes")
        #expect(wrong.status == 77 && wrong.errors.contains("password of the file is wrong"))
    }

    @Test("What a file does not hold is said before it is written, and needs a yes as well")
    func omissions() async throws {
        let source = try await fixture()
        try source.folder.write("file password\n", to: "key", permissions: 0o600)
        let file = source.path("out.json")
        let arguments = [
            "export", "bitwarden-encrypted", file, "--password-file", source.path("key"),
            "--passphrase-file", source.path("passphrase"), "--json",
        ]
        #expect(
            try await source.run("edit", "a.example.com", "--user-name", "eve").status == 0)
        let refused = try await source.bare(arguments)
        #expect(refused.status == 1 && refused.errors.contains("1 other former value"))
        #expect(!FileManager.default.fileExists(atPath: file))
        let result = try await source.bare(arguments + ["--yes"])
        #expect(result.status == 0 && result.errors.contains("1 other former value"))
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((document["omitted"] as? [String: Int])?["former_values"] == 1)
        let target = try await CommandFixture.make()
        let imported = try await target.run(
            "import", file, "--password-file", source.path("key"), "--yes")
        #expect(imported.output == "2 new, 0 changed, 0 already there, 0 left out\n")
    }

    @Test("A file that Bitwarden refuses is called so, with its items and texts, and needs a yes")
    func refused() async throws {
        let source = try await fixture()
        try source.folder.write("file password\n", to: "key", permissions: 0o600)
        let title = String(repeating: "a", count: 688)
        #expect(try await source.run("edit", "a.example.com", "--title", title).status == 0)
        let file = source.path("out.json")
        let arguments = [
            "export", "bitwarden-encrypted", file, "--password-file", source.path("key"),
            "--passphrase-file", source.path("passphrase"), "--json",
        ]
        let refused = try await source.bare(arguments)
        #expect(refused.status == 1 && refused.errors.contains("refuses the whole file"))
        #expect(!FileManager.default.fileExists(atPath: file))
        let result = try await source.bare(arguments + ["--yes"])
        #expect(result.status == 0 && result.errors.contains("(Title)"))
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(document["exported"] as? Int == 2)
        let items = try #require(document["refused"] as? [[String: Any]])
        #expect(items.map { $0["title"] as? String } == [title])
        #expect(items.map { $0["texts"] as? [String] } == [["title"]])
    }

    @Test("Clear formats need a yes, and files that are there need --force")
    func clear() async throws {
        let source = try await fixture()
        let file = source.path("out.csv")
        let refused = try await source.run("export", "csv", file)
        #expect(refused.status == 1 && !FileManager.default.fileExists(atPath: file))
        #expect(try await source.run("export", "csv", file, "--yes").status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try await source.run("export", "csv", file, "--yes").status == 73)
        #expect(try await source.run("export", "csv", file, "--yes", "--force").status == 0)
        let text = try await source.run("export", "csv", "-", "--yes")
        #expect(text.output.hasPrefix("\"Group\",\"Title\",\"Username\",\"Password\""))
        #expect(text.output.contains("\"pässwörd, \"\"1\"\"\""))
        let json = try await source.run("export", "bitwarden", "-", "--yes")
        let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        #expect(((document as? [String: Any])?["items"] as? [Any])?.count == 2)
        #expect(try await source.run("export", "xml", "-").status == 64)
    }
}
