import SyncSimulation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // Only a dishonest machine says when another one was let in.

@Suite("Who has let a machine in")
struct AdmissionTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine
    private let thief: SyncedMachine
    private let passphrase = SecretText(TemporaryVault.passphrase)

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = SyncedMachine(try TemporaryVault())
        thief = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await join(phone, "phone", by: desk)
        try await exchange(desk, phone)
    }

    private func join(_ machine: SyncedMachine, _ name: String, by other: SyncedMachine)
        async throws
    {
        try await other.letIn(machine, as: name)
        try await exchange(other, machine)
    }

    private func exchange(_ machines: SyncedMachine...) async throws {
        for _ in 0..<2 {
            for machine in machines {
                #expect(try await machine.sync.synchronize().problems == [])
            }
        }
    }

    private func newcomers(_ machine: SyncedMachine) async throws -> [String] {
        try await machine.sync.syncStatus().newcomers.map(\.name)
    }

    private func id(_ name: String, on machine: SyncedMachine) async throws -> DeviceID {
        let devices = try await machine.sync.syncStatus().devices
        return try #require(devices.first { $0.name == name }?.id)
    }

    @Test(
        "Whom another machine lets in is new until a person has looked, on each machine by itself")
    func newcomer() async throws {
        for machine in [desk, phone] { #expect(try await newcomers(machine) == []) }
        try await join(thief, "thief", by: phone)
        try await exchange(desk)
        #expect(try await newcomers(phone) == [], "Its own person has let it in")
        #expect(try await newcomers(thief) == [], "It takes the others as they are")
        #expect(try await newcomers(desk) == ["thief"])
        #expect(try await desk.sync.synchronize().newcomers.map(\.name) == ["thief"])
        let seen = try await desk.sync.syncStatus().devices
        let admission = try #require(seen.first { $0.name == "thief" }?.admissions.first)
        #expect(admission.name == "phone")
        #expect(try await admission.device == id("phone", on: desk))
        #expect(seen.first { $0.name == "phone" }?.admissions.first?.name == "desk")
        #expect(seen.first { $0.name == "desk" }?.admissions == [])
        // It is remembered, also by the next process.
        _ = try await desk.opens(with: passphrase)
        #expect(try await newcomers(desk) == ["thief"])
        try await desk.sync.noteSeen([admission.device, id("thief", on: desk)])
        #expect(try await newcomers(desk) == [])
        _ = try await desk.opens(with: passphrase)
        #expect(try await newcomers(desk) == [])
        // The next one is new again.
        let tablet = SyncedMachine(try TemporaryVault())
        try await join(tablet, "tablet", by: thief)
        try await exchange(phone, desk)
        #expect(try await newcomers(desk) == ["tablet"])
        #expect(try await newcomers(phone) == ["tablet"])
    }

    @Test("A recovery sheet of another machine is new as well")
    func sheet() async throws {
        _ = try await phone.sync.makeRecoverySheet()
        try await exchange(phone, desk)
        let newcomers = try await desk.sync.syncStatus().newcomers
        #expect(newcomers.map(\.isSheet) == [true])
        #expect(newcomers.map(\.admissions.first?.name) == ["phone"])
        #expect(try await self.newcomers(phone) == [])
    }

    @Test("Who begins with a snapshot knows who has let in whom")
    func snapshot() async throws {
        let policy = SnapshotPolicy(floor: 0)
        let place = try TemporaryFolder()
        let first = SyncedMachine(try await .make([]), snapshots: policy)
        try await first.sync.setUpSync(at: place.path, device: "first")
        let second = SyncedMachine(try TemporaryVault(), snapshots: policy)
        try await join(second, "second", by: first)
        let third = SyncedMachine(try TemporaryVault(), snapshots: policy)
        try await join(third, "third", by: second)
        for number in 0..<3 {
            try await first.vault.add(Login(title: "\(number)", password: SecretText("two")))
            try await exchange(first, second, third)
        }
        let fourth = SyncedMachine(try TemporaryVault(), snapshots: policy)
        try await join(fourth, "fourth", by: first)
        let snapshot = try #require(await fourth.sync.open().replica.lastSnapshot)
        #expect(!snapshot.vector.positions.isEmpty)
        // It has none of the commits that the snapshot stands for.
        let logs = try await fourth.sync.open().replica.logs
        #expect(logs.values.contains { $0.numbers.lowerBound > 1 })
        let devices = try await fourth.sync.syncStatus().devices
        #expect(devices.first { $0.name == "third" }?.admissions.map(\.name) == ["second"])
        #expect(devices.first { $0.name == "second" }?.admissions.map(\.name) == ["first"])
        #expect(try await newcomers(fourth) == [])
    }

    @Test("What a machine has let in, and what that has, is found; it goes in one commit with it")
    func removal() async throws {
        try await join(thief, "thief", by: phone)
        let tablet = SyncedMachine(try TemporaryVault())
        try await join(tablet, "tablet", by: thief)
        try await exchange(phone, desk, thief, tablet, desk)
        let status = try await desk.sync.syncStatus()
        let phoneID = try await id("phone", on: desk)
        let others = status.letIn(by: phoneID)
        #expect(others.map(\.name) == ["thief", "tablet"])
        #expect(status.letIn(by: try await id("tablet", on: desk)) == [])
        // Not this machine, and not what it has let in.
        #expect(try await phone.sync.syncStatus().letIn(by: id("desk", on: phone)) == [])

        try await desk.sync.removeDevices(
            [phoneID] + others.map(\.id),
            changing: KeyChange(passphrase, newPassphrase: SecretText("seven other words")))
        try await desk.vault.add(Login(title: "mail", password: SecretText("two")))
        _ = try await desk.sync.synchronize()
        #expect(try await desk.sync.syncStatus().devices.map(\.name) == ["desk"])
        for machine in [phone, thief, tablet] {
            #expect(try await !machine.sync.synchronize().problems.isEmpty)
            #expect(try await machine.titles() == ["bank"])
            #expect(try await machine.vault.keyName() != desk.vault.keyName())
        }
        #expect(try await desk.sync.syncStatus().removed.allSatisfy { !$0.hasKey })
    }

    @Test("Machines that name each other, or themselves, hide from nobody")
    func liars() async throws {
        try await join(thief, "thief", by: phone)
        let accomplice = SyncedMachine(try TemporaryVault())
        try await join(accomplice, "accomplice", by: thief)
        try await exchange(desk)
        // Each says that it, or the other one, was there long before.
        let devices = try await desk.sync.open().replica.devices.map(\.device)
        let others = devices.filter { ["thief", "accomplice"].contains($0.name) }
        #expect(others.count == 2)
        for machine in [thief, accomplice] {
            try await machine.sync.open().replica.commit(
                others.map { DatedChange(change: .device($0), date: Timestamp(milliseconds: 1)) },
                over: nil)
        }
        try await exchange(thief, accomplice, phone, desk)
        #expect(try await newcomers(desk).sorted() == ["accomplice", "thief"])
        let status = try await desk.sync.syncStatus()
        let letIn = status.letIn(by: try await id("phone", on: desk))
        #expect(letIn.map(\.name).sorted() == ["accomplice", "thief"])
        let byThief = status.letIn(by: try await id("thief", on: desk))
        #expect(byThief.map(\.name) == ["accomplice"])
    }

    @Test("Whoever is taken out cannot take others along that were there before")
    func dragging() async throws {
        let tablet = SyncedMachine(try TemporaryVault())
        try await join(tablet, "tablet", by: desk)
        let laptop = SyncedMachine(try TemporaryVault())
        try await join(laptop, "laptop", by: tablet)
        try await exchange(phone, desk)
        // Before it goes, the phone says that it has let them in.
        let devices = try await phone.sync.open().replica.devices.map(\.device)
        try await phone.sync.open().replica.commit(
            devices.filter { ["tablet", "laptop"].contains($0.name) }.map {
                DatedChange(change: .device($0), date: Timestamp(milliseconds: 1))
            }, over: nil)
        try await exchange(phone, desk)
        let status = try await desk.sync.syncStatus()
        let phoneID = try await id("phone", on: desk)
        let letIn = status.letIn(by: phoneID)
        #expect(letIn.map(\.name) == ["laptop"], "The desk itself has let the tablet in")
        #expect(!letIn.contains { status.isLetIn($0, onlyBy: phoneID) })
    }
}
