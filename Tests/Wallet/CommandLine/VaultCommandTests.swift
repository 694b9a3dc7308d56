import Foundation
import TestSupport
import Testing

@Suite("wallet vault")
struct VaultCommandTests {
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    @Test("Work that fails is not called done")
    func failure() async throws {
        let fixture = try await CommandFixture.make("wallet")
        try fixture.folder.write("another phrase\n", to: "other", permissions: 0o600)
        let failed = try await fixture.bare(
            ["vault", "backup", "--passphrase-file", fixture.path("other")])
        #expect(failed.status == 77)
        #expect(failed.errors.contains("Copying and verifying the vault"))
        #expect(!failed.errors.contains("✓"))
        let done = try await fixture.run("vault", "backup")
        #expect(done.errors.contains("✓ Done: The copy is complete"))
    }

    @Test("A backup is restored on a second machine, and the vault that it replaces is kept")
    func backupAndRestore() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        let made = try await fixture.run("vault", "backup")
        #expect(made.status == 0)
        let path = try #require(lines(made.output).first)
        #expect(path.hasPrefix(fixture.path("home/state/backups/vault-")))
        #expect(lines(try await fixture.run("vault", "backup", "--list").output).first == path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let folder = try FileManager.default.contentsOfDirectory(
            atPath: fixture.path("home/state/backups"))
        #expect(folder.allSatisfy { $0.hasSuffix(".db") })

        let second = try CommandFixture("wallet")
        let missing = try await second.run("vault", "restore", second.path("nothing.db"))
        #expect(missing.status == 66)
        #expect(missing.errors.contains("There is no file at"))
        #expect(try await second.run("vault", "restore", path, "--dry-run").status == 0)
        #expect(try await second.run("list").status == 66)
        #expect(try await second.run("vault", "restore", path).status == 0)
        #expect(lines(try await second.run("list").output).count == 2)

        _ = try await second.run("add", "--title", "Newer", "--generate", "20")
        let refused = try await second.run("vault", "restore", path)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--yes"))
        let replaced = try await second.run("vault", "restore", path, "--yes")
        #expect(replaced.status == 0)
        #expect(lines(try await second.run("list").output).count == 2)
        let former = try #require(lines(replaced.output).first)
        // This machine knows that it is older than what took its place.
        let elsewhere = try await second.bare(
            ["list", "--vault", former, "--passphrase-file", second.path("passphrase")],
            environment: ["WALLET_HOME": second.path("elsewhere")])
        #expect(lines(elsewhere.output).count == 3)
    }

    @Test("Before an import writes, there is a backup of the vault as it was")
    func backupBeforeImport() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(2))
        let made = lines(try await fixture.run("vault", "backup", "--list").output)
        #expect(made.count == 1)
        let before = try #require(made.first)
        #expect(lines(try await fixture.run("list", "--vault", before).output).isEmpty)
        _ = try await fixture.run("import", fixture.path("logins.csv"), "--yes")
        // Nothing was new, nothing was written.
        #expect(lines(try await fixture.run("vault", "backup", "--list").output).count == 1)
    }

    @Test("A backup on a disk that cannot be written is restored, and not touched")
    func readOnlyBackup() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(2))
        let place = fixture.path("stick")
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        _ = try await fixture.run("vault", "backup", "\(place)/vault.db")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: place)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
        }
        let before = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(before == ["vault.db"])
        let restored = try await fixture.run("vault", "restore", "\(place)/vault.db", "--yes")
        #expect(restored.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == before)
    }

    @Test("Only so many backups stay, which a dry run names before")
    func rotation() async throws {
        let fixture = try await CommandFixture.make()
        var made: [String] = []
        for _ in 0..<3 {
            made += lines(try await fixture.run("vault", "backup", "--keep", "2").output)
        }
        #expect(lines(try await fixture.run("vault", "backup", "--list").output).count == 2)
        let dry = try await fixture.run("vault", "backup", "--keep", "1", "--dry-run")
        #expect(dry.output.isEmpty)
        #expect(dry.errors.contains(made[1]))
        #expect(lines(try await fixture.run("vault", "backup", "--list").output).count == 2)
        #expect(try await fixture.run("vault", "backup", "--keep", "0").status == 64)
        let again = try await fixture.run("vault", "backup", made[2])
        #expect(again.status == 73)
        #expect(try await fixture.run("vault", "backup", made[2], "--dry-run").status == 73)
    }

    @Test("A backup of another vault is named so before it takes the place of this one")
    func anotherVault() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        let own = fixture.path("own.db")
        _ = try await fixture.run("vault", "backup", own)
        let other = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        let foreign = other.path("foreign.db")
        _ = try await other.run("vault", "backup", foreign)
        let said = "another vault"
        #expect(
            try await fixture.run("vault", "restore", foreign, "--dry-run").errors.contains(said))
        #expect(
            try await !fixture.run("vault", "restore", own, "--dry-run").errors.contains(said))
    }

    @Test("The check has the exit status 65 and names what is wrong; what opens is saved")
    func checkAndRecover() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        let clean = try await fixture.run("vault", "check", "--json")
        #expect(clean.status == 0)
        #expect(try json(clean.output)["clean"] as? Bool == true)
        #expect(try json(clean.output)["items"] as? Int == 2)

        let damaged = try await fixture.shell(
            "sqlite3 home/vault.db 'DELETE FROM details WHERE n = (SELECT MIN(n) FROM details)'")
        #expect(damaged.status == 0)
        let check = try await fixture.run("vault", "check")
        #expect(check.status == 65)
        #expect(check.output.contains("is missing."))
        let findings = try json(try await fixture.run("vault", "check", "--json").output)
        #expect(findings["clean"] as? Bool == false)
        #expect((findings["findings"] as? [Any])?.count == 1)
        #expect(!check.output.contains("s3cret"))

        let target = fixture.path("saved.db")
        let dry = try await fixture.run("vault", "recover", target, "--dry-run")
        #expect(dry.status == 0)
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(try await fixture.run("vault", "recover", target).status == 0)
        #expect(try await fixture.run("vault", "check", "--vault", target).status == 0)
        #expect(lines(try await fixture.run("list", "--vault", target).output).count == 1)
        #expect(try await fixture.run("vault", "recover", target).status == 73)
        #expect(try await fixture.run("vault", "recover", target, "--dry-run").status == 73)
    }

    @Test("The passphrase is changed, further ones are added and taken away")
    func passphrases() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        try fixture.folder.write("a new and long passphrase\n", to: "new", permissions: 0o600)
        try fixture.folder.write("one for the office, as long\n", to: "office", permissions: 0o600)
        let nobody = try await fixture.run("vault", "passphrase")
        #expect(nobody.status == 64)
        #expect(nobody.errors.contains("--new-passphrase-file"))
        let changed = try await fixture.run(
            "vault", "passphrase", "--new-passphrase-file", fixture.path("new"))
        #expect(changed.status == 0)
        #expect(try await fixture.run("list").status == 77)

        func withNew(_ arguments: String...) async throws -> Program.Result {
            try await fixture.bare(arguments + ["--passphrase-file", fixture.path("new")])
        }
        #expect(try await withNew("list").status == 0)
        let added = try await withNew(
            "vault", "slots", "add", "--name", "Office", "--new-passphrase-file",
            fixture.path("office"))
        #expect(added.status == 0)
        let slots = try json(try await withNew("vault", "slots", "list", "--json").output)
        #expect(
            (slots["slots"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == [
                "", "Office",
            ])
        let office = ["--passphrase-file", fixture.path("office")]
        #expect(try await fixture.bare(["list"] + office).status == 0)

        #expect(try await withNew("vault", "slots", "remove", "Office").status == 1)
        #expect(try await withNew("vault", "slots", "remove", "Office", "--dry-run").status == 0)
        #expect(try await withNew("vault", "slots", "remove", "Nobody", "--yes").status == 1)
        #expect(try await withNew("vault", "slots", "remove", "Office", "--yes").status == 0)
        #expect(try await fixture.bare(["list"] + office).status == 77)
        let only = try await withNew("vault", "slots", "list", "--plain")
        let id = try #require(only.output.split(separator: "\t").first.map(String.init))
        let last = try await withNew("vault", "slots", "remove", id, "--yes")
        #expect(last.status == 1)
        #expect(last.errors.contains("last passphrase"))
    }

    @Test("A new recovery code goes to a new file of one's own")
    func recoveryCode() async throws {
        let fixture = try await CommandFixture.make()
        let file = fixture.path("code")
        #expect(try await fixture.run("vault", "recovery-code", file).status == 0)
        #expect((fixture.folder.text(of: "code") ?? "").count > 30)
        let slots = try await fixture.run("vault", "slots", "list", "--plain")
        #expect(lines(slots.output).count == 2)
        #expect(try await fixture.run("vault", "recovery-code", file).status == 73)
        #expect(fixture.folder.text(of: "code")?.filter { $0 == "\n" }.count == 1)
        #expect(lines(try await fixture.run("vault", "slots", "list", "--plain").output).count == 2)
    }

    @Test(
        "A file that an interrupted command has left is taken for a new one, and no other is",
        arguments: [
            ("", true),
            (
                "2345-6789\nThis code may not work yet. Repeat the command that was to make it.\n",
                true
            ),
            ("2345-6789\n", false), ("This code may not work yet.\n", false),
        ])
    func unfinishedRecoveryCode(_ text: String, isTaken: Bool) async throws {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write(text, to: "code")
        let result = try await fixture.run("vault", "recovery-code", fixture.path("code"))
        #expect(result.status == (isTaken ? 0 : 73))
        let after = try #require(fixture.folder.text(of: "code"))
        #expect(isTaken ? after.count > 30 && !after.contains(" ") : after == text)
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path("code"))
        if isTaken { #expect(attributes[.posixPermissions] as? Int == 0o600) }
    }

    @Test("Tuning measures, and wraps the key anew")
    func tune() async throws {
        let fixture = try await CommandFixture.make()
        // Id and cost; a slot that is wrapped anew is another one, whatever it costs.
        func slot() async throws -> (id: String?, cost: String?) {
            let fields = try await fixture.run("vault", "slots", "list", "--plain").output
                .split(separator: "\t").map(String.init)
            return (fields.first, fields.last)
        }
        let before = try await slot()
        let dry = try await fixture.run("vault", "tune", "--seconds", "3", "--dry-run")
        #expect(dry.status == 0)
        #expect(dry.errors.contains("MiB"))
        #expect(try await slot().id == before.id)
        #expect(try await fixture.run("vault", "tune", "--seconds", "3").status == 0)
        let after = try await slot()
        #expect(after.id != before.id)
        let memory = after.cost?.split(separator: "/").first.flatMap { Int($0) }
        #expect(try #require(memory) >= 65_536)
        #expect(try await fixture.run("list").status == 0)
        #expect(try await fixture.run("vault", "tune", "--seconds", "60").status == 64)
    }

    @Test("An older copy is used only after it was accepted")
    func olderCopy() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.shell("cp home/vault.db older.db && chmod 600 older.db")
        _ = try await fixture.run("add", "--title", "Newer", "--generate", "20")
        _ = try await fixture.shell("cp older.db home/vault.db")
        #expect(try await fixture.run("list").status == 65)
        #expect(try await fixture.run("vault", "accept-older-copy").status == 1)
        #expect(try await fixture.run("vault", "accept-older-copy", "--yes").status == 0)
        #expect(try await fixture.run("list").status == 0)
    }

    @Test("Without a vault there is nothing to look after")
    func missing() async throws {
        let fixture = try CommandFixture()
        for command in [
            ["check"], ["backup"], ["recover", "x.db"], ["passphrase"], ["slots", "list"],
            ["accept-older-copy", "--yes"],
        ] {
            let result = try await fixture.bare(
                ["vault"] + command + ["--passphrase-file", fixture.path("passphrase")])
            #expect(result.status == 66, "\(command)")
            #expect(result.errors.contains("wallet init"), "\(command)")
        }
    }
}
