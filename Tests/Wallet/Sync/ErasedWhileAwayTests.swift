import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Machines with items that were deleted for good elsewhere, long ago")
struct ErasedWhileAwayTests {
    private let bank = TwoMachines.login("bank", "one")
    private let shop = TwoMachines.login("shop", "one")

    /// Goes on until only the mark of an item is left.
    private func erase(_ id: ItemID, on machines: TwoMachines) async throws {
        try await machines.desk.vault.deletePermanently(id)
        for round in 0..<30 {
            for number in 0..<10 {
                try await machines.desk.edit(shop.id) {
                    $0.password = SecretText("password \(round) \(number)")
                }
                _ = try await machines.desk.synchronizer.synchronize(with: machines.remote)
            }
            try await machines.exchange()
            if await machines.phone.replica.item(id)?.isErased == true { break }
        }
        #expect(await machines.desk.replica.item(id)?.isErased == true)
        #expect(await machines.desk.replica.item(id)?.former == [])
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.itemWithHistory(id) == nil)
        }
    }

    private func titles(_ machine: SimulatedMachine, isTrashed: Bool = false) async throws
        -> [String]
    {
        try await machine.vault.list(ItemQuery(sort: .title, isTrashed: isTrashed)).items
            .map(\.title)
    }

    @Test("An older copy of a vault brings such an item back whole, for a person to look at")
    func olderCopy() async throws {
        let machines = try await TwoMachines([bank, shop])
        try await machines.phone.edit(bank.id) { $0.password = SecretText("two") }
        try await machines.exchange()
        let backup = try await machines.phone.maintenance.backup()
        try await erase(bank.id, on: machines)
        try await machines.phone.restore(backup, byHand: false)
        for _ in 0..<2 { try await machines.exchange() }
        for machine in [machines.desk, machines.phone] {
            let login = try await machine.vault.login(bank.id)
            #expect(login.password == SecretText("two"))
            #expect(login.notes == bank.notes && login.sites == bank.sites)
            #expect(login.customFields == bank.customFields)
            #expect(try await machine.passwords(of: bank.id) == ["one", "two"])
            #expect(await machine.replica.conflicted == [bank.id])
        }
    }

    @Test("One that was in the trash of the older copy stays away, with its history")
    func trashedInOlderCopy() async throws {
        let machines = try await TwoMachines([bank, shop])
        try await machines.phone.edit(bank.id) { $0.password = SecretText("two") }
        try await machines.exchange()
        try await machines.phone.vault.moveToTrash(bank.id)
        try await machines.exchange()
        let backup = try await machines.phone.maintenance.backup()
        try await erase(bank.id, on: machines)
        try await machines.phone.restore(backup, byHand: true)
        for _ in 0..<2 { try await machines.exchange() }
        for machine in [machines.desk, machines.phone] {
            #expect(try await titles(machine) == ["shop"])
            #expect(try await titles(machine, isTrashed: true).isEmpty)
            #expect(await machine.replica.item(bank.id)?.isErased == true)
            #expect(await machine.replica.item(bank.id)?.former == [])
        }
    }
}
