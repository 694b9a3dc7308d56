import Dispatch
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
    ///
    /// - Parameters:
    ///   - databases: What opens the vault; `nil` for what the programs use.
    ///   - now: Its clock.
    package init(
        databases: (any DatabaseOpening)? = nil,
        now: @escaping @Sendable () -> Timestamp = TemporaryVault.now
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "wallet-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        manager = Self.makeManager(in: folder, databases, now: now)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func makeManager(
        in folder: URL, _ databases: (any DatabaseOpening)? = nil,
        now: @escaping @Sendable () -> Timestamp = TemporaryVault.now
    ) -> VaultManager {
        makeManager(at: folder.appending(path: "vault.db").path, databases, now: now)
    }

    /// A vault at a path, which need not be there.
    package static func makeManager(
        at path: String, _ databases: (any DatabaseOpening)? = nil,
        now: @escaping @Sendable () -> Timestamp = TemporaryVault.now
    ) -> VaultManager {
        VaultManager(
            path: path, databases: databases ?? SQLiteDatabases(),
            domains: PublicSuffixList(), now: now, argon2id: .floor)
    }

    /// The time of the system.
    @Sendable package static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// Makes a vault at a path, locked, in a folder that is made if it is missing.
    ///
    /// Programs open it with ``passphrase`` in a fraction of the time that one of theirs takes.
    ///
    /// - Parameter now: The clock that says when it is made.
    package static func create(
        at path: String, now: @escaping @Sendable () -> Timestamp = TemporaryVault.now
    ) async throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(),
            withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let manager = makeManager(at: path, now: now)
        try await manager.create(passphrase: SecretText(passphrase))
        await manager.close()
    }

    /// The same vault as another process has it: locked, and without knowledge of ``manager``.
    package func makeOther() -> VaultManager { Self.makeManager(in: folder) }

    /// Does something while another program writes to the file and does not end.
    package func whileWritten<Result>(_ body: () async throws -> Result) async throws -> Result {
        let database = try SQLiteDatabases().open(
            path: manager.path, options: DatabaseOptions())
        let end = DispatchSemaphore(value: 0)
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        DispatchQueue(label: "test.writer").async {
            try? database.write { _ in
                continuation.yield()
                end.wait()
            }
            try? database.close()
            continuation.finish()
        }
        for await _ in begun { break }
        defer { end.signal() }
        return try await body()
    }

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
        registrar.provide(.vault) { manager }
        registrar.provide(.domains) { PublicSuffixList() }
        let maintenance = VaultMaintenance(
            path: manager.path, stateDirectory: nil,
            backupFolder: folder.appending(path: "backups").path, databases: SQLiteDatabases(),
            domains: PublicSuffixList(), now: Self.now)
        registrar.provide(.vaultMaintenance) { maintenance }
    }
}
