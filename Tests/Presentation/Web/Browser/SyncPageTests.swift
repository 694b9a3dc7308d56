import Foundation
import TenonTesting
import TestSupport
import Testing

@Suite("Two homes with agents keep a vault in step, on pages in real browsers", .serialized)
struct SyncPageTests {
    private static let passphrase = "nine pelicans juggle violet umbrellas"

    private let folder: TemporaryFolder
    private let desk: WalletServer
    private let phone: WalletServer

    init() throws {
        folder = try TemporaryFolder()
        (desk, phone) = (try WalletServer(hasAgent: true), try WalletServer(hasAgent: true))
        for home in [desk, phone] { try home.write("\(Self.passphrase)\n", to: "passphrase") }
    }

    /// What a command writes, which must succeed.
    @discardableResult
    private func run(
        _ home: WalletServer, _ words: String..., input: String = ""
    ) async throws -> String {
        let result = try await home.run("wallet", words, input: input)
        try #require(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    @Test("Set up, invite, join, decide a conflict, take a machine out")
    func evening() async throws {
        try await run(desk, "init")
        try await run(
            desk, "add", "login", "--title", "bank", "--password-file", "-", input: "one")
        let (deskPage, phonePage) = (try await desk.start(), try await phone.start())
        try await Browser.run { first in
            try await Browser.run { second in
                let desk = WebFrontEndDriver(first, hasScripts: true)
                let phone = WebFrontEndDriver(second, hasScripts: true)
                try await desk.attach(to: deskPage)
                try await phone.attach(to: phonePage)
                try await join(desk, phone)
                try await decide(desk, phone)
                try await remove(desk, phone)
            }
        }
    }

    private func join(_ desk: WebFrontEndDriver, _ phone: WebFrontEndDriver) async throws {
        try await desk.choose("Sync", on: nil)
        try await desk.wait(for: "This vault is on this machine only.")
        try await desk.choose("Set up on this machine", on: nil)
        try await desk.wait(for: "For the first machine of a vault")
        try await desk.fill("Folder or server", with: .text(folder.path))
        try await desk.fill("Name of this machine", with: .text("desk"))
        try await desk.choose("Set up", on: nil)
        try await desk.wait(for: "is where the other machines find it")
        #expect(try await desk.see().contains(folder.path))
        try await desk.choose("Invite", on: nil)
        try await desk.wait(for: "A code lets one other machine in.")
        try await desk.choose("Make a code", on: nil)
        try await desk.wait(for: "wallet-sync:")
        let code = try #require(try await desk.see().firstMatch(of: /wallet-sync:\S+/))

        try await desk.waitToRead([String(code.output)], revealedBy: "Reveal")

        try await phone.wait(for: "Welcome to Wallet")
        try await phone.choose("Take the vault of another machine", on: nil)
        try await phone.wait(for: "Code of the invitation")
        try await phone.fill("Code of the invitation", with: .secret(String(code.output)))
        try await phone.fill("Passphrase of the vault", with: .secret(Self.passphrase))
        try await phone.fill("Name of this machine", with: .text("phone"))
        try await phone.choose("Join", on: nil)
        try await phone.wait(for: "The vault is here.")
        // The agent of the other one lets it in by itself.
        try await desk.wait(for: "phone is in.")
        try await desk.wait(for: "Good until", isThere: false)
        try await phone.wait(for: "is where the other machines find it")

        try await desk.choose("Sync", on: nil)
        try await desk.wait(for: "Exchange now")
        try await desk.choose("Machines", on: nil)
        try await desk.wait(for: "Take out")
        try await desk.wait(for: "phone")
        #expect(try await desk.see().contains("this machine"))
        #expect(try await run(self.phone, "show", "bank", "--field", "password") == "one\n")
    }

    private func decide(_ desk: WebFrontEndDriver, _ phone: WebFrontEndDriver) async throws {
        for home in [self.desk, self.phone] { try await run(home, "sync", "now") }
        // While the folder is away nothing is exchanged, so neither knows of the other's change.
        let away = folder.path + "-away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        for (home, password) in [(self.desk, "desk-secret"), (self.phone, "phone-secret")] {
            try await run(home, "edit", "bank", "--password-file", "-", input: password)
        }
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        for home in [self.desk, self.phone, self.desk] { try await run(home, "sync", "now") }

        for page in [desk, phone] { try await page.wait(for: "1 conflict") }
        try await desk.choose("Sync", on: nil)
        try await desk.wait(for: "1 item was changed on several machines at once.")
        try await desk.choose("1 conflict", on: nil)
        try await desk.wait(for: "none of which knew of the others")
        try await desk.choose("Choose", on: "bank")
        try await desk.wait(for: "Keep what phone has")
        let shown = try await desk.everything()
        #expect(!shown.contains("desk-secret") && !shown.contains("phone-secret"))
        try await desk.choose("Keep what phone has", on: nil)
        try await desk.wait(for: "There is no conflict.")
        try await run(self.phone, "sync", "now")
        try await phone.wait(for: "1 conflict", isThere: false)
        for home in [self.desk, self.phone] {
            #expect(
                try await run(home, "show", "bank", "--field", "password") == "phone-secret\n")
        }
    }

    private func remove(_ desk: WebFrontEndDriver, _ phone: WebFrontEndDriver) async throws {
        try await desk.choose("Sync", on: nil)
        try await desk.wait(for: "Exchange now")
        try await desk.choose("Machines", on: nil)
        try await desk.wait(for: "Take out")
        try await desk.choose("Take out", on: "phone")
        try await desk.wait(for: "It keeps what it has")
        try await desk.answer(.confirm)
        try await desk.wait(for: "phone is out.")
        try await desk.wait(for: "Take out", isThere: false)
        try await phone.choose("Sync", on: nil)
        try await phone.wait(for: "Place")
        try await phone.wait(for: "Another machine has taken this one out.")
        let seen = try await phone.see()
        #expect(seen.contains("ask for a code with “Invite” there"))
        #expect(!seen.contains("wallet sync"))
        #expect(try await run(self.phone, "show", "bank", "--field", "password") != "")
    }
}
