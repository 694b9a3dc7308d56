import TenonCore
import TenonMemory
import TenonSecurity
package import WalletVault

/// A vault that programs get logins from, and what all of their requests share.
package struct CredentialVault: Sendable {
    /// How long a change is retried before a conflict is reported.
    private static let patience = Duration.seconds(8) * Patience.factor
    /// Errors that end as soon as the other program has written.
    private static let passing: Set<ErrorCode> = [.vaultConflict, .vaultInUse, .vaultNoSuchItem]

    /// The turns that all requests for logins of this vault take.
    let turns: CredentialTurns
    /// Called for each use by a person, which keeps the vault open.
    let noteUse: @Sendable () -> Void
    private let known: any Vault
    /// Whether the program that asks takes an option that names the vault.
    private var takesOption = false

    /// The same vault for a program that takes `--vault`, which remedies then offer.
    var withOption: CredentialVault {
        var vault = self
        vault.takesOption = true
        return vault
    }

    /// Answers from a vault.
    ///
    /// - Parameters:
    ///   - turns: The same for all values of this vault.
    ///   - noteUse: Called for each use by a person.
    package init(
        _ vault: any Vault, turns: CredentialTurns = CredentialTurns(),
        noteUse: @escaping @Sendable () -> Void = {}
    ) {
        known = vault
        self.turns = turns
        self.noteUse = noteUse
    }

    /// Whether the vault is unlocked at this moment.
    var isUnlocked: Bool { known.status == .unlocked }

    /// The vault, if there is one: without a file no passphrase is the right one.
    var existing: any Vault {
        get throws {
            guard known.status != .missing else {
                throw CredentialError.noVault(at: known.path, takesOption: takesOption)
            }
            return known
        }
    }

    /// A name of the vault that no other vault has: a hash of the path, in hexadecimal.
    var name: String {
        Array(known.path.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }
            .hexadecimal()
    }

    /// Unlocks the vault, which is a use of it.
    func unlock(passphrase: SecretText) async throws {
        try await existing.unlock(passphrase: passphrase)
        noteUse()
    }

    /// The logins for an address, the closest first; none for what is not an address.
    ///
    /// - Parameter isExact: Whether only those for exactly this host count; else those of the same
    ///   owner, too.
    func logins(at address: String, isExact: Bool) async throws -> [ItemOverview] {
        do {
            return try await existing.items(forSite: address, isExact: isExact)
                .filter { $0.kind == .login }
        } catch let error as VaultError where error.code == .vaultBadSite {
            return []
        }
    }

    /// All logins with a tag, or without regard to tags, from A to Z.
    func logins(tagged tag: String?) async throws -> [ItemOverview] {
        let query = ItemQuery(kinds: [.login], tag: tag, window: 0..<100_000)
        return try await existing.list(query).items
    }

    /// Runs a change that reads logins before it writes.
    ///
    /// Changes of this vault come one after the other. When another process changes the same login in
    /// between, or keeps the vault busy, the closure runs again, and reads again.
    func change(_ body: () async throws -> Void) async throws {
        await turns.begin()
        do {
            try await repeating(body)
        } catch {
            await turns.end()
            throw error
        }
        await turns.end()
    }

    private func repeating(_ body: () async throws -> Void) async throws {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            do {
                return try await body()
            } catch let error as VaultError
                where Self.passing.contains(error.code) && ContinuousClock.now < deadline
            {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }
}
