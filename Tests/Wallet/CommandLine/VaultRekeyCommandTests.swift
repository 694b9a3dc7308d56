import Foundation
import TestSupport
import Testing

@Suite("wallet vault rekey")
struct VaultRekeyCommandTests {
    @Test("It says what stops to work, makes a backup, and seals everything under a new key")
    func rekey() async throws {
        let fixture = try await CommandFixture.make("wallet", csv: FirefoxExport.accounts(2))
        try fixture.folder.write("one for the office, as long\n", to: "office", permissions: 0o600)
        _ = try await fixture.run("vault", "recovery-code", fixture.path("old-code"))
        _ = try await fixture.run(
            "vault", "slots", "add", "--name", "Office", "--new-passphrase-file",
            fixture.path("office"))

        let dry = try await fixture.run("vault", "rekey", "--dry-run")
        #expect(dry.status == 0)
        #expect(dry.errors.contains("Office"))
        #expect(dry.errors.contains("recovery code"))
        // The recovery code does not go without a word.
        let silent = try await fixture.run("vault", "rekey", "--yes")
        #expect(silent.status == 64)
        #expect(silent.errors.contains("--no-recovery-code"))
        let code = fixture.path("code")
        #expect(try await fixture.run("vault", "rekey", "--recovery-code", code).status == 1)
        #expect(fixture.folder.text(of: "code") == nil)
        #expect(
            try await fixture.run(
                "vault", "rekey", "--recovery-code", code, "--no-recovery-code"
            ).status == 64)

        let done = try await fixture.run("vault", "rekey", "--recovery-code", code, "--yes")
        #expect(done.status == 0)
        #expect(done.errors.contains("2 items were sealed again"))
        #expect((fixture.folder.text(of: "code") ?? "").count > 30)
        let backup = try #require(done.output.split(separator: "\n").first.map(String.init))
        #expect(backup.contains("-rekey"))

        let shown = try await fixture.run("show", "bank", "--field", "password")
        #expect(shown.output == "s3cret-bank\n")
        let office = ["list", "--passphrase-file", fixture.path("office")]
        #expect(try await fixture.bare(office).status == 77)
        let slots = try await fixture.run("vault", "slots", "list", "--plain")
        #expect(slots.output.split(separator: "\n").count == 2)
        #expect(try await fixture.run("vault", "check").status == 0)
        // The backup is as it was, with all that opened it; this machine knows that it is older.
        #expect(try await fixture.bare(office + ["--vault", backup]).status == 65)
        let elsewhere = try await fixture.bare(
            office + ["--vault", backup], environment: ["WALLET_HOME": fixture.path("elsewhere")])
        #expect(elsewhere.status == 0)
    }

    @Test("It has a help in both languages, and a wrong passphrase changes nothing")
    func refusals() async throws {
        let fixture = try await CommandFixture.make("wallet")
        let help = try await fixture.bare(["vault", "rekey", "--help"])
        #expect(help.output.contains("--recovery-code"))
        let portuguese = try await fixture.bare(
            ["vault", "rekey", "--help"], environment: ["LANG": "pt_BR.UTF-8"])
        #expect(portuguese.output.contains("nova chave"))
        try fixture.folder.write("not the passphrase\n", to: "wrong", permissions: 0o600)
        let wrong = try await fixture.bare(
            ["vault", "rekey", "--yes", "--passphrase-file", fixture.path("wrong")])
        #expect(wrong.status == 77)
        #expect(try await fixture.run("vault", "check").status == 0)
    }
}
