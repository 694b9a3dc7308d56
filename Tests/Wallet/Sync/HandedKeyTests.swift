import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletSync  // What a commit is sealed under, and how a key is handed over, is internal.

@Suite("A commit under a key that its log hands over only later")
struct HandedKeyTests {
    private let fixture: SyncFixture
    private let folder: TemporaryFolder
    private let remote: FolderRemote
    private let phone: Replica
    private let tablet: Replica
    private var desk: Replica { fixture.founder }
    private let key = SecretBytes.random(count: 32)

    init() async throws {
        fixture = try await SyncFixture()
        folder = try TemporaryFolder()
        remote = FolderRemote(path: folder.path, vault: fixture.vault)
        phone = try await fixture.joined("phone")
        tablet = try await fixture.joined("tablet")
        try remote.prepare()
        for replica in [desk, phone, tablet] { _ = try await replica.synchronize(with: remote) }
    }

    /// Lets the desk commit nothing under a key of the vault.
    private func commit(under key: SecretBytes) async throws {
        let key = VaultManager.deviceKey(of: key, in: fixture.vault)
        try await desk.commit([] as [TimedChange], over: nil, under: .key(key))
    }

    /// Lets the desk hand the key to the phone.
    private func hand() async throws {
        let (name, id) = (ItemID(), phone.device.id)
        let sealed = try HybridEncryption.seal(
            key, for: phone.agreement.publicKey, info: Replica.info(of: name, for: id))
        try await desk.hand(name, to: [id: sealed])
    }

    @Test("Where the later one cannot be read, the log waits for it, and the others go on")
    func unreadable() async throws {
        try await tablet.commit([.fields(ItemID(), [.title: SecretText("x")])])
        _ = try await tablet.synchronize(with: remote)
        try await commit(under: key)
        try await hand()
        let end = await desk.position(of: desk.device.id).number
        _ = try await desk.synchronize(with: remote)
        let file = folder.url.appending(path: "\(fixture.vault)/\(desk.device.id)/\(end).commit")
        let away = folder.url.appending(path: "away")
        try FileManager.default.moveItem(at: file, to: away)
        // Not even the administrator can read a folder as a file.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let report = try await phone.synchronize(with: remote)
        #expect(report.applied == 1)
        #expect(report.problems.map(\.error.code) == [.syncNoKey])
        #expect(report.problems.map(\.number) == [end - 1])
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: away, to: file)
        let next = try await phone.synchronize(with: remote)
        #expect(next.problems.isEmpty)
        #expect(next.applied == 2)
    }

    @Test("Where the later one hands another key over, that is named, and the exchange ends")
    func another() async throws {
        try await commit(under: SecretBytes.random(count: 32))
        try await hand()
        _ = try await desk.synchronize(with: remote)
        for _ in 0..<2 {
            let report = try await phone.synchronize(with: remote)
            #expect(report.applied == 0)
            #expect(report.problems.map(\.error.code) == [.syncNoKey])
        }
    }
}
