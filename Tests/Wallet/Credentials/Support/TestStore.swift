import TenonCore
import WalletCredentials
import WalletTestSupport
import WalletVault

/// A store under test: the one in memory, and a real vault in a real file, by the same contract.
struct TestStore: Sendable {
    enum Kind: CaseIterable, Sendable {
        case memory
        case vault
    }

    let store: any CredentialStore
    private let memory: MemoryStore?
    private let vault: TemporaryVault?

    static func make(_ kind: Kind, _ logins: Login...) async throws -> TestStore {
        switch kind {
        case .memory:
            let memory = MemoryStore()
            for login in logins { try await memory.add(login) }
            return TestStore(store: memory, memory: memory, vault: nil)
        case .vault:
            let vault = try await TemporaryVault.make(logins)
            return TestStore(
                store: VaultCredentialStore(vault: vault.manager), memory: nil, vault: vault)
        }
    }

    /// A number that every change makes larger.
    func changes() async throws -> Int64 {
        if let memory { return await memory.changes }
        return try await vault?.manager.revision() ?? 0
    }

    /// All logins that are not in the trash.
    func logins() async throws -> [Login] {
        if let memory { return await memory.all() }
        var all: [Login] = []
        try await vault?.manager.forEachItem { if let login = $0.login { all.append(login) } }
        return all.sorted { $0.title < $1.title }
    }

    /// Uses a login of a real vault.
    func markUsed(_ title: String) async throws {
        for login in try await logins() where login.title == title {
            try await vault?.manager.markUsed(login.id)
        }
    }

    /// The passphrase that unlocks it.
    var passphrase: SecretText { SecretText(TemporaryVault.passphrase) }
}
