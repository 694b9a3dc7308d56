import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("The screens of the recovery sheet")
struct RecoveryScreensTests {
    @Test(
        "A sheet is made after the passphrase and a question, and brings the vault back elsewhere")
    func sheet() async throws {
        let folder = try TemporaryFolder()
        let bank = Login(title: "bank", userName: "ada", password: SecretText("first"))
        let desk = try await ScreenHome([bank])
        try await desk.setUp(in: folder.path, as: "desk")
        try await desk.pilot.choose("Recovery sheet")
        try await desk.pilot.fill("Passphrase of the vault", with: .secret("wrong"))
        try await desk.pilot.choose("Make a sheet")
        try await desk.pilot.answer(.confirm)
        #expect(desk.pilot.sees("The passphrase is wrong."))
        try await desk.pilot.fill(
            "Passphrase of the vault", with: .secret(TemporaryVault.passphrase))
        try await desk.pilot.choose("Make a sheet")
        #expect(desk.pilot.sees("A former sheet is void then"))
        try await desk.pilot.answer(.confirm)
        #expect(desk.pilot.sees(folder.path, on: "Place"))
        try await desk.pilot.choose("Copy", on: "Text of the sheet")
        let text = try #require(desk.pilot.clipboard.content).reveal()
        #expect(desk.codes.isEmpty)
        try await desk.pilot.choose("Reveal", on: "Text of the sheet")
        #expect(desk.codes == [.revealed(text)])
        try await desk.pilot.choose("It is kept")
        #expect(try desk.pilot.screen().location.description == "sync")
        await desk.stop()

        let laptop = try await ScreenHome(nil)
        try await laptop.pilot.choose("Use a recovery sheet")
        try await laptop.pilot.fill("Text of the sheet", with: .secret(text))
        try await laptop.pilot.fill(
            "New passphrase for this machine", with: .secret("correct horse battery laptop"))
        try await laptop.pilot.choose("Bring back")
        #expect(laptop.vault.manager.status == .missing)
        try await laptop.pilot.fill("Text of the sheet", with: .secret(text))
        try await laptop.pilot.fill(
            "New passphrase for this machine", with: .secret("correct horse battery laptop"))
        try await laptop.pilot.fill(
            "The same once more", with: .secret("correct horse battery laptop"))
        try await laptop.pilot.fill("Name of this machine", with: .text("laptop"))
        try await laptop.pilot.choose("Bring back")
        try await laptop.pilot.wait(for: "is where the other machines find it")
        #expect(try await laptop.vault.manager.list(ItemQuery()).items.map(\.title) == ["bank"])
        try await laptop.pilot.choose("Machines")
        // The list may first show what was known before the exchange.
        try await laptop.pilot.wait(for: "Recovery sheet")
        #expect(laptop.pilot.sees("desk"))
        await laptop.stop()
    }
}
