import Foundation
import TenonCore
import TenonSQLite
import TenonTesting
import TestSupport
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

@Suite("A machine that leaves, and a place that is cleared")
struct LeavingTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine
    private let bank = Login(title: "bank", password: SecretText("one"))

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(try await .make([bank]))
        phone = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
    }

    private func letPhoneIn() async throws {
        try await desk.letIn(phone, as: "phone")
        for machine in [phone, desk, phone] {
            #expect(try await machine.sync.synchronize().problems == [])
        }
    }

    @Test("It hands over what it has, and the others know that it has left")
    func goodbye() async throws {
        try await letPhoneIn()
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        let departure = try await phone.sync.leaveSync()
        #expect(departure == SyncDeparture(name: "phone"))
        #expect(try await phone.sync.syncStatus() == SyncStatus(.off))
        #expect(try await phone.titles() == ["bank", "mail"])
        let outcome = try await desk.sync.synchronize()
        #expect(outcome.problems == [] && outcome.refused == [] && outcome.missing == [])
        #expect(try await desk.titles() == ["bank", "mail"])
        let status = try await desk.sync.syncStatus()
        #expect(status.phase == .inStep && status.isLast)
        #expect(status.formerMachines.map(\.device.name) == ["phone"])
        #expect(status.formerMachines.map(\.hasLeft) == [true])
    }

    @Test("One that was taken out has not left by itself")
    func removed() async throws {
        try await letPhoneIn()
        let others = try await desk.sync.syncStatus().others
        try await desk.sync.removeDevices(others.map(\.id), changing: nil)
        #expect(try await desk.sync.syncStatus().formerMachines.map(\.hasLeft) == [false])
    }

    @Test("Where the place is away, it leaves and says why the others were not told")
    func away() async throws {
        try await letPhoneIn()
        let vault = try await "\(folder.path)/\(desk.vault.name())"
        try FileManager.default.moveItem(atPath: vault, toPath: "\(vault).away")
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        let file = try await attach(to: phone)
        await expectError(.syncRemote) { _ = try await phone.sync.synchronize() }
        let backlog = try await phone.sync.syncStatus().backlog
        #expect(backlog.changes > 0)
        #expect(backlog.files == [file.name])
        let departure = try await phone.sync.leaveSync()
        #expect(departure.name == "phone")
        #expect(departure.problem != nil)
        #expect(departure.backlog == backlog)
        #expect(try await phone.sync.syncStatus() == SyncStatus(.off))
        try FileManager.default.moveItem(atPath: "\(vault).away", toPath: vault)
        _ = try await desk.sync.synchronize()
        let others = try await desk.sync.syncStatus().others
        #expect(others.map(\.name) == ["phone"])
        try await desk.sync.removeDevices(others.map(\.id), changing: nil)
        #expect(try await desk.sync.syncStatus().isLast)
    }

    @Test("What was not handed over is named, whatever went wrong")
    func failing() async throws {
        let databases = FailingDatabases(SQLiteDatabases())
        let tablet = SyncedMachine(try TemporaryVault(), databases: databases)
        try await tablet.sync.joinSync(
            desk.sync.inviteDevice(), folder: nil,
            passphrase: SecretText(TemporaryVault.passphrase), device: "tablet")
        for machine in [tablet, desk, tablet] { _ = try await machine.sync.synchronize() }
        let vault = try await "\(folder.path)/\(desk.vault.name())"
        try FileManager.default.moveItem(atPath: vault, toPath: "\(vault).away")
        try await tablet.vault.add(Login(title: "mail", password: SecretText("two")))
        await expectError(.syncRemote) { _ = try await tablet.sync.synchronize() }
        let backlog = try await tablet.sync.syncStatus().backlog
        #expect(backlog.changes > 0)
        try FileManager.default.moveItem(atPath: "\(vault).away", toPath: vault)
        databases.fail(.before, with: POSIXError(.EIO))
        let departure = try await tablet.sync.leaveSync()
        #expect(departure.problem != nil)
        #expect(departure.backlog == backlog)
        #expect(try await tablet.sync.syncStatus() == SyncStatus(.off))
    }

    @Test("The last machine takes away what is kept, nothing of others, and begins anew there")
    func last() async throws {
        try await letPhoneIn()
        try await phone.sync.leaveSync()
        _ = try await desk.sync.makeRecoverySheet()
        _ = try await desk.sync.inviteDevice()
        let vault = try await desk.vault.name().description
        try folder.write("theirs", to: "\(vault)/notes.txt")
        try folder.write("theirs", to: "\(vault)/blobs/photo.jpeg")
        try await desk.sync.removeSyncVault(at: nil)
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        #expect(
            left == [vault, "\(vault)/blobs", "\(vault)/blobs/photo.jpeg", "\(vault)/notes.txt"])
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        #expect(try await desk.sync.syncStatus().devices.map(\.name) == ["desk"])
        #expect(try await desk.titles() == ["bank"])
    }

    @Test("Whoever has left already names the folder, and no other vault is touched")
    func named() async throws {
        let other = SyncedMachine(
            try await .make([Login(title: "shop", password: SecretText("x"))]))
        try await other.sync.setUpSync(at: folder.path, device: "other")
        try await desk.sync.leaveSync()
        await expectError(.syncAlready) {
            try await desk.sync.setUpSync(at: folder.path, device: "desk")
        }
        await expectError(.syncOff) { try await desk.sync.removeSyncVault(at: nil) }
        try await desk.sync.removeSyncVault(at: folder.path)
        await expectError(.syncRemote) { try await desk.sync.removeSyncVault(at: folder.path) }
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        #expect(try await desk.sync.synchronize().problems == [])
        #expect(try await other.sync.synchronize().problems == [])
        #expect(try await other.titles() == ["shop"])
    }

    @Test("A link and files with similar names are not the vault's, wherever they lead")
    func foreign() async throws {
        try folder.write("theirs", to: "precious/5.commit")
        let path = "\(folder.path)/shared"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try await desk.sync.leaveSync()
        try await desk.sync.setUpSync(at: path, device: "desk")
        let vault = "\(path)/\(try await desk.vault.name())"
        let own = try #require(try await desk.sync.syncStatus().devices.first?.id)
        // The name of another device.
        let link = "\(vault)/\(bank.id)"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "\(folder.path)/precious")
        let names = ["1.committee.txt", "3 letters.commit.notes", "mine.txt"]
        let conflicts = ["1 (conflicted copy).commit", "1.sync-conflict-2.commit", "1.commit.new"]
        for name in names + conflicts {
            try Data("x".utf8).write(to: URL(filePath: "\(vault)/\(own)/\(name)"))
        }
        await expectError(.syncRemote) { try await desk.sync.removeSyncVault(at: nil) }
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(vault)/\(own)")
        #expect(left.sorted() == names)
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/precious/5.commit"))
    }

    @Test("A folder in use is known however its path is written")
    func spelling() async throws {
        try await letPhoneIn()
        try await desk.sync.removeSyncVault(at: "\(folder.path)/./")
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
    }

    private func attach(to machine: SyncedMachine) async throws -> WalletVault.Attachment {
        let file = try WalletVault.Attachment(
            "scan.pdf", size: 1000, added: Timestamp(milliseconds: 1))
        try await machine.vault.attach(file, to: bank.id) { bytes in
            for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: place) }
        }
        return file
    }

    @Test("Files go to a new place as well, from whoever has them")
    func anotherPlace() async throws {
        let file = try await attach(to: desk)
        try await letPhoneIn()
        // The one that begins anew does not have the content.
        try await desk.sync.leaveSync()
        let vault = "\(folder.path)/\(try await desk.vault.name())"
        try FileManager.default.removeItem(atPath: "\(vault)/blobs")
        try await phone.sync.leaveSync()
        #expect(try await phone.vault.isAwaited(file))
        let place = "\(folder.path)/new"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let (first, second) = (phone, desk)
        try await first.sync.setUpSync(at: place, device: "first")
        try await first.letIn(second, as: "second")
        for machine in [second, first, second] {
            #expect(try await machine.sync.synchronize().problems == [])
        }
        #expect(try await second.sync.syncStatus().unsent == 0)
        try await first.sync.fetchFile(file.id, of: bank.id)
        #expect(try await first.vault.contents(of: file) == second.vault.contents(of: file))
    }

    @Test("Nobody takes away the only place of a file; who leaves last fetches it")
    func onlyThere() async throws {
        let file = try await attach(to: desk)
        try await letPhoneIn()
        try await phone.sync.leaveSync()
        #expect(try await phone.vault.isAwaited(file))
        await expectError(.syncNotArrived) {
            try await phone.sync.removeSyncVault(at: folder.path)
        }
        try await desk.letIn(phone, as: "phone")
        for machine in [phone, desk, phone] { _ = try await machine.sync.synchronize() }
        try await desk.sync.leaveSync()
        _ = try await phone.sync.synchronize()
        #expect(try await phone.sync.syncStatus().isLast)
        try await phone.sync.leaveSync()
        #expect(try await !phone.vault.isAwaited(file))
    }

    @Test("The content of files comes here before it goes there")
    func files() async throws {
        let file = try await attach(to: desk)
        try await letPhoneIn()
        let arrived = try #require(try await phone.vault.item(bank.id).attachments.first)
        #expect(try await phone.vault.isAwaited(arrived))
        try await phone.sync.removeSyncVault(at: nil)
        #expect(try await !phone.vault.isAwaited(arrived))
        #expect(try await phone.vault.contents(of: arrived) == desk.vault.contents(of: file))
    }
}
