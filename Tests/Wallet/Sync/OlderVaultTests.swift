import Foundation
import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("A vault that was put back to an older state")
struct OlderVaultTests {
    private let bank = TwoMachines.login("bank", "one")
    private let shop = TwoMachines.login("shop", "one")

    /// Puts a backup in the place of the desk's vault, after which both machines went on.
    private func restored(byHand: Bool) async throws -> TwoMachines {
        let machines = try await TwoMachines([bank, shop])
        let (desk, phone) = (machines.desk, machines.phone)
        try await machines.exchange()
        let backup = try await desk.maintenance.backup()
        try await desk.vault.add(TwoMachines.login("late"))
        try await phone.edit(bank.id) { $0.password = SecretText("two") }
        try await machines.exchange()
        try await desk.restore(backup, byHand: byHand)
        // So much that it counts as many changes as before.
        for number in 0..<10 {
            try await desk.edit(shop.id) { $0.password = SecretText("\(number)") }
        }
        try await machines.exchange()
        return machines
    }

    @Test(
        "Takes what is newer, gives what was changed since, and deletes nothing",
        arguments: [false, true])
    func nothingIsDeleted(byHand: Bool) async throws {
        let machines = try await restored(byHand: byHand)
        for machine in [machines.desk, machines.phone] {
            let titles = try await machine.vault.list(ItemQuery()).items.map(\.title)
            #expect(titles == ["bank", "late", "shop"])
            #expect(try await machine.vault.login(bank.id).password == SecretText("two"))
            #expect(try await machine.vault.login(shop.id).password == SecretText("9"))
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("An item that was deleted since is back, for a person to look at")
    func deletedSince() async throws {
        let machines = try await TwoMachines([bank, shop])
        try await machines.exchange()
        let backup = try await machines.desk.maintenance.backup()
        try await machines.phone.vault.deletePermanently(bank.id)
        try await machines.exchange()
        try await machines.desk.restore(backup, byHand: false)
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.login(bank.id).password == SecretText("one"))
            #expect(await machine.replica.conflicted == [bank.id])
        }
    }

    @Test("A file with fewer changes than before is compared as well")
    func fewerChanges() async throws {
        let machines = try await TwoMachines([bank])
        try await machines.exchange()
        let path = machines.desk.vault.path
        await machines.desk.vault.lock()
        let copy = try Data(contentsOf: URL(fileURLWithPath: path))
        try await machines.desk.vault.unlock(passphrase: SimulatedMachine.passphrase)
        try await machines.desk.vault.add(shop)
        try await machines.exchange()
        await machines.desk.vault.close()
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
        try copy.write(to: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: "\(machines.desk.folder)/state")
        try await machines.desk.restart()
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(
                try await machine.vault.list(ItemQuery()).items.map(\.title) == ["bank", "shop"])
        }
    }
}
