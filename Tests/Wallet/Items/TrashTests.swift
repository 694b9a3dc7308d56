import TenonTesting
import TenonUI
import Testing
import WalletItems
import WalletTestSupport
import WalletVault

extension ItemsTests {
    @Test("Several items go to the trash together, and come back by one undo")
    func severalToTrash() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        let pilot = try await pilot(vault)
        try await pilot.select(["Bank", "Zoo"])
        try await pilot.choose("Move to the trash")
        #expect(pilot.notices.last?.contains("2 items moved to the trash.") == true)
        try await pilot.wait("to see the other one alone") {
            (try? titles(in: pilot)) == ["Mail"]
        }
        try await pilot.undo()
        try await pilot.wait("to see all three again") {
            (try? titles(in: pilot)) == ["Bank", "Mail", "Zoo"]
        }
        await pilot.stop()
    }

    @Test("Several items are deleted for ever after a question with their number")
    func severalDeleted() async throws {
        let vault = try await TemporaryVault.make([Self.zoo, Self.bank, Self.mail])
        try await vault.manager.change([Self.zoo.id, Self.bank.id], .trash)
        let pilot = try await pilot(vault, at: "trash")
        try await pilot.select(["Bank", "Zoo"])
        try await pilot.choose("Delete for ever")
        #expect(pilot.sees("This concerns 2 rows."))
        try await pilot.answer(.confirm)
        #expect(try await vault.manager.list(ItemQuery(isTrashed: true)).total == 0)
        await pilot.stop()
    }

    @Test("An item in the trash is looked at, restored, and deleted for ever on its screen")
    func trashedItem() async throws {
        let vault = try await TemporaryVault.make([Self.bank, Self.mail])
        try await vault.manager.change([Self.bank.id, Self.mail.id], .trash)
        let pilot = try await pilot(vault, at: "trash")
        try await pilot.choose("Open", on: "Bank")
        #expect(try pilot.screen().title == "Bank" && pilot.screen().actions.count == 2)
        try await pilot.choose("Restore")
        try await pilot.wait("the actions of an item that is in use") {
            (try? pilot.screen().actions.contains { $0.title == "Edit" }) == true
        }
        #expect(try await vault.manager.item(Self.bank.id).isTrashed == false)
        try await pilot.back()
        try await pilot.choose("Open", on: "Mail")
        try await pilot.choose("Delete for ever")
        try await pilot.answer(.text("Mail"))
        try await pilot.wait(for: "The trash is empty.")
        #expect(try await vault.manager.list(ItemQuery(isTrashed: true)).total == 0)
        await pilot.stop()
    }

    @Test("A row of the trash has the letters of the screen of its item")
    func lettersOfTrash() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        try await vault.manager.change([Self.bank.id], .trash)
        let pilot = try await pilot(vault, at: "trash")
        let screen = try pilot.screen()
        let row = try #require(screen.lists.first?.rows.first)
        let ofRow = Set(ScreenKeys(screen).shortcuts(of: row.actions).values)
        #expect(ofRow == ["r", "d"])
        try await pilot.choose("Open", on: "Bank")
        #expect(try ofRow.isSubset(of: ScreenKeys(pilot.screen()).shortcuts.values))
        await pilot.stop()
    }

    @Test("The trash is emptied when its name is typed")
    func emptyTrash() async throws {
        let vault = try await TemporaryVault.make([Self.bank, Self.mail, Self.zoo])
        try await vault.manager.change([Self.bank.id, Self.mail.id], .trash)
        let pilot = try await pilot(vault, at: "trash")
        try await pilot.choose("Empty the trash")
        await #expect(throws: SessionError.self) { try await pilot.answer(.text("yes")) }
        try await pilot.answer(.text("Trash"))
        try await pilot.wait(for: "The trash is empty.")
        #expect(try pilot.screen().actions.isEmpty)
        #expect(try await vault.manager.all(ItemQuery()).count == 1)
        #expect(try await vault.manager.list(ItemQuery(isTrashed: true)).total == 0)
        await pilot.stop()
    }

    @Test("Deleting for ever needs the title to be typed")
    func deleteForEver() async throws {
        let vault = try await TemporaryVault.make([Self.bank])
        try await vault.manager.moveToTrash(Self.bank.id)
        let pilot = try await pilot(vault, at: "trash")
        try await pilot.choose("Delete for ever", on: "Bank")
        await #expect(throws: SessionError.self) {
            try await pilot.answer(.text("bank"))
        }
        try await pilot.answer(.text("Bank"))
        try await pilot.wait(for: "The trash is empty.")
        #expect(try await vault.manager.list(ItemQuery(isTrashed: true)).total == 0)
        await pilot.stop()
    }
}
