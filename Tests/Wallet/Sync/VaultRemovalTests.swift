import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletTestSupport
import WalletVault

@testable import WalletSync  // What is left in the folder is internal.

@Suite("A vault that is removed from a folder while other machines use it")
struct VaultRemovalTests {
    private let folder: TemporaryFolder
    private let desk: SyncedMachine
    private let phone: SyncedMachine
    private let files = FileManager.default
    private let passphrase = SecretText(TemporaryVault.passphrase)

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncedMachine(try await .make([Login(title: "bank", password: SecretText("one"))]))
        phone = SyncedMachine(try TemporaryVault())
        try await desk.sync.setUpSync(at: folder.path, device: "desk")
        try await desk.letIn(phone, as: "phone")
        for machine in [phone, desk, phone] {
            #expect(try await machine.sync.synchronize().problems == [])
        }
    }

    private func vault() async throws -> String { "\(folder.path)/\(try await desk.vault.name())" }

    private func marker() async throws -> String { "\(try await vault())/wallet-sync.txt" }

    /// Copies the commits that one folder has and another one lacks.
    private func carryCommits(_ from: String, to target: String) throws {
        for path in try files.subpathsOfDirectory(atPath: from) where path.hasSuffix(".commit") {
            let copy = URL(filePath: "\(target)/\(path)")
            guard !files.fileExists(atPath: copy.path) else { continue }
            try files.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(atPath: "\(from)/\(path)", toPath: copy.path)
        }
    }

    @Test("Interrupted, it is made good by nobody, is named with its machine, and is finished")
    func interrupted() async throws {
        let (vault, before) = (try await vault(), try TemporaryFolder())
        try carryCommits(vault, to: before.path)
        let own = try #require(try await desk.sync.syncStatus().devices.first(where: \.isThis)?.id)
        // What is not the vault's stops it near its end.
        let foreign = URL(filePath: "\(vault)/\(own)/mine.txt")
        try Data("theirs".utf8).write(to: foreign)
        await expectError(.syncRemote) { try await desk.sync.removeSyncVault(at: nil) }
        // As if the process had ended before the commits went.
        try carryCommits(before.path, to: vault)
        #expect(try await desk.opens(with: passphrase))
        for machine in [desk, phone, desk, phone] {
            await expectError(.syncRemoved) { _ = try await machine.sync.synchronize() }
        }
        #expect(try await !files.fileExists(atPath: marker()))
        let status = try await phone.sync.syncStatus()
        #expect(status.phase == .attention)
        #expect(status.problem?.description.contains("\"desk\"") == true)
        let interrupted = try await desk.sync.syncStatus()
        #expect(interrupted.phase == .leaving)
        #expect(interrupted.remedy?.description.contains("remove-vault") == true)

        try files.removeItem(at: foreign)
        try await desk.sync.removeSyncVault(at: nil)
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        #expect(try files.contentsOfDirectory(atPath: vault) == ["removed.seal"])
        await expectError(.syncRemoved) { _ = try await phone.sync.synchronize() }
    }

    @Test("Whoever leaves afterwards has nobody to tell, keeps the vault, and may begin anew there")
    func leaving() async throws {
        try await phone.vault.add(Login(title: "mail", password: SecretText("two")))
        try await desk.sync.removeSyncVault(at: nil)
        let departure = try await phone.sync.leaveSync()
        #expect(departure.isRemoved)
        #expect(departure.problem == nil)
        #expect(departure.backlog.changes > 0)
        #expect(try await phone.titles() == ["bank", "mail"])
        try await phone.sync.setUpSync(at: folder.path, device: "phone")
        #expect(try await phone.sync.synchronize().problems == [])
        let left = try files.contentsOfDirectory(atPath: try await vault())
        #expect(!left.contains("removed.seal"))
    }

    @Test("What was begun anew there stays, and is told, when an interrupted removal is finished")
    func anew() async throws {
        let own = try #require(try await desk.sync.syncStatus().devices.first(where: \.isThis)?.id)
        let foreign = URL(filePath: "\(try await vault())/\(own)/mine.txt")
        try Data("theirs".utf8).write(to: foreign)
        await expectError(.syncRemote) { try await desk.sync.removeSyncVault(at: nil) }
        try await phone.sync.leaveSync()
        try await phone.sync.setUpSync(at: folder.path, device: "phone")
        let error = await #expect(throws: SyncError.self) {
            try await desk.sync.removeSyncVault(at: nil)
        }
        #expect(error.map { "\($0.message)" }?.contains("set up there anew") == true)
        #expect(try await desk.sync.syncStatus() == SyncStatus(.off))
        #expect(try await phone.sync.synchronize().problems == [])
        #expect(try await files.fileExists(atPath: marker()))
    }

    @Test("A machine that has left removes it as well, and the others say so")
    func outside() async throws {
        try await phone.sync.leaveSync()
        try await phone.sync.removeSyncVault(at: folder.path)
        await expectError(.syncRemoved) { _ = try await desk.sync.synchronize() }
        #expect(try await desk.titles() == ["bank"])
        await expectError(.syncRemote) { try await phone.sync.removeSyncVault(at: folder.path) }
    }

    @Test("Where nothing can be written, nothing is removed, and all goes on")
    func refused() async throws {
        let mark = "\(try await vault())/removed.seal"
        // Not even the administrator writes a file over a folder.
        try files.createDirectory(atPath: mark, withIntermediateDirectories: false)
        await expectError(.syncRemote) { try await desk.sync.removeSyncVault(at: nil) }
        for machine in [desk, phone] {
            #expect(try await machine.sync.synchronize().problems == [])
        }
    }

    @Test("A mark that no machine of the vault has made removes nothing", arguments: [0, 40, 5000])
    func forged(_ count: Int) async throws {
        let (mark, marker) = ("\(try await vault())/removed.seal", try await marker())
        try Data(repeating: 7, count: count).write(to: URL(filePath: mark))
        #expect(try await phone.sync.synchronize().problems == [])
        try files.removeItem(atPath: marker)
        let error = await #expect(throws: SyncError.self) { try await phone.sync.synchronize() }
        #expect(error?.code == .syncRemote)
        #expect(error.map { "\($0.message)" }?.contains(mark) == true)
        try files.removeItem(atPath: mark)
        #expect(try await phone.sync.synchronize().problems == [])
        #expect(files.fileExists(atPath: marker))
    }

    @Test("A mark opens for machines of its vault, and not once it was changed")
    func mark() throws {
        let (vault, keys) = (ItemID(), [SecretBytes.random(count: 32), .random(count: 32)])
        let mark = RemovalMark(device: "desk")
        let sealed = try mark.sealed(vault: vault, keys: keys)
        // A later key changes nothing.
        #expect(RemovalMark(opening: sealed, vault: vault, keys: [keys[0]]) == mark)
        #expect(RemovalMark(opening: sealed, vault: vault, keys: [keys[1]]) == nil)
        #expect(RemovalMark(opening: sealed, vault: ItemID(), keys: keys) == nil)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(RemovalMark(opening: changed, vault: vault, keys: keys) == nil)
        }
        #expect(RemovalMark(opening: [], vault: vault, keys: keys) == nil)
    }

    @Test("A set-up that is refused leaves nothing there")
    func setUp() async throws {
        for machine in [phone, desk] { try await machine.sync.leaveSync() }
        try await files.removeItem(atPath: marker())
        let before = try files.subpathsOfDirectory(atPath: folder.path).sorted()
        await expectError(.syncAlready) {
            try await desk.sync.setUpSync(at: folder.path, device: "desk")
        }
        #expect(try files.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }
}
