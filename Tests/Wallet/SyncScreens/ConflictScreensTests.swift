import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("The screens of conflicts")
struct ConflictScreensTests {
    private let folder: TemporaryFolder
    private let bank = Login(title: "bank", userName: "ada", password: SecretText("first"))

    init() throws { folder = try TemporaryFolder() }

    /// Two homes that have both changed the same login, and know of it.
    private func conflict(
        _ change: (ScreenHome, String) async throws -> Void
    ) async throws -> (desk: ScreenHome, phone: ScreenHome) {
        let (desk, phone) = try await ScreenHome.two([bank], in: folder.path)
        try await change(desk, "desk")
        try await change(phone, "phone")
        for home in [desk, phone, desk] { _ = try await home.sync.synchronize() }
        return (desk, phone)
    }

    private func changePassword(_ home: ScreenHome, _ text: String) async throws {
        var login = try await home.vault.manager.login(bank.id)
        login.password = SecretText("\(text)-password")
        try await home.vault.manager.save(login)
    }

    @Test("Both values are there, concealed; one key keeps either, on both machines")
    func choosing() async throws {
        let (desk, phone) = try await conflict(changePassword)
        try await desk.pilot.wait("the frame to tell") { desk.badge == "1 conflict" }
        try await desk.pilot.open("sync")
        try await desk.pilot.choose("1 conflict")
        #expect(desk.pilot.sees("Password", on: "bank"))
        try await desk.pilot.choose("Choose", on: "bank")
        let facts = desk.facts
        #expect(facts.map(\.value) == [.concealed, .concealed])
        #expect(!desk.pilot.sees("-password"))
        for fact in facts { try await desk.pilot.choose("Reveal", on: fact.label) }
        #expect(desk.pilot.sees("desk-password") && desk.pilot.sees("phone-password"))
        try await desk.pilot.choose("Conceal", on: facts[0].label)
        try await desk.pilot.choose("Copy", on: facts[0].label)
        #expect(desk.pilot.clipboard.content?.reveal().hasSuffix("-password") == true)

        let title = "Keep what phone has"
        try await desk.pilot.choose(title)
        #expect(desk.pilot.notices.last == "The values of phone stay.")
        try await desk.pilot.wait(for: "There is no conflict.")
        #expect(
            try await desk.vault.manager.login(bank.id).password.reveal() == "phone-password")
        try await phone.pilot.open("sync:conflicts")
        try await phone.pilot.wait(for: "bank")
        _ = try await phone.sync.synchronize()
        try await phone.pilot.wait(for: "There is no conflict.")
        #expect(
            try await phone.vault.manager.login(bank.id).password.reveal() == "phone-password")
        await desk.stop()
        await phone.stop()
    }

    @Test(
        "An item that was deleted and changed at once is back, and is kept by a key, or deleted again",
        arguments: [true, false])
    func back(isKept: Bool) async throws {
        let (desk, phone) = try await conflict { home, name in
            if name == "desk" {
                try await home.vault.manager.moveToTrash(bank.id)
                try await home.vault.manager.deletePermanently(bank.id)
            } else {
                try await changePassword(home, name)
            }
        }
        try await desk.pilot.open("sync:conflicts")
        try await desk.pilot.wait(for: "it is there again")
        try await desk.pilot.choose("Choose", on: "bank")
        #expect(!desk.pilot.sees("The first value of each part"))
        try await desk.pilot.choose(isKept ? "Keep the item" : "Delete it again")
        try await desk.pilot.wait(for: "There is no conflict.")
        let item = try await desk.vault.manager.login(bank.id)
        #expect(item.password.reveal() == "phone-password")
        #expect(item.isTrashed == !isKept)
        _ = try await phone.sync.synchronize()
        #expect(try await phone.sync.syncConflicts() == [])
        #expect(try await phone.vault.manager.login(bank.id).isTrashed == !isKept)
        await desk.stop()
        await phone.stop()
    }

    @Test("A conflict that is gone meanwhile says so")
    func gone() async throws {
        let desk = try await ScreenHome([bank])
        try await desk.setUp(in: folder.path, as: "desk")
        try await desk.pilot.open("sync:conflicts:\(bank.id)")
        #expect(desk.pilot.sees("There is no conflict."))
        await desk.stop()
    }
}
