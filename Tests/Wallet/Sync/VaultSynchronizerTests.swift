import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("The same vault on two machines, through a folder")
struct VaultSynchronizerTests {
    private func titles(_ machine: SimulatedMachine) async throws -> [String] {
        try await machine.vault.list(ItemQuery()).items.map(\.title)
    }

    private func login(_ title: String, _ password: String = "secret") -> Login {
        TwoMachines.login(title, password)
    }

    @Test("Items of every kind arrive as they were, and nothing is sent twice")
    func arrival() async throws {
        let house = try await TwoMachines()
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
        let house = try await TwoMachines([bank])
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
        let house = try await TwoMachines([bank])
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
        let house = try await TwoMachines([bank, shop])
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
        let house = try await TwoMachines([bank, shop])
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
}
