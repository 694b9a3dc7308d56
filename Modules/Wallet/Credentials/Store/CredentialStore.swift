package import TenonCore
package import WalletVault

/// What the protocols need of a vault.
///
/// All functions throw an error with the code `vaultLocked` while the vault is locked, and `vaultMissing`
/// where there is none.
package protocol CredentialStore: Sendable {
    /// Whether the vault can be asked.
    var isUnlocked: Bool { get async }
    /// A name of the vault that no other vault has, the same for all time.
    var name: String { get async throws }
    /// The turns that all requests for logins of this vault take.
    var turns: CredentialTurns { get }

    /// Locks the vault.
    func lock() async
    /// Unlocks the vault, which is a use of it.
    func unlock(passphrase: SecretText) async throws
    /// Says that a person has used the vault, which keeps it open.
    func noteUse() async

    /// The logins for an address; none for what is not an address.
    ///
    /// The closest come first; of these the one used last, or else changed last, or made last. The
    /// order is the same every time.
    ///
    /// - Parameter isExact: Whether only those for exactly this host count; else those of the same
    ///   owner, too.
    func logins(at address: String, isExact: Bool) async throws -> [CredentialOverview]
    /// All logins with a tag, or without regard to tags, from A to Z.
    func logins(tagged tag: String?) async throws -> [CredentialOverview]
    /// All tags in use, from A to Z.
    func tags() async throws -> [String]
    /// A login with its secrets.
    func login(_ id: ItemID) async throws -> Login

    /// Adds a login.
    func add(_ login: Login) async throws
    /// Saves a changed login.
    func save(_ login: Login) async throws
    /// Moves a login to the trash.
    func moveToTrash(_ id: ItemID) async throws

    /// A new password, as the person wants them.
    func makePassword() async throws -> SecretText
    /// The one-time code of a login at this moment.
    ///
    /// `nil` when it has none, and when its codes go by a counter: each is good for one use, which only
    /// the person can decide on.
    func oneTimeCode(of login: Login) async throws -> SecretText?
}

extension CredentialStore {
    /// How long a change is retried before a conflict is reported.
    private static var patience: Duration { .seconds(8) }

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

    /// Errors that end as soon as the other program has written.
    private static var passing: Set<ErrorCode> { [.vaultConflict, .vaultInUse, .vaultNoSuchItem] }
}
