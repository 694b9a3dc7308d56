package import TenonCore
package import WalletVault

/// What the protocols need of a vault.
///
/// All functions throw ``VaultError`` with the code `vaultLocked` while the vault is locked.
package protocol CredentialStore: Sendable {
    /// Whether the vault can be asked.
    var isUnlocked: Bool { get async }
    /// A name of the vault that no other vault has, the same for all time.
    var name: String { get async throws }

    /// Locks the vault.
    func lock() async
    /// Unlocks the vault, which is a use of it.
    func unlock(passphrase: SecretText) async throws
    /// Says that a person has used the vault, which keeps it open.
    func noteUse() async

    /// The logins for an address, the best first; none for what is no address.
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
