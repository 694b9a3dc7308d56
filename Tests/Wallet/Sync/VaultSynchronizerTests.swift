import Foundation
import SyncSimulation
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("The same vault on two machines, through a folder")
struct VaultSynchronizerTests {
    /// A machine with its vault.
    private struct Machine {
        let vault: VaultManager
        let replica: Replica
        let synchronizer: VaultSynchronizer

        init(_ vault: VaultManager, _ replica: Replica) {
            self.vault = vault
            self.replica = replica
            synchronizer = VaultSynchronizer(vault, replica)
        }
    }

    /// Two machines: the second one begins with a copy of the first one's vault.
    private struct House {
        let folder: TemporaryFolder
        let remote: FolderRemote
        let desk: Machine
        let phone: Machine
        let vaults: [TemporaryVault]

        init(_ logins: [Login] = []) async throws {
            let vault = try await TemporaryVault.make(logins)
            let other = try TemporaryVault()
            await vault.manager.lock()
            try FileManager.default.copyItem(
                atPath: vault.manager.path, toPath: other.manager.path)
            for manager in [vault.manager, other.manager] {
                try await manager.unlock(passphrase: SecretText(TemporaryVault.passphrase))
            }
            folder = try TemporaryFolder()
            let (name, key) = (try await vault.manager.name(), try await vault.manager.deviceKey())
            remote = FolderRemote(path: folder.path, vault: name)
            let first = try await Replica.found(
                ReplicaFile(path: folder.path + "/desk.db", databases: SQLiteDatabases()),
                vault: name, key: key, keys: .make(), name: "desk", now: SyncFixture.now)
            let keys = try Ed25519.KeyPair.make()
            let device = try #require(Device(publicKey: keys.publicKey, name: "phone"))
            let introduction = try await first.introduce(device)
            let second = try await Replica.join(
                ReplicaFile(path: folder.path + "/phone.db", databases: SQLiteDatabases()),
                vault: name, key: key, keys: keys, name: "phone", by: introduction,
                now: SyncFixture.now)
            desk = Machine(vault.manager, first)
            phone = Machine(other.manager, second)
            vaults = [vault, other]
        }

        /// Lets both learn of everything.
        func exchange() async throws {
            for machine in [desk, phone, desk] {
                let report = try await machine.synchronizer.synchronize(with: remote)
                #expect(report.problems.isEmpty)
            }
            #expect(await desk.replica.stateHash == phone.replica.stateHash)
        }
    }

    private func titles(_ machine: Machine) async throws -> [String] {
        try await machine.vault.list(ItemQuery()).items.map(\.title)
    }

    private func login(_ title: String, _ password: String = "secret") -> Login {
        Login(
            title: title, sites: ["https://\(title).example"], userName: "ada",
            password: SecretText(password), notes: SecretText("notes of \(title)"),
            tags: ["one", "two"],
            customFields: [
                CustomField(label: "PIN", value: SecretText("1234"), isConcealed: true),
                CustomField(label: "PIN", value: SecretText("5678"), isConcealed: false),
            ])
    }

    @Test("Items of every kind arrive as they were, and nothing is sent twice")
    func arrival() async throws {
        let house = try await House()
        let added = try await house.desk.vault.add(login("bank"))
        try await house.desk.vault.add(
            .card(
                Card(
                    head: ItemHead(title: "card"), holder: "Ada", number: SecretText("4111"),
                    expiry: YearMonth("04/28"), pin: SecretText("99"), issuer: "Bank")))
        try await house.phone.vault.add(.note(Note(head: ItemHead(title: "note"))))
        try await house.exchange()
        #expect(try await titles(house.desk) == ["bank", "card", "note"])
        #expect(try await titles(house.phone) == ["bank", "card", "note"])
        for item in try await house.desk.vault.list(ItemQuery()).items {
            let (left, right) = (
                try await house.desk.vault.item(item.id), try await house.phone.vault.item(item.id)
            )
            #expect(left.fields == right.fields)
        }
        let login = try await house.phone.vault.login(added.id)
        #expect(login.customFields == added.customFields)
        #expect(login.passwordChanged == added.passwordChanged)
        for machine in [house.desk, house.phone] {
            #expect(
                try await machine.synchronizer.synchronize(with: house.remote) == SyncReport())
        }
    }

    @Test("Edits meet; the password that was replaced is in the history of both")
    func edits() async throws {
        let bank = login("bank", "one")
        let house = try await House([bank])
        try await house.exchange()
        var left = try await house.desk.vault.login(bank.id)
        left.password = SecretText("two")
        try await house.desk.vault.save(left)
        var right = try await house.phone.vault.login(bank.id)
        right.tags = ["two", "three"]
        try await house.phone.vault.save(right)
        try await house.exchange()
        for machine in [house.desk, house.phone] {
            let login = try await machine.vault.login(bank.id)
            #expect(login.password == SecretText("two"))
            #expect(Set(login.tags) == ["two", "three"])
            let former = try await machine.vault.history(bank.id)
            #expect(former.contains { $0.password == SecretText("one") })
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("Of two passwords given at the same time, both machines have both")
    func conflict() async throws {
        let bank = login("bank", "one")
        let house = try await House([bank])
        try await house.exchange()
        for (machine, password) in [(house.desk, "desk"), (house.phone, "phone")] {
            var login = try await machine.vault.login(bank.id)
            login.password = SecretText(password)
            try await machine.vault.save(login)
        }
        try await house.exchange()
        for machine in [house.desk, house.phone] {
            #expect(await machine.replica.conflicted == [bank.id])
            let present = try await machine.vault.login(bank.id).password.reveal()
            let former = try await machine.vault.history(bank.id).compactMap {
                $0.password?.reveal()
            }
            #expect(Set(former + [present]).isSuperset(of: ["one", "desk", "phone"]))
        }
    }

    @Test("Where vaults differ when they meet for the first time, the later change counts")
    func firstMeeting() async throws {
        let (bank, shop) = (login("bank", "one"), login("shop", "one"))
        let house = try await House([bank, shop])
        for (machine, id) in [(house.desk, bank.id), (house.phone, shop.id)] {
            var login = try await machine.vault.login(id)
            login.password = SecretText("two")
            try await machine.vault.save(login)
        }
        try await house.exchange()
        for machine in [house.desk, house.phone] {
            for id in [bank.id, shop.id] {
                #expect(try await machine.vault.login(id).password == SecretText("two"))
            }
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("Trash, restoring and deleting go along; an edit wins over a deletion")
    func deletion() async throws {
        let (bank, shop) = (login("bank"), login("shop"))
        let house = try await House([bank, shop])
        try await house.exchange()
        try await house.desk.vault.moveToTrash(bank.id)
        try await house.exchange()
        #expect(try await house.phone.vault.item(bank.id).isTrashed)
        try await house.phone.vault.restore(bank.id)
        try await house.exchange()
        #expect(try await !house.desk.vault.item(bank.id).isTrashed)
        try await house.desk.vault.deletePermanently(bank.id)
        try await house.desk.vault.deletePermanently(shop.id)
        var edited = try await house.phone.vault.login(shop.id)
        edited.password = SecretText("changed meanwhile")
        try await house.phone.vault.save(edited)
        try await house.exchange()
        for machine in [house.desk, house.phone] {
            #expect(try await titles(machine) == ["shop"])
            #expect(
                try await machine.vault.login(shop.id).password == SecretText("changed meanwhile"))
            #expect(await machine.replica.conflicted == [shop.id])
        }
    }

    @Test("A vault that was put back to an older state sends nothing")
    func olderVault() async throws {
        let house = try await House([login("bank")])
        try await house.exchange()
        let path = house.desk.vault.path
        await house.desk.vault.lock()
        let copy = try Data(contentsOf: URL(fileURLWithPath: path))
        try await house.desk.vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        try await house.desk.vault.add(login("shop"))
        try await house.exchange()
        await house.desk.vault.lock()
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
        try copy.write(to: URL(fileURLWithPath: path))
        try await house.desk.vault.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        await #expect(throws: SyncError.self) {
            try await house.desk.synchronizer.synchronize(with: house.remote)
        }
        #expect(try await titles(house.phone) == ["bank", "shop"])
    }
}
