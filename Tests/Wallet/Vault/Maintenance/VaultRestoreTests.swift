import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletVault

@Suite("Restoring a vault from files of all kinds")
struct VaultRestoreTests {
    private let passphrase = VaultFixture.passphrase
    private let fixture = VaultFixture()
    private var copy: String { fixture.folder + "/copy.db" }

    private func maintenance(_ path: String? = nil) -> VaultMaintenance {
        VaultMaintenance(
            path: path ?? fixture.path, stateDirectory: fixture.stateDirectory,
            backupFolder: fixture.stateDirectory + "/backups", databases: SQLiteDatabases(),
            domains: VaultFixture.domains, now: { fixture.now }, argon2id: .floor)
    }

    private func titles() async throws -> [String] {
        let manager = fixture.manager(remembers: true)
        try await manager.unlock(passphrase: passphrase)
        let titles = try await manager.list(ItemQuery()).items.map(\.title)
        await manager.lock()
        return titles
    }

    /// A copy of the vault whose newest item is in the log alone.
    private func copyWithLog() async throws {
        await (try fixture.created(remembers: true)).lock()
        let manager = fixture.manager(remembers: true)
        try await manager.unlock(passphrase: passphrase)
        try await manager.add(.sample("In the log"))
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.path + ending, toPath: copy + ending)
        }
        let log = try FileManager.default.attributesOfItem(atPath: copy + "-wal")
        try #require(log[.size] as? Int ?? 0 > 0)
        try await manager.add(.sample("Newer"))
        await manager.lock()
    }

    @Test("What is in the log beside a backup is restored with it")
    func log() async throws {
        try await copyWithLog()
        _ = try await maintenance().restore(from: copy, passphrase: passphrase)
        #expect(try await titles() == ["In the log"])
        // The file alone has nothing of it.
        try FileManager.default.removeItem(atPath: copy + "-wal")
        _ = try await maintenance().restore(from: copy, passphrase: passphrase)
        #expect(try await titles().isEmpty)
    }

    @Test("A log that cannot be read is refused: the file beside it may be too old")
    func unreadableLog() async throws {
        try await copyWithLog()
        let log = URL(filePath: copy + "-wal")
        var bytes = try Data(contentsOf: log)
        bytes.replaceSubrange(0..<32, with: Data(repeating: 0xA5, count: 32))
        try bytes.write(to: log)
        #expect(
            await code { _ = try await maintenance().restore(from: copy, passphrase: passphrase) }
                == "vault.backup")
        #expect(try await titles() == ["In the log", "Newer"])
    }

    @Test("The log of another vault is refused")
    func foreignLog() async throws {
        try await copyWithLog()
        let other = VaultFixture()
        let manager = try await other.created()
        try await manager.add(.sample("Foreign"))
        try FileManager.default.removeItem(atPath: copy + "-wal")
        try FileManager.default.copyItem(atPath: other.path + "-wal", toPath: copy + "-wal")
        await manager.lock()
        let problem = await code {
            _ = try await maintenance().restore(from: copy, passphrase: passphrase)
        }
        #expect(problem != nil)
        #expect(try await titles() == ["In the log", "Newer"])
    }

    @Test("The restored vault is newer than all that was seen, and the former one a whole file")
    func newest() async throws {
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("Old"))
        let backup = try await maintenance().backup(verifiedWith: passphrase)
        for number in 1...3 { try await manager.add(.sample("New \(number)")) }
        let seen = try await manager.revision()
        await manager.lock()
        let former = try #require(
            try await maintenance().restore(from: backup, passphrase: passphrase))
        #expect(!FileManager.default.fileExists(atPath: former + "-wal"))
        // Another machine that has seen the newer state takes it as well.
        let restored = fixture.manager(remembers: true)
        try await restored.unlock(passphrase: passphrase)
        #expect(try await restored.revision() > seen)
        #expect(try await restored.check().isClean)
        await restored.lock()
        let links = try FileManager.default.attributesOfItem(atPath: former)[.referenceCount]
        #expect(links as? Int == 1)
    }

    @Test("A vault that is damaged gives way, and is kept as it is")
    func damaged() async throws {
        let manager = try await fixture.created(remembers: true)
        try await manager.add(.sample("Kept"))
        let backup = try await maintenance().backup(verifiedWith: passphrase)
        await manager.lock()
        try Data(repeating: 1, count: 10_000).write(to: URL(filePath: fixture.path))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: fixture.path)
        let former = try #require(
            try await maintenance().restore(from: backup, passphrase: passphrase))
        #expect(try await titles() == ["Kept"])
        #expect(try Data(contentsOf: URL(filePath: former)) == Data(repeating: 1, count: 10_000))
    }
}
