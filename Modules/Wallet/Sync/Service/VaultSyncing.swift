package import TenonCore
package import WalletVault

/// Keeps a vault in step with the other machines of the person, here or in the agent.
///
/// Errors are ``SyncError`` and `VaultError`. Every call needs the vault unlocked, but ``syncStatus()``, and
/// ``joinSync(_:folder:passphrase:device:)``, which makes or unlocks it.
package protocol VaultSyncing: AnyObject, Sendable {
    /// What is known at this moment; also of a locked vault, and of one that is not synchronised.
    func syncStatus() async throws -> SyncStatus

    /// What is known at this moment, and each time that it is something else.
    func syncStatuses() -> AsyncStream<SyncStatus>

    /// Begins to keep the vault where other machines find it.
    ///
    /// - Parameters:
    ///   - address: A folder that exists, which a file syncer or a stick carries to other machines; or
    ///     the address of a server on the web.
    ///   - device: What the person calls this machine.
    /// - Throws: ``SyncError``: `syncAlready`, `syncRemote`; `NetworkError` for what is no address.
    func setUpSync(at address: String, device: String) async throws

    /// Makes an invitation for one other machine, good for ten minutes.
    ///
    /// - Returns: Its code, which opens nothing without the passphrase.
    func inviteDevice() async throws -> SecretText

    /// Makes this machine one of those that keep the vault, and unlocks the vault.
    ///
    /// One that was cut off goes on when it is repeated with the same code, and by itself where it can.
    ///
    /// - Parameters:
    ///   - code: What ``inviteDevice()`` gave on another machine.
    ///   - folder: Where the shared folder is here; `nil` means where the
    ///     other machine keeps the data.
    ///   - passphrase: The passphrase of the vault.
    ///   - device: What the person calls this machine.
    /// - Throws: ``SyncError``: `syncInvitation`, `syncOtherVault`, `syncRemote`; `VaultError`.
    func joinSync(
        _ code: SecretText, folder: String?, passphrase: SecretText, device: String
    ) async throws

    /// Makes a recovery sheet, with a new recovery code of the vault; the former sheet is void.
    ///
    /// - Returns: What is on it: it opens the vault.
    func makeRecoverySheet() async throws -> RecoverySheetContent

    /// Makes this machine one of those that keep the vault by a recovery sheet, when no other is there to
    /// let it in, and makes the vault.
    ///
    /// - Parameters:
    ///   - text: What is on the sheet.
    ///   - folder: Where the shared folder is here; `nil` means where the sheet says.
    ///   - passphrase: What opens the vault on this machine from now on; the passphrase of the vault
    ///     where it is here already.
    ///   - device: What the person calls this machine.
    /// - Throws: ``SyncError``: `syncSheet`, `syncOtherVault`, `syncRemote`; `VaultError`.
    func recoverSync(
        _ text: SecretText, folder: String?, passphrase: SecretText, device: String
    ) async throws

    /// Takes another machine out: what it changes from now on is taken by no other, and it takes nothing.
    ///
    /// It still has what it had, and the key that the vault has by now. What it had handed over before stays.
    /// Of one that was taken out before, what is left of that is done.
    ///
    /// - Parameter passphrase: Gives the vault another key as well, see ``changeKey(passphrase:)``, unless
    ///   the machine does not have the present one; `nil` keeps the key.
    /// - Throws: ``SyncError``: `syncNoDevice` when there is no such other machine, `syncNotIn`,
    ///   `syncDismissed`, `syncRemote`; `VaultError` (`vaultWrongPassphrase`).
    func removeDevice(_ device: DeviceID, passphrase: SecretText?) async throws

    /// Gives the vault another key, here and on all machines that keep it: whoever has the former one opens
    /// nothing that is written from then on.
    ///
    /// - Parameter passphrase: A passphrase of the vault. It is the only way in that stays: other
    ///   passphrases, the recovery code and the recovery sheet are void.
    /// - Throws: ``SyncError``: `syncNotIn`, `syncDismissed`, `syncRemote`; `VaultError`
    ///   (`vaultWrongPassphrase`).
    func changeKey(passphrase: SecretText) async throws

    /// Gives the changes of this machine to the others, and takes theirs, now.
    func synchronize() async throws -> SyncOutcome

    /// Brings the content of a file here that is on other machines, into the vault; does nothing when it is
    /// here.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - item: The item that has it.
    /// - Throws: ``SyncError``: `syncNotArrived` when it is not where it is kept yet, `syncAway` when that
    ///   cannot be reached, `syncDamaged`, `syncForeign` or `syncAltered` when it is something else;
    ///   `VaultError` (`vaultAttachment`) when the item does not have it.
    func fetchFile(_ attachment: ItemID, of item: ItemID) async throws

    /// Values that were given on several machines at once, none of which knew of the others.
    func syncConflicts() async throws -> [SyncConflict]

    /// Decides a conflict: the values of the chosen machine stay, the others go; an item that is back stays.
    ///
    /// - Throws: ``SyncError`` (`syncNoConflict`) when there is none any more.
    func decide(_ decision: SyncDecision) async throws

    /// Compares the vault, what is known of the others, and the folder with each other.
    func checkSync() async throws -> SyncCheck

    /// Forgets the other machines; the vault stays as it is, and so does the folder.
    func leaveSync() async throws
}

extension AnyPort {
    /// What keeps the vault in step with other machines.
    package static let sync = Port<any VaultSyncing>("sync", providers: ["WalletSync"])
}
