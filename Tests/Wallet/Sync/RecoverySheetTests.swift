import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // What is on the shelf is internal.

@Suite("Recovery sheets")
struct RecoverySheetTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let fresh: SyncedMachine
    private let new = SecretText("another passphrase of theirs")

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(try await .make([Login(title: "bank", password: SecretText("one"))]))
        fresh = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
    }

    private func recover(_ machine: SyncedMachine, _ text: SecretText) async throws {
        try await machine.sync.recoverSync(
            text, folder: nil, passphrase: new, device: "fresh")
    }

    @Test(
        "It brings every item back, also those that came after it; the machine is in, and goes on")
    func recovering() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        try await desk.home.manager.add(Login(title: "mail", password: SecretText("two")))
        _ = try await desk.sync.synchronize()
        // The desk is lost.
        try await recover(fresh, sheet.text)
        #expect(try await fresh.titles() == ["bank", "mail"])
        let status = try await fresh.sync.syncStatus()
        #expect(status.phase == .inStep)
        #expect(status.devices.filter { !$0.isSheet }.map(\.name).sorted() == ["desk", "fresh"])
        #expect(status.devices.filter(\.isThis).map(\.name) == ["fresh"])
        #expect(try await fresh.sync.checkSync().findings == [])
        await fresh.home.manager.lock()
        await expectError(.vaultWrongPassphrase) {
            try await fresh.home.manager.unlock(
                passphrase: SecretText(TemporaryVault.passphrase))
        }
        try await fresh.home.manager.unlock(passphrase: new)
        await fresh.home.manager.lock()
        try await fresh.home.manager.unlock(recoveryCode: sheet.code)
        // The desk turns up again, and finds a machine more.
        try await fresh.home.manager.add(Login(title: "shop", password: SecretText("three")))
        _ = try await fresh.sync.synchronize()
        #expect(try await desk.sync.synchronize().problems == [])
        #expect(try await desk.titles() == ["bank", "mail", "shop"])
        #expect(
            try await desk.sync.syncStatus().devices.filter { !$0.isSheet }.map(\.name).sorted()
                == ["desk", "fresh"])
    }

    @Test("It is good again when the new machine is lost as well")
    func again() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        try await recover(fresh, sheet.text)
        try await fresh.home.manager.add(Login(title: "mail", password: SecretText("two")))
        _ = try await fresh.sync.synchronize()
        let third = SyncedMachine(try TemporaryVault())
        try await recover(third, sheet.text)
        #expect(try await third.titles() == ["bank", "mail"])
        #expect(try await third.sync.syncStatus().phase == .inStep)
        #expect(try await third.sync.synchronize().problems == [])
    }

    @Test("A newer sheet makes the former one void, also where its shelf was kept")
    func void() async throws {
        let first = try await desk.sync.makeRecoverySheet()
        let shelf = "\(folder.path)/\(first.vault)/\(try RecoverySheet(text: first.text).shelf)"
        #expect(FileManager.default.fileExists(atPath: "\(shelf)/1.commit"))
        let kept = try Data(contentsOf: URL(filePath: "\(shelf)/1.commit"))
        let second = try await desk.sync.makeRecoverySheet()
        #expect(!FileManager.default.fileExists(atPath: shelf))
        await expectError(.syncSheet) { try await recover(fresh, first.text) }
        #expect(fresh.home.manager.status == .missing)
        try FileManager.default.createDirectory(
            atPath: shelf, withIntermediateDirectories: true)
        try kept.write(to: URL(filePath: "\(shelf)/1.commit"))
        await expectError(.syncSheet) { try await recover(fresh, first.text) }
        #expect(try await fresh.sync.syncStatus().phase != .inStep)
        let third = SyncedMachine(try TemporaryVault())
        try await recover(third, second.text)
        #expect(try await third.titles() == ["bank"])
        #expect(try await third.sync.syncStatus().devices.filter(\.isSheet).count == 1)
    }

    @Test(
        "It is read in a longer text, in lines, capitals and with spaces, and nothing else is taken for it"
    )
    func reading() async throws {
        let sheet = try RecoverySheet(
            of: ItemID(), at: "/home/ada/Größe & Co", code: RecoveryCode.make())
        let text = sheet.text.reveal()
        let wrapped = text.enumerated().map { index, symbol in
            index % 20 == 19 ? "\(symbol)\n " : "\(symbol)"
        }.joined()
        for typed in [
            text, text.uppercased(), "Sheet\n\n\(wrapped)\n\nUse it well.\n", " \(text) ",
        ] {
            let read = try RecoverySheet(text: SecretText(typed))
            #expect(read.vault == sheet.vault)
            #expect(read.address == sheet.address)
            #expect(read.device == sheet.device)
        }
        let code = Invitation(to: sheet.vault, at: "/stick").code.reveal()
        for wrong in ["", "wallet-recovery:", String(text.dropLast()), code, "\(text)aaaaaaaa"] {
            #expect(throws: SyncError.self) { try RecoverySheet(text: SecretText(wrong)) }
        }
    }

    @Test("What is on the shelf opens with its own sheet only, and not once it was changed")
    func shelf() async throws {
        let fixture = try await SyncFixture()
        let sheet = try RecoverySheet(
            of: fixture.vault, at: "/stick", code: RecoveryCode.make())
        let other = try RecoverySheet(
            of: fixture.vault, at: "/stick", code: RecoveryCode.make())
        let offer = InvitationOffer(
            expiry: Timestamp(milliseconds: 0), beginning: [1, 2, 3],
            introduction: try await fixture.founder.introduction())
        let entry = try sheet.sealed(offer)
        #expect(try sheet.open(entry).beginning == [1, 2, 3])
        #expect(throws: SyncError.self) { try other.open(entry) }
        for place in [0, 5, 30, 80, entry.count / 2] {
            var changed = entry
            changed[place] ^= 1
            #expect(throws: SyncError.self) { try sheet.open(changed) }
        }
    }

    @Test("What cannot be recovered says so, and makes no vault")
    func refusals() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        let empty = try TemporaryFolder()
        await expectError(.syncRemote) {
            try await fresh.sync.recoverSync(
                sheet.text, folder: empty.path, passphrase: new, device: "fresh")
        }
        #expect(fresh.home.manager.status == .missing)
        let other = SyncedMachine(try await .make())
        await expectError(.syncOtherVault) {
            try await other.sync.recoverSync(
                sheet.text, folder: nil, passphrase: SecretText(TemporaryVault.passphrase),
                device: "other")
        }
        #expect(try await other.sync.syncStatus() == SyncStatus(.off))
    }
}
