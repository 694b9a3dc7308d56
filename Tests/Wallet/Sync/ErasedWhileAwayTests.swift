import Foundation
import SyncSimulation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletVault

@Suite("Machines with items that were deleted for good elsewhere")
struct ErasedWhileAwayTests {
    private let bank = TwoMachines.login("bank", "one")
    private let shop = TwoMachines.login("shop", "one")

    /// Deletes an item for good, and lets everybody know.
    private func erase(_ id: ItemID, on machines: TwoMachines) async throws {
        try await machines.desk.vault.deletePermanently(id)
        for _ in 0..<3 { try await machines.exchange() }
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.replica.item(id)?.removal == .purged)
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
            #expect(try await machine.replica.item(bank.id)?.removal == .purged)
            #expect(try await machine.replica.item(bank.id)?.former == [])
        }
    }

    @Test("A change before the vault has heard of a deletion brings the item back whole")
    func overtaken() async throws {
        let machines = try await TwoMachines([bank, shop])
        let (desk, phone) = (machines.desk, machines.phone)
        try await machines.exchange()
        try await desk.vault.deletePermanently(bank.id)
        _ = try await desk.synchronizer.synchronize(with: machines.remote)
        // The phone has taken the deletion, and nothing is written into its vault yet.
        _ = try await phone.replica.synchronize(with: machines.remote)
        #expect(try await phone.replica.item(bank.id)?.removal == .purged)
        try await phone.edit(bank.id) { $0.password = SecretText("two") }
        for _ in 0..<2 { try await machines.exchange() }
        for machine in [desk, phone] {
            let login = try await machine.vault.login(bank.id)
            #expect(login.password == SecretText("two"))
            #expect(login.notes == bank.notes && login.sites == bank.sites)
            #expect(await machine.replica.conflicted == [bank.id])
        }
    }

    @Test("The parts of a file stay until everybody knows; that of an item that is back is whole")
    func file() async throws {
        let machines = try await TwoMachines([bank, shop])
        let (desk, phone) = (machines.desk, machines.phone)
        let content = [UInt8](repeating: 7, count: 70_000)
        let file = try await phone.vault.attach(
            "scan.pdf", content, to: bank.id, at: SyncFixture.now())
        try await machines.exchange()
        try await phone.edit(bank.id) { $0.password = SecretText("two") }
        try await desk.vault.deletePermanently(bank.id)
        let names = try parts(of: machines)
        #expect(!names.isEmpty)
        _ = try await desk.synchronizer.synchronize(with: machines.remote)
        #expect(try parts(of: machines).isSuperset(of: names))
        for _ in 0..<4 { try await machines.exchange() }
        #expect(try parts(of: machines).isSuperset(of: names))
        try await desk.synchronizer.fetchFile(file.id, of: bank.id, from: machines.remote)
        #expect(try await desk.vault.contents(of: file).withBytes { Array($0) } == content)
    }

    /// The names of the parts of files and snapshots that are there.
    private func parts(of machines: TwoMachines) throws -> Set<String> {
        let files = try #require(
            FileManager.default.enumerator(atPath: "\(machines.folder.path)/shared"))
        return Set(files.compactMap { $0 as? String }.filter { $0.hasSuffix(".blob") })
    }
}
