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

@Suite("Snapshots of vaults, as people have them")
struct SnapshotVaultTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let passphrase = SecretText(TemporaryVault.passphrase)
    /// Nobody is waited for.
    private static let policy = SnapshotPolicy(floor: 6_000, patience: 0)

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(
            try await .make([Login(title: "bank", password: SecretText("one"))]),
            snapshots: Self.policy)
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
    }

    private func makeMachine() throws -> SyncedMachine {
        SyncedMachine(try TemporaryVault(), snapshots: Self.policy)
    }

    private func join(_ machine: SyncedMachine, _ name: String) async throws {
        try await desk.letIn(machine, as: name)
        for other in [desk, machine, desk, machine] { try await exchange(other) }
    }

    private func exchange(
        _ machine: SyncedMachine, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await machine.sync.synchronize()
        #expect(outcome.problems == [], sourceLocation: sourceLocation)
    }

    /// Changes so much that most commits go.
    private func goOn(on machine: SyncedMachine, _ word: String = "new") async throws {
        let before = try commits()
        for round in 0..<4 {
            for number in 0..<12 {
                let title = "item \(number)"
                let found = try await machine.vault.list(ItemQuery()).items.first {
                    $0.title == title
                }
                let password = SecretText("\(word) \(round)")
                if let found {
                    try await machine.vault.edit(found.id) { $0.password = password }
                } else {
                    try await machine.vault.add(Login(title: title, password: password))
                }
                try await exchange(machine)
            }
        }
        #expect(try !before.isSubset(of: commits()))
    }

    /// The files of commits that are there.
    private func commits() throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        return Set(files.compactMap { $0 as? String }.filter { $0.hasSuffix(".commit") })
    }

    private func expectSame(
        _ machine: SyncedMachine, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for other in [machine, desk, machine, desk] {
            try await exchange(other, sourceLocation: sourceLocation)
        }
        let status = [try await machine.sync.syncStatus(), try await desk.sync.syncStatus()]
        #expect(status[0].fingerprint == status[1].fingerprint, sourceLocation: sourceLocation)
        #expect(
            try await machine.sync.checkSync().findings == [], sourceLocation: sourceLocation)
        #expect(try await machine.titles() == desk.titles(), sourceLocation: sourceLocation)
    }

    @Test("A machine that is invited afterwards has every item, with its history")
    func invitation() async throws {
        try await goOn(on: desk)
        let phone = try makeMachine()
        try await join(phone, "phone")
        try await expectSame(phone)
        #expect(try await phone.titles().count == 13)
        let item = try #require(try await phone.vault.list(ItemQuery()).items.last)
        let history = try await phone.vault.history(item.id).compactMap { $0.password?.reveal() }
        #expect(history == ["new 2", "new 1", "new 0"])
        try await goOn(on: phone, "newer")
        try await expectSame(phone)
    }

    @Test("A recovery sheet from before brings everything back, also when its machines are out")
    func sheet() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        try await goOn(on: desk)
        let fresh = try makeMachine()
        try await fresh.sync.recoverSync(
            sheet.text, folder: nil, passphrase: passphrase, device: "fresh")
        #expect(try await fresh.titles().count == 13)
        try await expectSame(fresh)
        // The desk is taken out, and what it had done is forgotten.
        let id = try #require(
            try await fresh.sync.syncStatus().devices.first { $0.name == "desk" }?.id)
        try await fresh.sync.removeDevices([id], changing: nil)
        for round in 0..<2 { try await goOn(on: fresh, "alone \(round)") }
        let third = try makeMachine()
        try await third.sync.recoverSync(
            sheet.text, folder: nil, passphrase: passphrase, device: "third")
        #expect(try await third.titles().count == 13)
        try await exchange(fresh)
        try await exchange(third)
        let names = try await third.sync.syncStatus().devices.filter { !$0.isSheet }.map(\.name)
        #expect(names.sorted() == ["fresh", "third"])
        #expect(try await third.sync.checkSync().findings == [])
        #expect(
            try await third.sync.syncStatus().fingerprint
                == fresh.sync.syncStatus().fingerprint)
    }

    @Test("What a machine remembers is an older copy: it says so, and hands nothing over")
    func olderCopy() async throws {
        let name = try await desk.vault.name()
        let file = URL(filePath: desk.home.folder.path).appending(path: "sync/\(name).db")
        let copy = URL(filePath: desk.home.folder.path).appending(path: "copy.db")
        await desk.sync.drop()
        try FileManager.default.copyItem(at: file, to: copy)
        try await goOn(on: desk)
        let before = try commits()
        await desk.sync.drop()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: URL(filePath: file.path + ending))
        }
        try FileManager.default.copyItem(at: copy, to: file)
        try await desk.vault.add(Login(title: "later", password: SecretText("two")))
        let outcome = try await desk.sync.synchronize()
        #expect(outcome.problems.contains { "\($0.message)".contains("newer changes") })
        #expect(try commits() == before)
    }

    @Test("A machine that was away keeps what was changed on it, and takes the rest")
    func away() async throws {
        let phone = try makeMachine()
        try await join(phone, "phone")
        let bank = try #require(try await phone.vault.list(ItemQuery()).items.first)
        try await goOn(on: desk)
        try await phone.vault.edit(bank.id) { $0.password = SecretText("of the phone") }
        try await phone.vault.add(Login(title: "added", password: SecretText("there")))
        try await desk.vault.deletePermanently(
            desk.vault.list(ItemQuery()).items.first { $0.title == "item 3" }?.id ?? bank.id)
        try await exchange(desk)
        let outcome = try await phone.sync.synchronize()
        #expect(outcome.caughtUp == ["desk"])
        try await expectSame(phone)
        let titles = try await desk.titles()
        #expect(titles.contains("added") && !titles.contains("item 3"))
        #expect(try await desk.vault.login(bank.id).password.reveal() == "of the phone")
    }

    @Test("A machine that was away while the vault was given another key takes that as well")
    func otherKey() async throws {
        let phone = try makeMachine()
        try await join(phone, "phone")
        try await goOn(on: desk)
        try await desk.sync.changeKey(KeyChange(passphrase))
        for round in 0..<2 { try await goOn(on: desk, "key \(round)") }
        try await phone.vault.add(Login(title: "added", password: SecretText("there")))
        #expect(try await phone.sync.synchronize().problems == [])
        try await expectSame(phone)
        #expect(try await phone.vault.keyName() == desk.vault.keyName())
        #expect(try await desk.titles().contains("added"))
        await phone.vault.lock()
        await phone.sync.drop()
        try await phone.vault.unlock(passphrase: passphrase)
        try await goOn(on: phone, "later")
        try await expectSame(phone)
    }

    @Test("Parts of a removed file go once every machine knows that; those of another file stay")
    func removedFile() async throws {
        let bank = try #require(try await desk.vault.list(ItemQuery()).items.first)
        let scan = try await desk.vault.attach(
            "scan.pdf", Array(repeating: 7, count: 70_000), to: bank.id, at: SyncFixture.now())
        let note = try await desk.vault.attach(
            "note.txt", [1, 2, 3], to: bank.id, at: SyncFixture.now())
        let phone = try makeMachine()
        try await join(phone, "phone")
        let parts = try parts()
        #expect(parts.count == scan.chunkCount + note.chunkCount)
        // The desk waits until the phone has heard of it.
        try await desk.vault.detach(scan, from: bank.id)
        try await exchange(desk)
        #expect(try self.parts().isSuperset(of: parts))
        for machine in [phone, desk] { try await exchange(machine) }
        // One is of the other file, and one of the snapshot that everybody has.
        #expect(try self.parts().intersection(parts).count == note.chunkCount)
        #expect(try self.parts().count == note.chunkCount + 1)
        try await phone.sync.fetchFile(note.id, of: bank.id)
        #expect(try await phone.vault.contents(of: note).withBytes { Array($0) } == [1, 2, 3])
        try await expectSame(phone)
    }

    /// The names of the parts of files and snapshots that are there.
    private func parts() throws -> Set<String> {
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        return Set(files.compactMap { $0 as? String }.filter { $0.hasSuffix(".blob") })
    }
}
