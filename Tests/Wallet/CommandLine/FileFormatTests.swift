import Foundation
import TestSupport
import Testing

/// Opens vaults with a reader that knows nothing but the page about their file.
@Suite("The page about the file of a vault")
struct FileFormatTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Modules/Wallet/Vault/WalletVault.docc/FileFormat.md")

    /// What the reader says of a vault, opened with the first line of a file.
    private func read(_ fixture: CommandFixture, _ vault: String, with secret: String)
        async throws -> Program.Result
    {
        // That of Debian, for which tools/setup installs what the reader imports.
        try await Program(path: "/usr/bin/python3").run(
            Self.sources.appending(path: "read-vault.py").path, Self.page.path,
            fixture.path(vault), fixture.path(secret))
    }

    /// A vault with an item of each kind, a former password, and something in the trash.
    private func vault() async throws -> CommandFixture {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        try fixture.folder.write("new-bank\n", to: "password", permissions: 0o600)
        try fixture.folder.write("JBSWY3DPEHPK3PXP\n", to: "otp", permissions: 0o600)
        try fixture.folder.write("4111 1111 1111 1111\n", to: "number", permissions: 0o600)
        try fixture.folder.write("first\nsecond: ü\n", to: "notes", permissions: 0o600)
        let commands = [
            ["edit", "bank", "--set-field", "Seat=12"],
            [
                "edit", "bank", "--set-field", "Seat=14", "--password-file",
                fixture.path("password"), "--otp-file",
                fixture.path("otp"), "--tag", "Käse",
            ],
            ["remove", "mail", "--yes"],
            [
                "add", "card", "--issuer", "My bank", "--expiry", "04/28", "--number-file",
                fixture.path("number"),
            ],
            ["add", "note", "--title", "Plans", "--notes-file", fixture.path("notes")],
            ["vault", "recovery-code", fixture.path("code")],
        ]
        for command in commands {
            let result = try await fixture.bare(
                command + ["--passphrase-file", fixture.path("passphrase")])
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        return fixture
    }

    private typealias Record = [String: Any]

    private func records(_ text: String) throws -> [String: Record] {
        let records = try #require(try json(text)["items"] as? [Record])
        return try Dictionary(
            records.map { (try #require($0["title"] as? String), $0) }, uniquingKeysWith: { $1 })
    }

    @Test("Suffices to verify a vault and to read every item, with the passphrase and the code")
    func reads() async throws {
        let fixture = try await vault()
        let result = try await read(fixture, "home/vault.db", with: "passphrase")
        #expect(result.errors == "")
        let items = try records(result.output)
        #expect(items.count == 5)
        let bank = try #require(items["bank.example.com"])
        #expect(bank["kind"] as? String == "login")
        #expect(bank["site"] as? [String] == ["https://bank.example.com"])
        #expect(bank["user name"] as? String == "ada")
        #expect(bank["password"] as? String == "new-bank")
        #expect(bank["one-time password"] as? String == "JBSWY3DPEHPK3PXP")
        #expect(bank["tag"] as? [String] == ["Käse"])
        #expect(bank["folded tags"] as? String == "kase")
        #expect(bank["entries in the site index"] as? Int == 2)
        #expect(bank["created"] as? Int == 1_600_000_000_000)
        let former = try #require(bank["former version"] as? [Record]).first
        #expect(former?["password"] as? String == "s3cret-bank")
        #expect(former?["since"] as? Int == 1_650_000_000_000)
        #expect(former?["until"] as? Int == bank["password changed"] as? Int)
        let formerField = try #require(former?["custom field"] as? [Record]).first
        #expect(formerField?["label"] as? String == "Seat")
        #expect(formerField?["value"] as? String == "12")
        let field = try #require(bank["custom field"] as? [Record]).last
        #expect(field?["value"] as? String == "14")
        let mail = try #require(items["mail.example.org"])
        #expect(mail["password"] as? String == "s3cret-mail")
        #expect(mail["trashed"] as? Int == mail["trash date"] as? Int)
        #expect(mail["trashed"] is Int)
        #expect(items["zoo.example.net"]?["user name"] as? String == "zoë")
        let card = try #require(items["My bank"])
        #expect(card["kind"] as? String == "card")
        #expect(card["number"] as? String == "4111 1111 1111 1111")
        #expect(card["last digits"] as? String == "1111")
        #expect(card["brand"] as? String == "visa")
        #expect(card["expiry"] as? String == "2028-04")
        #expect(items["Plans"]?["notes"] as? String == "first\nsecond: ü")

        let byCode = try await read(fixture, "home/vault.db", with: "code")
        #expect(byCode.output == result.output)
        let wrong = try await read(fixture, "home/vault.db", with: "number")
        #expect(wrong.errors == "read-vault: the secret opens no slot\n")
        #expect(wrong.output == "")
    }

    @Test("Suffices to notice what was changed in the file")
    func notices() async throws {
        let fixture = try await CommandFixture.make(csv: FirefoxExport.accounts(3))
        let damages = [
            ("DELETE FROM overview WHERE n = 2", "an item is missing"),
            ("UPDATE overview SET revision = revision + 1 WHERE n = 1", "an item was put back"),
            (
                "UPDATE details SET sealed = (SELECT sealed FROM details WHERE n = 1) WHERE n = 2",
                "details were put back"
            ),
            ("UPDATE header SET created = created + 1", "the header is wrong"),
            ("UPDATE slot SET iterations = iterations + 1", "the secret opens no slot"),
            ("DELETE FROM site_bucket", "site buckets are wrong"),
            ("CREATE TABLE more (n INTEGER)", "the tables are others"),
        ]
        for (number, (damage, said)) in damages.enumerated() {
            let copy = "copy-\(number).db"
            let made = try await fixture.shell(
                "cp home/vault.db \(copy) && sqlite3 \(copy) '\(damage)'")
            try #require(made.status == 0, "\(made.errors)")
            let result = try await read(fixture, copy, with: "passphrase")
            #expect(result.errors == "read-vault: \(said)\n", "\(damage)")
            #expect(result.status == 1)
            #expect(result.output == "")
        }
    }
}
