import Foundation
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("The screens of sync, between two homes and a folder")
struct SyncScreensTests {
    private let folder: TemporaryFolder
    private let bank = Login(title: "bank", userName: "ada", password: SecretText("first"))

    init() throws { folder = try TemporaryFolder() }

    @Test("Sync is set up, stands in the frame, exchanges on demand, and is left after a question")
    func settingUp() async throws {
        let desk = try await ScreenHome([bank], at: "sync")
        #expect(desk.pilot.sees("This vault is on this machine only."))
        #expect(desk.badge == nil)
        try await desk.pilot.choose("Set up on this machine")
        try await desk.pilot.fill("Folder or server", with: .text("Sync"))
        try await desk.pilot.choose("Set up")
        #expect(desk.pilot.sees("Give the whole path"))
        try await desk.pilot.fill("Folder or server", with: .text("\(folder.path)/none"))
        try await desk.pilot.choose("Set up")
        #expect(desk.pilot.sees("\(folder.path)/none is not a folder. Make the folder"))
        try await desk.pilot.open("sync")
        #expect(desk.pilot.sees("Discard what you typed?"))
        try await desk.pilot.answer(.confirm)

        try await desk.setUp(in: folder.path, as: "desk")
        #expect(try desk.pilot.screen().location.description == "sync")
        #expect(desk.pilot.sees(folder.path, on: "Place"))
        #expect(desk.pilot.sees("desk", on: "This machine"))
        #expect(desk.pilot.notices == ["Sync is set up. Invite your other machines."])
        try await desk.pilot.wait("the frame to tell") { desk.badge == "in step" }
        try await desk.pilot.open("items")
        #expect(desk.badge == "in step")

        try await desk.vault.manager.add(Login(title: "mail", password: SecretText("x")))
        try await desk.exchange()
        try await desk.pilot.wait(for: "0 items have changed here; handed over: 1.")

        try await desk.pilot.choose("Leave")
        #expect(desk.pilot.sees("Stop exchanging changes?"))
        #expect(desk.pilot.sees("No other machine keeps this vault in \(folder.path)."))
        try await desk.pilot.answer(.confirm)
        try await desk.pilot.wait(for: "This vault is on this machine only.")
        #expect(desk.badge == nil)
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))

        try await desk.pilot.choose("Set up on this machine")
        try await desk.pilot.fill("Folder or server", with: .text(folder.path))
        try await desk.pilot.choose("Set up")
        #expect(desk.pilot.sees("join with “Take the vault of another machine”."))
        await desk.stop()
    }

    @Test("A machine without a vault joins by a code, and both say when it is in")
    func joining() async throws {
        let desk = try await ScreenHome([bank])
        let phone = try await ScreenHome(nil)
        try await desk.setUp(in: folder.path, as: "desk")
        #expect(phone.pilot.sees("Welcome to Wallet"))
        try await phone.join(desk, as: "phone")
        #expect(try phone.pilot.screen().location.description == "sync")
        try await phone.pilot.wait(for: "waits to be let in by the one that invited it")
        try await phone.pilot.wait("the frame to tell") { phone.badge == "waits to be let in" }
        #expect(desk.pilot.sees("Good until"))
        _ = try await desk.sync.synchronize()
        try await desk.pilot.wait(for: "phone is in.")
        #expect(!desk.pilot.sees("Good until"))
        try await phone.exchange()
        try await phone.pilot.wait("the frame to tell") { phone.badge == "in step" }
        #expect(try await phone.vault.manager.list(ItemQuery()).items.map(\.title) == ["bank"])
        await desk.stop()
        await phone.stop()
    }

    @Test("What is wrong with a code is said in words, and nothing is made")
    func wrongCode() async throws {
        let phone = try await ScreenHome(nil, at: "welcome:join")
        try await phone.pilot.choose("Join")
        #expect(phone.pilot.sees("This is needed.", on: "Code of the invitation") == false)
        #expect(phone.pilot.sees("This is needed."))
        try await phone.pilot.fill("Code of the invitation", with: .secret("wallet-sync:nothing"))
        try await phone.pilot.fill("Passphrase of the vault", with: .secret("wrong"))
        try await phone.pilot.choose("Join")
        #expect(phone.pilot.sees("This is not the code of an invitation."))
        #expect(phone.vault.manager.status == .missing)
        await phone.stop()
    }

    @Test("A code that nobody used is gone when its time is over")
    func expiry() async throws {
        let desk = try await ScreenHome([bank])
        try await desk.setUp(in: folder.path, as: "desk")
        let code = try await desk.invite()
        try await desk.pilot.choose("Copy", on: "Code")
        #expect(desk.pilot.clipboard.content?.reveal() == code)
        #expect(desk.codes == [.revealed(code)])
        try await desk.pilot.choose("Conceal", on: "Code")
        #expect(desk.codes.isEmpty)
        try await desk.pilot.choose("Reveal", on: "Code")
        #expect(desk.codes == [.revealed(code)])
        try await desk.pilot.wait("the code to go") {
            desk.pilot.clock.advance(by: .seconds(601))
            return desk.pilot.sees("The code is no longer good.")
        }
        #expect(!desk.pilot.sees(code) && !desk.pilot.sees("Good until"))
        #expect(desk.codes.isEmpty)
        await desk.stop()
    }

    @Test("The machines are listed; one is taken out after a question, and says so itself")
    func devices() async throws {
        let (desk, phone) = try await ScreenHome.two([bank], in: folder.path)
        try await desk.pilot.open("sync:devices")
        try await desk.pilot.wait(for: "phone")
        #expect(desk.pilot.sees("this machine", on: "desk"))
        #expect(!desk.pilot.sees("Take out", on: "desk"))
        try await desk.pilot.choose("Take out", on: "phone")
        #expect(desk.pilot.sees("It keeps what it has"))
        try await desk.pilot.answer(.confirm)
        try await desk.pilot.wait(for: "phone is out.")
        #expect(desk.pilot.sees("It still has what it had"))
        try await desk.pilot.wait("the row to go") { !desk.pilot.sees("Take out") }
        try await phone.exchange()
        try await phone.pilot.wait(for: "Another machine has taken this one out.")
        #expect(phone.badge == "taken out")
        #expect(phone.pilot.sees("ask for a code with “Invite” there"))
        #expect(phone.pilot.sees("Take the vault of another machine"))
        await desk.stop()
        await phone.stop()
    }

    @Test("A machine that another one has let in is new until one looks at the list")
    func newcomer() async throws {
        let (desk, phone) = try await ScreenHome.two([bank], in: folder.path)
        let tablet = try await ScreenHome(nil)
        try await tablet.join(phone, as: "tablet")
        for home in [phone, tablet, desk] { try await home.exchange() }
        try await desk.pilot.wait("the frame to tell") { desk.badge == "new machine" }
        try await desk.pilot.wait(for: "tablet is new: phone let it in")
        for home in [phone, tablet] {
            try await home.pilot.wait("the frame to tell") { home.badge == "in step" }
        }
        try await desk.pilot.open("sync:devices")
        try await desk.pilot.wait("its row to tell") {
            desk.pilot.sees("let in by phone", on: "tablet") && desk.pilot.sees("new", on: "tablet")
        }
        #expect(desk.pilot.sees("let in by desk", on: "phone"))
        #expect(!desk.pilot.sees("new", on: "phone"))
        try await desk.pilot.wait("the frame to tell") { desk.badge == "in step" }
        #expect(desk.pilot.sees("new", on: "tablet"), "It stays marked while one looks")
        // Whoever takes the phone out hears whom it has let in.
        try await desk.pilot.choose("Take out", on: "phone")
        #expect(desk.pilot.sees("It has let in: tablet."))
        try await desk.pilot.answer(.confirm)
        try await desk.pilot.wait(for: "phone had let in tablet")
        try await desk.pilot.open("sync")
        try await desk.pilot.open("sync:devices")
        try await desk.pilot.wait(for: "tablet")
        #expect(!desk.pilot.sees("new", on: "tablet"))
        for home in [desk, phone, tablet] { await home.stop() }
    }

    @Test("A clock that is far ahead is named in the frame and on the screen, at home as well")
    func clocks() async throws {
        let clock = ManualClock(start: ScreenHome.now())
        let desk = try await ScreenHome([bank])
        let phone = try await ScreenHome(nil, now: { clock.now() })
        try await desk.setUp(in: folder.path, as: "desk")
        try await phone.join(desk, as: "phone")
        for home in [desk, phone] { try await home.exchange() }
        clock.advance(by: .seconds(365 * 86_400 + 43_200))
        try await phone.vault.manager.add(Login(title: "mail", password: SecretText("x")))
        for home in [phone, desk] { try await home.exchange() }
        try await desk.pilot.wait(for: "The clock of phone is more than 365 days ahead")
        try await desk.pilot.wait("the frame to tell") { desk.badge == "wrong clock" }
        try await phone.exchange()
        try await phone.pilot.wait(for: "The clock of desk is more than 365 days behind")
        try await phone.pilot.wait("the frame to tell") { phone.badge == "wrong clock" }
        // Once it is set, nothing has to be changed for that to be known.
        clock.advance(by: .seconds(-365 * 86_400 - 43_200))
        for home in [phone, desk] {
            try await home.exchange()
            try await home.pilot.wait("the frame to tell") { home.badge == "in step" }
            try await home.pilot.wait("the words to go") { !home.pilot.sees("The clock of") }
        }
        await desk.stop()
        await phone.stop()
    }

    @Test("The vault gets a new key and a new passphrase, on the other machine as well")
    func newKey() async throws {
        let (desk, phone) = try await ScreenHome.two([bank], in: folder.path)
        let former = try await desk.vault.manager.keyName()
        try await desk.pilot.open("sync:devices")
        try await desk.pilot.wait(for: "phone")
        let new = "seven new words for the same vault"
        for (passphrase, repetition, outcome) in [
            (TemporaryVault.passphrase, "other words", "not the same as above"),
            ("wrong", new, "passphrase is wrong"),
            (TemporaryVault.passphrase, new, "has a new key"),
        ] {
            try await desk.pilot.fill("Passphrase of the vault", with: .secret(passphrase))
            try await desk.pilot.fill("New passphrase", with: .secret(new))
            try await desk.pilot.fill("New passphrase again", with: .secret(repetition))
            try await desk.pilot.choose("Change the key")
            #expect(desk.pilot.sees("the recovery sheet are void"))
            try await desk.pilot.answer(.confirm)
            try await desk.pilot.wait(for: outcome)
        }
        #expect(try await desk.vault.manager.keyName() != former)
        try await phone.exchange()
        try await phone.pilot.wait("the frame to tell") { phone.badge == "new passphrase" }
        let change = "The passphrase was changed on another machine"
        try await phone.pilot.wait(for: change)
        #expect(phone.pilot.see().components(separatedBy: change).count == 2, "It is said once")
        #expect(try await phone.vault.manager.keyName() == desk.vault.manager.keyName())
        for home in [desk, phone] {
            try await home.vault.manager.verify(passphrase: SecretText(new))
        }
        await desk.stop()
        await phone.stop()
    }

    @Test("A folder that is away is told while one looks, and so is its return")
    func offline() async throws {
        let (desk, phone) = try await ScreenHome.two([bank], in: folder.path)
        let away = folder.path + "-away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        try await desk.exchange()
        #expect(desk.pilot.sees("Check that the folder is"))
        try await desk.pilot.wait("the frame to tell") {
            desk.badge?.hasPrefix("offline since") == true
        }
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        // By the agent, for example; nothing is done on the screens.
        _ = try await desk.sync.synchronize()
        try await desk.pilot.wait("the frame to tell") { desk.badge == "in step" }
        try await desk.pilot.wait(for: "is where the other machines find it")
        await desk.stop()
        await phone.stop()
    }
}
