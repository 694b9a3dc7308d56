import SyncSimulation
import TenonCore
import TenonSecurity
import Testing
import WalletSync
import WalletVault

@Suite("Vaults that meet, and what they know from before")
struct MeetingTests {
    private let bank = TwoMachines.login("bank", "one")

    @Test("The later password counts, whatever else was changed later; no title is lost")
    func olderPassword() async throws {
        let machines = try await TwoMachines([bank])
        try await machines.desk.edit(bank.id) { $0.password = SecretText("two") }
        _ = try await machines.desk.synchronizer.synchronize(with: machines.remote)
        try await machines.phone.edit(bank.id) { $0.title = "The bank" }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.login(bank.id).password == SecretText("two"))
            #expect(try await machine.passwords(of: bank.id) == ["one", "two"])
            let conflict = try #require(try await machine.replica.item(bank.id)?.conflicts.first)
            #expect(conflict.field == .title)
            let titles = [conflict.winner.value?.reveal(), conflict.losers.first?.value?.reveal()]
            #expect(Set(titles) == ["bank", "The bank"])
        }
    }

    @Test("The later password counts, also where something else was changed after the earlier one")
    func laterPassword() async throws {
        let machines = try await TwoMachines([bank])
        try await machines.desk.edit(bank.id) { $0.password = SecretText("desk") }
        try await machines.phone.edit(bank.id) { $0.password = SecretText("phone") }
        try await machines.desk.edit(bank.id) { $0.userName = "ada2" }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.login(bank.id).password == SecretText("phone"))
            #expect(try await Set(machine.passwords(of: bank.id)) == ["one", "desk", "phone"])
        }
    }

    @Test("A password that nobody knew and that is earlier goes to the history of all")
    func unknownPassword() async throws {
        let machines = try await TwoMachines([bank])
        try await machines.phone.edit(bank.id) { $0.password = SecretText("phone") }
        try await machines.desk.edit(bank.id) { $0.password = SecretText("desk") }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            #expect(try await machine.vault.login(bank.id).password == SecretText("desk"))
            #expect(try await machine.passwords(of: bank.id) == ["one", "desk", "phone"])
            #expect(await machine.replica.conflicted.isEmpty)
        }
    }

    @Test("A further field that only one of the vaults has is kept, also when another one is gone")
    func furtherFields() async throws {
        let machines = try await TwoMachines([bank])
        try await machines.phone.edit(bank.id) {
            $0.customFields.append(
                CustomField(label: "phone", value: SecretText("1"), isConcealed: true))
        }
        try await machines.desk.edit(bank.id) { $0.customFields.removeAll() }
        try await machines.exchange()
        for machine in [machines.desk, machines.phone] {
            let labels = try await machine.vault.login(bank.id).customFields.map(\.label)
            #expect(labels.contains("phone"))
        }
    }

    @Test("A new device has the former passwords, also those from before it was set up")
    func history() async throws {
        let machines = try await TwoMachines()
        let desk = machines.desk
        try await desk.vault.add(bank)
        for password in ["two", "three"] {
            try await desk.edit(bank.id) { $0.password = SecretText(password) }
        }
        try await machines.exchange()
        #expect(try await machines.phone.passwords(of: bank.id) == ["one", "two", "three"])
        let version = try #require(try await machines.phone.vault.history(bank.id).first)
        #expect(version.password == SecretText("two") && version.userName == "ada")
        // Also what was replaced between two exchanges, and nothing twice.
        for password in ["four", "five"] {
            try await desk.edit(bank.id) { $0.password = SecretText(password) }
        }
        try await machines.exchange()
        for machine in [desk, machines.phone] {
            #expect(
                try await machine.passwords(of: bank.id)
                    == ["one", "two", "three", "four", "five"])
            #expect(try await machine.vault.history(bank.id).count == 4)
        }
        #expect(try await desk.synchronizer.synchronize(with: machines.remote) == SyncReport())
    }

    @Test("Further fields that were replaced or removed are in the history on both machines")
    func formerFields() async throws {
        func field(_ label: String, _ value: String, _ isConcealed: Bool = true) -> CustomField {
            CustomField(label: label, value: SecretText(value), isConcealed: isConcealed)
        }
        let machines = try await TwoMachines([bank])
        try await machines.exchange()
        let edits: [[CustomField]] = [
            [field("PIN", "1234", false), field("Seat", "1"), field(".git.made", "a")],
            // Only concealed.
            [field("PIN", "1234"), field("Seat", "1"), field(".git.made", "b")],
            [field("PIN", "2"), field("Seat", "2")],
            [],
        ]
        for fields in edits {
            try await machines.desk.edit(bank.id) { $0.customFields = fields }
            try await machines.exchange()
        }
        for machine in [machines.desk, machines.phone] {
            let former = try await machine.vault.history(bank.id).flatMap(\.customValues)
            let texts = former.map { "\($0.field.label)=\($0.field.value.reveal())" }
            #expect(
                texts.sorted() == ["PIN=1234", "PIN=2", "PIN=5678", "Seat=1", "Seat=2"],
                "\(texts)")
            #expect(former.allSatisfy { $0.field.isConcealed || $0.field.value.reveal() == "5678" })
            // Those that were replaced at once are one version.
            #expect(try await machine.vault.history(bank.id).count == 3)
        }
        #expect(
            try await machines.desk.synchronizer.synchronize(with: machines.remote) == SyncReport())
    }

    @Test("A value that is too long stays on its machine, is named, and holds up nothing else")
    func tooLong() async throws {
        let machines = try await TwoMachines()
        let desk = machines.desk
        let long = SecretText(String(repeating: "x", count: 1_000_000))
        var login = bank
        login.notes = long
        try await desk.vault.add(login)
        try await desk.vault.add(TwoMachines.login("shop"))
        for _ in 0..<2 {
            let report = try await desk.synchronizer.synchronize(with: machines.remote)
            #expect(report.omissions.map(\.item) == [bank.id])
            #expect(report.omissions.map(\.error.code) == [.syncTooLarge])
        }
        _ = try await machines.phone.synchronizer.synchronize(with: machines.remote)
        #expect(
            try await machines.phone.vault.list(ItemQuery()).items.map(\.title) == [
                "bank", "shop",
            ])
        try await machines.phone.edit(bank.id) { $0.password = SecretText("two") }
        try await machines.exchange()
        #expect(try await desk.vault.login(bank.id).password == SecretText("two"))
        #expect(try await desk.vault.login(bank.id).notes == long)
        try await desk.edit(bank.id) { $0.notes = SecretText("short") }
        try await machines.exchange()
        #expect(try await machines.phone.vault.login(bank.id).notes == SecretText("short"))
        #expect(
            try await desk.synchronizer.synchronize(with: machines.remote).omissions.isEmpty)
    }

    @Test("Only the parts of a vault that were changed are looked at")
    func changedParts() async throws {
        let machines = try await TwoMachines((0..<20).map { TwoMachines.login("item \($0)") })
        let (desk, revision) = (machines.desk, try await machines.desk.vault.revision())
        #expect(try await desk.vault.changedParts(after: revision).isEmpty)
        #expect(try await desk.vault.changedParts(after: 0).count > 1)
        try await desk.vault.add(bank)
        #expect(try await desk.vault.changedParts(after: revision) == [bank.id.part])
    }
}
