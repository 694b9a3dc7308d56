import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import TenonTesting
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

    /// Copies what one folder has and another one lacks, as a file syncer does.
    private static func carry(_ from: String, to target: String) throws {
        let files = FileManager.default
        for path in try files.subpathsOfDirectory(atPath: from).sorted()
        where !files.fileExists(atPath: "\(target)/\(path)") {
            try files.copyItem(atPath: "\(from)/\(path)", toPath: "\(target)/\(path)")
        }
    }

    /// Lets two machines hear of each other that use a folder of their own each.
    private func exchange(
        _ first: SyncedMachine, in one: String, _ second: SyncedMachine, in other: String
    ) async throws {
        for _ in 0..<3 {
            for machine in [first, second] {
                #expect(try await machine.sync.synchronize().problems == [])
                try Self.carry(one, to: other)
                try Self.carry(other, to: one)
            }
        }
        let statuses = [try await first.sync.syncStatus(), try await second.sync.syncStatus()]
        #expect(statuses.map(\.phase) == [.inStep, .inStep])
        #expect(Set(statuses.map(\.fingerprint)).count == 1)
        #expect(statuses.map { $0.others.count } == [2, 2])
    }

    @Test("Two machines that use it at the same moment are both in, and in step")
    func raced() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        let other = try TemporaryFolder()
        try Self.carry(folder.path, to: other.path)
        try await fresh.sync.recoverSync(
            sheet.text, folder: other.path, passphrase: new, device: "fresh")
        let home = try TemporaryVault()
        let memory = "\(home.folder.path)/sync/\(sheet.vault).db"
        let (there, here) = (other.path, folder.path)
        // What the fresh one has left arrives after the third has looked, and before it writes.
        let third = SyncedMachine(home) {
            if FileManager.default.fileExists(atPath: memory) { try? Self.carry(there, to: here) }
            return SyncFixture.now()
        }
        try await recover(third, sheet.text)
        try await exchange(fresh, in: other.path, third, in: folder.path)
    }

    @Test("Of two that used it in folders apart, one is told so, repeats it, and both are in step")
    func forked() async throws {
        let sheet = try await desk.sync.makeRecoverySheet()
        let other = try TemporaryFolder()
        try Self.carry(folder.path, to: other.path)
        let third = SyncedMachine(try TemporaryVault())
        try await fresh.sync.recoverSync(
            sheet.text, folder: other.path, passphrase: new, device: "fresh")
        try await recover(third, sheet.text)
        try await third.vault.add(Login(title: "mail", password: SecretText("two")))
        // The file syncer keeps what the first one has written.
        let paper = try RecoverySheet(text: sheet.text).device.id
        try FileManager.default.removeItem(
            atPath: "\(folder.path)/\(sheet.vault)/\(paper)/1.commit")
        try Self.carry(other.path, to: folder.path)
        try Self.carry(folder.path, to: other.path)
        let problems = try await third.sync.synchronize().problems
        #expect(problems.map { "\($0.message)" }.contains { $0.contains("on two machines") })
        #expect(!problems.contains { "\($0.message) \($0.remedy)".contains("lying") })
        try await recover(third, sheet.text)
        #expect(try await third.titles() == ["bank", "mail"])
        try Self.carry(folder.path, to: other.path)
        try await exchange(fresh, in: other.path, third, in: folder.path)
        #expect(try await fresh.titles() == ["bank", "mail"])
    }

    @Test("Who used it first is told when a second machine replaced the passphrase, and by no name")
    func replacedPassphrase() async throws {
        let (clock, shared) = (ManualClock(), try TemporaryFolder())
        func makeMachine() throws -> SyncedMachine {
            SyncedMachine(try TemporaryVault(now: { clock.now() }), now: { clock.now() })
        }
        let (owner, first, second) = (try makeMachine(), try makeMachine(), try makeMachine())
        try await owner.vault.create(passphrase: SecretText(TemporaryVault.passphrase))
        try await owner.sync.setUpSync(at: shared.path, device: "desk")
        let sheet = try await owner.sync.makeRecoverySheet()
        clock.advance(by: .seconds(60 * 60))
        try await recover(first, sheet.text)
        clock.advance(by: .seconds(90 * 60))
        let replacement = SecretText("a passphrase of somebody else")
        try await second.sync.recoverSync(
            sheet.text, folder: nil, passphrase: replacement, device: "second")
        clock.advance(by: .seconds(60 * 60))
        #expect(try await first.sync.synchronize().passphraseChange == clock.now())

        await first.vault.lock()
        await first.sync.drop()
        let error = try await #require(throws: VaultError.self) {
            try await first.vault.unlock(passphrase: new)
        }
        #expect(error.code == .vaultWrongPassphrase)
        #expect(
            "\(error.message)"
                == """
                The passphrase is wrong. It was last set at 2025-06-15 14:30 (UTC), here or on another machine.
                """)
        #expect(try await first.opens(with: replacement))
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
        // A sheet is as good when the format of commits has changed.
        for format in [1, CommitHeader.presentFormat + 1] {
            #expect(try sheet.open(sheet.sealed(offer, format: format)).beginning == [1, 2, 3])
        }
        #expect(throws: SyncError.self) { try other.open(entry) }
        for place in [0, 3, 5, 30, 80, entry.count / 2] {
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
