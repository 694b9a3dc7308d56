import TenonCore
import WalletVault

/// Looks up references, each once, and unlocks the vault for the first.
final class SecretResolver {
    private let session: CommandSession
    private var vault: (any Vault)?
    private var known: [SecretReference: SecretText] = [:]

    init(_ session: CommandSession) { self.session = session }

    /// The text that a reference names.
    ///
    /// - Throws: ``WalletCommandError`` when there is no such item or part, or more than one item.
    func secret(_ reference: SecretReference) async throws -> SecretText {
        if let secret = known[reference] { return secret }
        let secret = try await reference.secret(in: unlockedVault())
        known[reference] = secret
        return secret
    }

    /// The text that a reference on a line of a file names.
    ///
    /// - Throws: ``WalletCommandError`` as above, which names the line.
    func secret(
        _ reference: SecretReference, line: Int, of path: String
    ) async throws -> SecretText {
        do {
            return try await secret(reference)
        } catch let error as WalletCommandError {
            throw WalletCommandError.onLine(line, path, error)
        }
    }

    /// A person who has just opened the vault has already given the passphrase.
    private func unlockedVault() async throws -> any Vault {
        if let vault { return vault }
        let wasUnlocked = session.vault.status == .unlocked
        let vault = try await session.unlockedVault()
        if wasUnlocked { try await session.checkBeforeRevealing() }
        self.vault = vault
        return vault
    }
}
