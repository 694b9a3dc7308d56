import Foundation
import TenonCore
import TenonSQLite
import TenonSecurity
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

/// A machine with a vault, as a person keeps it in step with others.
struct SyncedMachine {
    let home: TemporaryVault
    let sync: VaultSync
    var vault: VaultManager { home.manager }

    init(
        _ home: TemporaryVault, snapshots: SnapshotPolicy = SnapshotPolicy(),
        databases: any DatabaseOpening = SQLiteDatabases(),
        now: @escaping @Sendable () -> Timestamp = SyncFixture.now
    ) {
        self.home = home
        sync = VaultSync(
            home.manager, stateFolder: home.folder.path, databases: databases,
            snapshots: snapshots, now: now)
    }

    func titles() async throws -> [String] {
        try await vault.list(ItemQuery()).items.map(\.title)
    }

    /// Lets another machine in, whose person knows the passphrase.
    func letIn(_ other: SyncedMachine, as name: String) async throws {
        try await other.sync.joinSync(
            sync.inviteDevice(), folder: nil,
            passphrase: SecretText(TemporaryVault.passphrase), device: name)
    }

    /// Whether a passphrase opens the vault; it is unlocked then, and locked if not.
    func opens(with passphrase: SecretText) async throws -> Bool {
        await vault.lock()
        await sync.drop()
        do {
            try await vault.unlock(passphrase: passphrase)
            return true
        } catch let error as VaultError where error.code == .vaultWrongPassphrase {
            return false
        }
    }
}

/// Expects an error with a code.
func expectError(
    _ code: ErrorCode, _ body: () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch let error as any ExplainedError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
