import Foundation
import TestSupport
import Testing

@Suite("wallet attachment")
struct AttachmentCommandTests {
    /// A home with three logins and a file of three megabytes.
    private func home() async throws -> (CommandFixture, Data) {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(3))
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
        try content.write(to: URL(fileURLWithPath: fixture.path("scan.pdf")))
        return (fixture, content)
    }

    private func data(_ fixture: CommandFixture, _ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: fixture.path(name)))
    }

    @Test("attaches a file, lists it, writes it back, and removes it")
    func round() async throws {
        let (fixture, content) = try await home()
        let added = try await fixture.run("attachment", "add", "bank", fixture.path("scan.pdf"))
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.errors.contains("“scan.pdf” is attached to “bank.example.com”."))
        let piped = try await fixture.run(
            "attachment", "add", "bank", "-", "--name", "notes.txt", input: "line\n")
        #expect(piped.status == 0, "\(piped.errors)")

        let listed = try await fixture.run("attachment", "list", "bank", "--plain")
        let rows = listed.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["scan.pdf", "notes.txt"])
        #expect(rows.map { $0[1] } == ["3000000", "5"])
        #expect(try await fixture.run("show", "bank").output.contains("scan.pdf"))
        #expect(try await fixture.run("show", "bank", "--json").output.contains("\"scan.pdf\""))

        let target = fixture.path("copy.pdf")
        let written = try await fixture.run(
            "attachment", "get", "bank", "scan.pdf", "--output", target)
        #expect(written.status == 0, "\(written.errors)")
        #expect(try data(fixture, "copy.pdf") == content)
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let there = try await fixture.run(
            "attachment", "get", "bank", "scan.pdf", "--output", target)
        #expect(there.status != 0)
        #expect(
            try await fixture.run(
                "attachment", "get", "bank", "scan.pdf", "--output", target, "--force"
            ).status == 0)
        let printed = try await fixture.run(
            "attachment", "get", "bank", "notes.txt", "--output", "-")
        #expect(printed.output == "line\n")
        #expect(printed.errors == "")

        // It is in a backup.
        let backup = fixture.path("backup.db")
        #expect(try await fixture.run("vault", "backup", backup).status == 0)
        let removed = try await fixture.run("attachment", "remove", "bank", "scan.pdf", "--yes")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(
            try await fixture.run("attachment", "list", "bank", "--plain").output
                .hasPrefix("notes.txt"))
        #expect(try await fixture.run("vault", "restore", backup, "--yes").status == 0)
        #expect(
            try await fixture.run(
                "attachment", "get", "bank", "scan.pdf", "--output", fixture.path("old.pdf")
            ).status == 0)
        #expect(try data(fixture, "old.pdf") == content)
        #expect(try await fixture.run("vault", "check").status == 0)
    }

    @Test("lists the files of all items, the largest first")
    func all() async throws {
        let (fixture, _) = try await home()
        let none = try await fixture.run("attachment", "list")
        #expect(none.output == "No item has a file.\n", "\(none.errors)")
        try fixture.folder.write("four", to: "small.txt")
        for (item, file) in [("bank", "small.txt"), ("mail", "scan.pdf")] {
            let added = try await fixture.run("attachment", "add", item, fixture.path(file))
            #expect(added.status == 0, "\(added.errors)")
        }
        let listed = try await fixture.run("attachment", "list", "--plain")
        let rows = listed.output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(rows.map { $0[0] } == ["scan.pdf", "small.txt"])
        #expect(rows.map { $0[1] } == ["3000000", "4"])
        #expect(rows.allSatisfy { $0[3].hasPrefix("login:") }, "\(listed.output)")
        let text = try await fixture.run("attachment", "list").output
        #expect(text.contains("3,000 kB") && text.contains("bank.example.com"), "\(text)")
        let json = try await fixture.run("attachment", "list", "--json").output
        #expect(json.contains("\"location\" : \"login:"), "\(json)")
    }

    @Test("What cannot be done is said, and changes nothing")
    func refusals() async throws {
        let (fixture, _) = try await home()
        try fixture.folder.write("x", to: "small.txt")
        #expect(mkfifo(fixture.path("pipe"), 0o600) == 0)
        let huge = fixture.path("huge.bin")
        #expect(FileManager.default.createFile(atPath: huge, contents: nil))
        #expect(truncate(huge, 100_000_001) == 0)
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            (["add", "bank", fixture.path("missing")], 66, "cannot be read"),
            (["add", "bank", fixture.path("pipe")], 66, "a pipe with a name"),
            (["add", "bank", fixture.path("home")], 66, "folder"),
            (["add", "bank", huge], 65, "larger than 100 MB"),
            (
                ["add", "bank", fixture.path("scan.pdf"), "--attachment-limit", "2"], 65,
                "larger than 2 MB"
            ),
            (["add", "nobody", fixture.path("small.txt")], 1, "Nothing matches"),
            (["add", "bank", "-"], 64, "--name"),
            (
                ["add", "bank", fixture.path("small.txt"), "--name", ".."], 65,
                "not the name of a file"
            ),
            (["get", "bank", "none.txt"], 1, "It has no files"),
            (["remove", "bank", "none.txt", "--yes"], 1, "It has no files"),
        ]
        for (arguments, status, words) in cases {
            let refused = try await fixture.bare(
                ["attachment"] + arguments
                    + ["--passphrase-file", fixture.path("passphrase")])
            #expect(refused.status == status, "\(arguments): \(refused.errors)")
            #expect(refused.errors.contains(words), "\(arguments): \(refused.errors)")
        }
        #expect(
            try await fixture.run("attachment", "add", "bank", fixture.path("small.txt")).status
                == 0)
        let again = try await fixture.run("attachment", "add", "bank", fixture.path("small.txt"))
        #expect(again.status == 65)
        #expect(again.errors.contains("already has an attachment"))
        let other = try await fixture.run("attachment", "get", "bank", "small")
        #expect(other.errors.contains("It has: small.txt."))
        #expect(try await fixture.run("vault", "check").status == 0)
    }

    @Test("An export takes files along, or says that they are left out, and asks")
    func export() async throws {
        let (fixture, _) = try await home()
        try fixture.folder.write("x", to: "small.txt")
        _ = try await fixture.run("attachment", "add", "bank", fixture.path("small.txt"))
        try fixture.folder.write("another passphrase\n", to: "secret", permissions: 0o600)
        func arguments(_ format: String, _ name: String) -> [String] {
            [
                "export", format, fixture.path(name), "--password-file", fixture.path("secret"),
                "--passphrase-file", fixture.path("passphrase"),
            ]
        }
        let sealed = arguments("bitwarden-encrypted", "out.json")
        let asked = try await fixture.bare(sealed)
        #expect(asked.status == 1)
        #expect(asked.errors.contains("1 attached file"), "\(asked.errors)")
        #expect(try await fixture.bare(sealed + ["--yes"]).status == 0)
        let whole = try await fixture.bare(arguments("keepass", "out.kdbx"))
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(!whole.errors.contains("attached"), "\(whole.errors)")
        #expect(
            try await fixture.run("attachment", "remove", "bank", "small.txt", "--yes").status == 0)
        let back = [
            "import", fixture.path("out.kdbx"), "--password-file", fixture.path("secret"),
            "--passphrase-file", fixture.path("passphrase"),
        ]
        let looked = try await fixture.bare(back + ["--dry-run"])
        #expect(looked.output.contains("; 1 file attached"), "\(looked.output)")
        let imported = try await fixture.bare(back + ["--yes", "--json"])
        #expect(imported.output.contains("\"files\" : 1"), "\(imported.output)")
        let again = try await fixture.run(
            "attachment", "get", "bank", "small.txt", "--output", "-")
        #expect(again.output == "x")
        let last = try await fixture.bare(back + ["--dry-run"])
        #expect(!last.output.contains("attached"), "\(last.output)")
    }
}
