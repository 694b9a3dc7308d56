import Foundation
package import TenonCore
import TenonPublicSuffix
import TenonSQLite
import TenonSecurity
package import TenonTesting
package import WalletSync
package import WalletVault

/// A machine with a vault, files and a clock of its own.
package final class SimulatedMachine {
    /// Opens its vault.
    package static let passphrase = SecretText("correct horse battery staple")

    /// Where its files are.
    package let folder: String
    /// Small, so that there are many snapshots; nobody is waited for.
    static let snapshots = SnapshotPolicy(
        floor: 6_000, patience: 0, deletionPatience: 3_600_000)
    /// Its files.
    package let databases = FailingDatabases(SQLiteDatabases())
    /// What this process has of the vault.
    package private(set) var vault: VaultManager
    /// What this process has of the other devices.
    package private(set) var replica: Replica
    /// What brings both together.
    package private(set) var synchronizer: VaultSynchronizer
    /// Where the machine keeps what it shares.
    package let remote: FolderRemote
    private let now: @Sendable () -> Timestamp
    /// Where it keeps what it knows of the other devices.
    package let store: ReplicaFile
    private let name: ItemID

    /// Makes the first machine, with a vault without items.
    package static func found(
        in folder: String, sharing shared: String, now: @escaping @Sendable () -> Timestamp
    ) async throws -> SimulatedMachine {
        let databases = SQLiteDatabases()
        try databases.prepareFolder(of: "\(folder)/vault.db")
        let vault = manager(in: folder, databases, now)
        try await vault.create(passphrase: passphrase)
        let (name, ring) = (try await vault.name(), try await vault.deviceKeys())
        try FolderRemote(path: shared, vault: name).prepare()
        do {
            let store = try ReplicaFile(path: "\(folder)/sync.db", databases: databases)
            _ = try await Replica.found(
                store, vault: name, ring: ring, keys: .make(), name: folder,
                snapshots: snapshots, now: now)
        }
        await vault.close()
        return try await SimulatedMachine(in: folder, sharing: shared, now: now)
    }

    /// Makes another machine, which begins with a copy of the vault as it is.
    package func joined(
        in folder: String, sharing shared: String, now: @escaping @Sendable () -> Timestamp
    ) async throws -> SimulatedMachine {
        let databases = SQLiteDatabases()
        try databases.prepareFolder(of: "\(folder)/vault.db")
        await vault.lock()
        try FileManager.default.copyItem(atPath: vault.path, toPath: "\(folder)/vault.db")
        try await vault.unlock(passphrase: Self.passphrase)
        let keys = try Ed25519.KeyPair.make()
        guard let device = Device(publicKey: keys.publicKey, name: folder) else {
            throw CancellationError()
        }
        let introduction = try await replica.introduce(device)
        do {
            let store = try ReplicaFile(path: "\(folder)/sync.db", databases: databases)
            _ = try await Replica.join(
                store, vault: name, ring: try await vault.deviceKeys(), keys: keys, name: folder,
                by: introduction, snapshots: Self.snapshots, now: now)
        }
        return try await SimulatedMachine(in: folder, sharing: shared, now: now)
    }

    private init(
        in folder: String, sharing shared: String, now: @escaping @Sendable () -> Timestamp
    ) async throws {
        self.folder = folder
        self.now = now
        vault = Self.manager(in: folder, databases, now)
        try await vault.unlock(passphrase: Self.passphrase)
        name = try await vault.name()
        remote = FolderRemote(path: shared, vault: name)
        store = try ReplicaFile(path: "\(folder)/sync.db", databases: databases)
        replica = try await Replica(
            store, vault: name, ring: vault.deviceKeys(), snapshots: Self.snapshots, now: now)
        synchronizer = VaultSynchronizer(vault, replica)
    }

    private static func manager(
        in folder: String, _ databases: any DatabaseOpening,
        _ now: @escaping @Sendable () -> Timestamp
    ) -> VaultManager {
        VaultManager(
            path: "\(folder)/vault.db", stateDirectory: "\(folder)/state", databases: databases,
            domains: PublicSuffixList(), now: now, argon2id: .floor)
    }

    /// Ends the process, and starts another one.
    package func restart() async throws {
        databases.succeed()
        await vault.close()
        vault = Self.manager(in: folder, databases, now)
        try await vault.unlock(passphrase: Self.passphrase)
        replica = try await Replica(
            store, vault: name, ring: vault.deviceKeys(), snapshots: Self.snapshots, now: now)
        synchronizer = VaultSynchronizer(vault, replica)
    }

    /// Gives the vault another key, here and on the other machines.
    package func changeKey() async throws {
        let key = try await vault.makeKey(
            passphrase: Self.passphrase, newPassphrase: Self.passphrase)
        try await replica.change(keyTo: key, dismissing: [])
        try await replica.give(key.slots, to: key.name)
    }

    /// The maintenance of the vault.
    package var maintenance: VaultMaintenance { maintenance(of: vault.path) }

    /// The maintenance of another vault on this machine.
    package func maintenance(of path: String) -> VaultMaintenance {
        VaultMaintenance(
            path: path, stateDirectory: "\(folder)/state", backupFolder: "\(folder)/backups",
            databases: databases, domains: PublicSuffixList(), now: now, argon2id: .floor)
    }

    /// Puts a backup in the place of the vault, by the command or by hand.
    package func restore(_ backup: String, byHand: Bool) async throws {
        await vault.close()
        if byHand {
            for ending in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: vault.path + ending)
            }
            try FileManager.default.copyItem(atPath: backup, toPath: vault.path)
            try await vault.acceptOlderCopy()
        } else {
            _ = try await maintenance.restore(from: backup, passphrase: Self.passphrase)
        }
        try await restart()
    }
}
