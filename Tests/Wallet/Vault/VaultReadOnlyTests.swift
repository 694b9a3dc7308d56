import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// A vault beside which SQLite can make no file.
///
/// A link that leads nowhere, which SQLite does not follow, stops the superuser as well.
@Suite struct VaultReadOnlyTests {
    private let fixture = VaultFixture()

    /// Copies the vault as it is, its log included, to a place where it can only be read.
    private func readOnlyCopy() throws -> String {
        let folder = fixture.folder + "/copy"
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal"] where files.fileExists(atPath: fixture.path + suffix) {
            try files.copyItem(
                atPath: fixture.path + suffix, toPath: "\(folder)/vault.db\(suffix)")
        }
        try files.createSymbolicLink(
            atPath: "\(folder)/vault.db-shm", withDestinationPath: "nowhere/at-all")
        return "\(folder)/vault.db"
    }

    @Test("It opens with all that its log holds, and says why it cannot be changed")
    func reading() async throws {
        let original = try await fixture.created()
        let id = try await original.add(.sample("One", site: "https://one.example")).id
        #expect(FileManager.default.fileExists(atPath: fixture.path + "-wal"))
        let manager = fixture.manager(path: try readOnlyCopy())
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).items.map(\.title) == ["One"])
        #expect(try await manager.login(id).password == SecretText("secret of One"))
        #expect(try await manager.items(forSite: "https://one.example").count == 1)
        #expect(try await manager.check().isClean)
        // Reading goes on where using cannot be counted.
        try await manager.markUsed(id)
        let error = await failure { try await manager.add(.sample("Two")) }
        #expect(error?.code.name == "vault.read-only")
        #expect(error?.remedy.description.contains("Make it writable") == true)
        #expect(await code { try await manager.lockEverywhere() } == "vault.read-only")
        #expect(manager.status == .locked)
    }

    @Test("One of an older version is read as it is, and not brought up to date")
    func olderVault() async throws {
        try fixture.placeSample("before-hosts.wallet")
        let manager = fixture.manager(path: try readOnlyCopy())
        // This opens the file for reading only, whether it could be written or not.
        try await manager.acceptOlderCopy()
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        for _ in 0..<2 {
            let found = try await manager.items(
                forSite: "https://b.example.com", isExact: true)
            #expect(found.map(\.title) == ["b.example.com"])
            #expect(try await manager.list(ItemQuery()).total > 0)
        }
        #expect(try await manager.check().isClean)
        #expect(await code { try await manager.add(.sample("One")) } == "vault.read-only")
    }

    @Test("It opens without a log as well, and wrong passphrases count in this process")
    func attempts() async throws {
        await (try fixture.created()).lock()
        let manager = fixture.manager(path: try readOnlyCopy())
        for _ in 0..<10 {
            #expect(
                await code { try await manager.unlock(passphrase: SecretText("no")) }
                    == "vault.wrong-passphrase")
        }
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.too-many-attempts")
        fixture.advance(by: .seconds(1))
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == 0)
    }

    @Test("What is overdue in the trash keeps nobody from listing")
    func trash() async throws {
        let original = try await fixture.created()
        let id = try await original.add(.sample("Lost")).id
        try await original.moveToTrash(id)
        for _ in 0..<4 {
            fixture.advance(by: .seconds(7 * 24 * 3600))
            try await original.add(.sample("Other"))
        }
        fixture.advance(by: .seconds(4 * 24 * 3600))
        let manager = fixture.manager(path: try readOnlyCopy())
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == 4)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
    }

    @Test("When the file changes it locks instead of showing what is old")
    func changed() async throws {
        let original = try await fixture.created()
        let path = try readOnlyCopy()
        let manager = fixture.manager(path: path)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == 0)
        try await original.add(.sample("One"))
        try Data(contentsOf: URL(filePath: fixture.path + "-wal"))
            .write(to: URL(filePath: path + "-wal"))
        #expect(await code { _ = try await manager.list(ItemQuery()) } != nil)
        #expect(manager.status == .locked)
        try await manager.unlock(passphrase: VaultFixture.passphrase)
        #expect(try await manager.list(ItemQuery()).total == 1)
    }
}
