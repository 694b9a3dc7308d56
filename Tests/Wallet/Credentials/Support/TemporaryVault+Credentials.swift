import TenonCore
import WalletCredentials
import WalletTestSupport
import WalletVault

extension TemporaryVault {
    /// The vault as the protocols have it.
    var credentials: CredentialVault { CredentialVault(manager) }

    /// A number that every change makes larger.
    func changes() async throws -> Int64 { try await manager.revision() }

    /// All logins that are not in the trash, by title.
    func logins() async throws -> [Login] {
        var all: [Login] = []
        try await manager.forEachItem { if let login = $0.login { all.append(login) } }
        return all.sorted { $0.title < $1.title }
    }

    /// Uses a login.
    func markUsed(_ title: String) async throws {
        for login in try await logins() where login.title == title {
            try await manager.markUsed(login.id)
        }
    }
}
