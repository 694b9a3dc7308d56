import Foundation
import TenonCore
import TenonHTTP
import TenonSQLite
import Testing
import WalletSync
import WalletTestSupport
import WalletVault

/// A machine of a person's that exchanges with a sync server when a test says so.
struct ServedMachine {
    let home: TemporaryVault
    let sync: VaultSync
    private let networker: HTTPNetworker

    var vault: VaultManager { home.manager }

    init(_ home: TemporaryVault, snapshots: SnapshotPolicy = SnapshotPolicy()) throws {
        self.home = home
        networker = try HTTPNetworker()
        sync = VaultSync(
            home.manager, stateFolder: home.folder.path, databases: SQLiteDatabases(),
            networker: networker, snapshots: snapshots,
            now: { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) })
    }

    /// A machine that soon makes snapshots, and waits for nobody before commits go.
    static func hasty(_ home: TemporaryVault? = nil) throws -> ServedMachine {
        try ServedMachine(
            try home ?? TemporaryVault(), snapshots: SnapshotPolicy(floor: 5_000, patience: 0))
    }

    /// Takes part in what another machine keeps on the server.
    func join(_ other: ServedMachine, as name: String) async throws {
        try await sync.joinSync(
            try await other.sync.inviteDevice(), folder: nil,
            passphrase: SecretText(TemporaryVault.passphrase), device: name)
    }

    func exchange(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let outcome = try await sync.synchronize()
        #expect(outcome.problems == [], sourceLocation: sourceLocation)
    }

    /// Changes a login as a person does.
    func change(_ id: ItemID, _ body: (inout Login) -> Void) async throws {
        var login = try await vault.login(id)
        body(&login)
        try await vault.save(login)
    }

    /// Closes its connections.
    func stop() async { await networker.stop() }
}
