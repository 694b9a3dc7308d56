import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletTransfer
import WalletVault

@Suite("The screens of an export")
struct ExportSceneTests {
    private static let passphrase = "correct horse battery staple"

    private func visit(
        language: String = "en"
    ) async throws -> (pilot: SessionPilot, fixture: TransferFixture) {
        let fixture = try await TransferFixture()
        try await fixture.vault.add(Login(title: "Mail", password: SecretText("s3cret")))
        let pilot = try await SessionPilot(
            plugins: [TransferPlugin.self],
            configuration: Configuration(flags: ["language": language]), at: "export",
            providing: fixture.register)
        return (pilot, fixture)
    }

    @Test("a text in clear: from the form to the warning")
    func clear() async throws {
        let (pilot, fixture) = try await visit()
        let path = fixture.path("out.csv")
        #expect(pilot.sees("Bitwarden with AES-256 are encrypted. The others are not"))
        try await pilot.fill("Format", with: .choice("CSV"))
        try await pilot.fill("File", with: .text(path))
        try await pilot.fill("Passphrase of the vault", with: .secret("wrong"))
        try await pilot.choose("Export all items")
        let problem = try pilot.screen().fields.first { $0.id == "passphrase" }?.problem
        #expect(problem != nil && !FileManager.default.fileExists(atPath: path))
        #expect(
            try pilot.screen().fields.first { $0.id == "path" }?.kind
                == .text(path, isMultiline: false))
        try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
        try await pilot.choose("Export all items")
        #expect(try pilot.screen().title == "Export finished")
        #expect(pilot.sees("1 item was written to \(path)."))
        #expect(pilot.sees("This file is not encrypted."))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("s3cret"))
        #expect(!pilot.see().contains("s3cret"))
        #expect(pilot.progress.last?.isFinished == true)
        try await pilot.choose("Export again")
        try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
        try await pilot.choose("Export all items")
        let exists = try pilot.screen().fields.first { $0.id == "path" }?.problem
        #expect(exists?.hasPrefix("There is a file out.csv already") == true)
        await pilot.stop()
    }

    @Test("what was typed is there after whatever went wrong, and need not be typed again")
    func kept() async throws {
        let (pilot, fixture) = try await visit()
        let path = fixture.path("out.kdbx")
        func kinds() throws -> [Field.Kind] {
            try pilot.screen().fields.map(\.kind).filter {
                if case .secret = $0 { true } else { false }
            }
        }
        try await pilot.fill("File", with: .text(path))
        try await pilot.fill("New password of the file", with: .secret("one"))
        try await pilot.fill("The same password again", with: .secret("one"))
        try await pilot.fill("Passphrase of the vault", with: .secret("wrong"))
        try await pilot.choose("Export all items")
        #expect(try pilot.screen().fields.contains { $0.problem != nil })
        #expect(try kinds() == [.secret(isSet: true), .secret(isSet: true), .secret(isSet: true)])
        try Data("here".utf8).write(to: URL(filePath: path))
        try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
        try await pilot.choose("Export all items")
        #expect(pilot.sees("There is a file out.kdbx already"))
        #expect(try kinds() == [.secret(isSet: true), .secret(isSet: true), .secret(isSet: true)])
        #expect(pilot.session.asks(before: .back))
        try FileManager.default.removeItem(atPath: path)
        try await pilot.choose("Export all items")
        #expect(try pilot.screen().title == "Export finished")
        let target = try await TransferFixture()
        #expect(try await target.import(path: path, password: "one").counts.new == 1)
        // It is typed anew for another file.
        try await pilot.choose("Export again")
        #expect(
            try kinds() == [.secret(isSet: false), .secret(isSet: false), .secret(isSet: false)])
        await pilot.stop()
    }

    @Test(
        "a path that is not whole is refused, whatever folder the program is in",
        arguments: ["out.csv", "~/out.csv", "./out.csv"])
    func relative(path: String) async throws {
        let (pilot, _) = try await visit()
        try await pilot.fill("Format", with: .choice("CSV"))
        try await pilot.fill("File", with: .text(path))
        try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
        try await pilot.choose("Export all items")
        let problem = try pilot.screen().fields.first { $0.id == "path" }?.problem
        #expect(problem?.hasSuffix("Give the whole path, such as /home/ada/logins.json.") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
        await pilot.stop()
    }

    @Test("a KeePass file needs a password of its own, typed twice")
    func keePass() async throws {
        let (pilot, fixture) = try await visit()
        let path = fixture.path("out.kdbx")
        func fill(_ password: String, _ repetition: String) async throws {
            try await pilot.fill("File", with: .text(path))
            try await pilot.fill("New password of the file", with: .secret(password))
            try await pilot.fill("The same password again", with: .secret(repetition))
            try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
            try await pilot.choose("Export all items")
        }
        try await fill("one", "two")
        #expect(
            try pilot.screen().fields.first { $0.id == "repeat" }?.problem
                == "The two passwords are not the same.")
        try await fill("", "")
        #expect(try pilot.screen().fields.first { $0.id == "password" }?.problem != nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        try await fill("one", "one")
        #expect(try pilot.screen().title == "Export finished")
        #expect(!pilot.sees("This file is not encrypted."))
        let target = try await TransferFixture()
        #expect(try await target.import(path: path, password: "one").counts.new == 1)
        try await pilot.choose("Done")
        await pilot.stop()
    }

    @Test("what a format does not hold is on the screen; nothing is written before it was there")
    func omissions() async throws {
        let (pilot, fixture) = try await visit()
        #expect(pilot.sees("Nothing is left out."))
        var login = try #require(try await fixture.logins().first)
        login.password = SecretText("newer")
        try await fixture.vault.save(login)
        let path = fixture.path("out.csv")
        func start() async throws {
            try await pilot.fill("Format", with: .choice("CSV"))
            try await pilot.fill("File", with: .text(path))
            try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
            try await pilot.choose("Export all items")
        }
        try await start()
        #expect(pilot.sees("1 former password") && pilot.sees("Nothing was written yet"))
        #expect(!FileManager.default.fileExists(atPath: path))
        try await start()
        #expect(try pilot.screen().title == "Export finished")
        #expect(pilot.sees("Not part of the file: 1 former password"))
        await pilot.stop()
    }

    @Test("a file that Bitwarden refuses is called so before and after, with its item and text")
    func refusal() async throws {
        let (pilot, fixture) = try await visit()
        var login = try #require(try await fixture.logins().first)
        login.userName = String(repeating: "a", count: 688)
        try await fixture.vault.save(login)
        func start() async throws {
            try await pilot.fill("Format", with: .choice("Bitwarden (JSON)"))
            try await pilot.fill("File", with: .text(fixture.path("out.json")))
            try await pilot.fill("Passphrase of the vault", with: .secret(Self.passphrase))
            try await pilot.choose("Export all items")
        }
        try await start()
        #expect(pilot.sees("refuses the whole file") && pilot.sees("Nothing was written yet"))
        #expect(!FileManager.default.fileExists(atPath: fixture.path("out.json")))
        try await start()
        #expect(try pilot.screen().title == "Export finished")
        #expect(pilot.sees("(User name)"))
        await pilot.stop()
    }

    @Test("everything is there in Brazilian Portuguese as well")
    func portuguese() async throws {
        let (pilot, _) = try await visit(language: "pt-BR")
        #expect(try pilot.screen().title == "Exportar")
        #expect(pilot.sees("Frase-senha do cofre"))
        await pilot.stop()
    }
}
