import Glibc
package import TenonCore
import TenonSecurity
package import WalletVault

/// A vault as the protocols want it.
package struct VaultCredentialStore: CredentialStore {
    /// The turns that all requests for logins of this vault take.
    package let turns: CredentialTurns
    private let known: any Vault
    private let whenUsed: @Sendable () -> Void

    /// Answers from a vault.
    ///
    /// - Parameters:
    ///   - turns: The same for all stores of this vault.
    ///   - whenUsed: Called for each use by a person.
    package init(
        vault: any Vault, turns: CredentialTurns = CredentialTurns(),
        whenUsed: @escaping @Sendable () -> Void = {}
    ) {
        known = vault
        self.turns = turns
        self.whenUsed = whenUsed
    }

    /// The vault, if there is one: without a file no passphrase is the right one.
    private var vault: any Vault {
        get throws {
            guard known.status != .missing else {
                throw CredentialError.noVault(at: known.path)
            }
            return known
        }
    }

    /// Whether the vault is unlocked at this moment.
    package var isUnlocked: Bool { known.status == .unlocked }

    /// A hash of the path, in hexadecimal.
    package var name: String {
        get async throws {
            Array(known.path.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
        }
    }

    /// Locks the vault.
    package func lock() async { await known.lock() }

    /// Unlocks the vault.
    package func unlock(passphrase: SecretText) async throws {
        try await vault.unlock(passphrase: passphrase)
        whenUsed()
    }

    /// Passes on that a person has used the vault.
    package func noteUse() { whenUsed() }

    /// The logins for an address.
    package func logins(at address: String, isExact: Bool) async throws -> [CredentialOverview] {
        do {
            return try await vault.items(forSite: address, isExact: isExact)
                .filter { $0.kind == .login }.map { CredentialOverview($0) }
        } catch let error as VaultError where error.code == .vaultBadSite {
            return []
        }
    }

    /// The logins with a tag, or all.
    package func logins(tagged tag: String?) async throws -> [CredentialOverview] {
        let query = ItemQuery(kinds: [.login], tag: tag, window: 0..<100_000)
        return try await vault.list(query).items.map { CredentialOverview($0) }
    }

    /// All tags in use.
    package func tags() async throws -> [String] { try await vault.tags().keys.sorted() }

    /// A login with its secrets.
    package func login(_ id: ItemID) async throws -> Login { try await vault.login(id) }

    /// Adds a login.
    package func add(_ login: Login) async throws { try await vault.add(login) }

    /// Saves a changed login.
    package func save(_ login: Login) async throws { try await vault.save(login) }

    /// Moves a login to the trash.
    package func moveToTrash(_ id: ItemID) async throws { try await vault.moveToTrash(id) }

    /// A password of twenty characters.
    package func makePassword() async throws -> SecretText { try PasswordGenerator().make() }

    /// The one-time code of a login.
    package func oneTimeCode(of login: Login) async throws -> SecretText? {
        // An invalid secret for codes is treated here as missing.
        guard let secret = login.oneTimePassword,
            let generator = try? OneTimePassword(reading: secret), case .time = generator.factor
        else { return nil }
        return generator.code(at: GitCredentials.currentTime()).text
    }
}

extension CredentialOverview {
    init(_ overview: ItemOverview) {
        self.init(
            id: overview.id, sites: overview.sites, userName: overview.userName,
            tags: overview.tags)
    }
}
