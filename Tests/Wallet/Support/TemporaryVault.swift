package import Foundation
package import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
package import WalletVault

/// A real vault in a folder of its own, which goes with the last reference to this.
package final class TemporaryVault: Sendable {
    /// The passphrase of ``make(_:)``.
    package static let passphrase = "correct horse battery staple"

    /// The folder.
    package let folder: URL
    /// The vault; missing until it is created.
    package let manager: VaultManager

    /// Makes a folder; the vault does not exist yet.
    package init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "wallet-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        manager = Self.makeManager(in: folder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func makeManager(in folder: URL) -> VaultManager {
        VaultManager(
            path: folder.appending(path: "vault.db").path, databases: SQLiteDatabases(),
            domains: PublicSuffixList(),
            now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
            argon2id: .floor)
    }

    /// The same vault as another process has it: locked, and without knowledge of ``manager``.
    package func makeOther() -> VaultManager { Self.makeManager(in: folder) }

    /// Makes an unlocked vault with some logins.
    package static func make(_ logins: [Login] = []) async throws -> TemporaryVault {
        let vault = try TemporaryVault()
        try await vault.manager.create(passphrase: SecretText(passphrase))
        for login in logins { try await vault.manager.add(login) }
        return vault
    }

    /// Registers what the features need of it.
    package func register(in registrar: inout Registrar) {
        let manager = manager
        registrar.provide(.vault) { _ in manager }
        registrar.provide(.domains) { _ in PublicSuffixList() }
        let maintenance = VaultMaintenance(
            path: manager.path, stateDirectory: nil,
            backupFolder: folder.appending(path: "backups").path, databases: SQLiteDatabases(),
            domains: PublicSuffixList(),
            now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) })
        registrar.provide(.vaultMaintenance) { _ in maintenance }
    }
}
