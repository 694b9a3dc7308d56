package import TenonCore
package import WalletVault

/// Keeps a vault in step with the other machines of the person, here or in the agent.
///
/// Errors are ``SyncError`` and `VaultError`. Every call needs the vault unlocked, except
/// ``syncStatus()`` and ``joinSync(_:folder:passphrase:device:)``, which makes or unlocks it.
package protocol VaultSyncing: AnyObject, Sendable {
    /// The present status, also of a locked vault, and of one that is not synchronised.
    func syncStatus() async throws -> SyncStatus

    /// The present status, and each time that it changes.
    func syncStatuses() -> AsyncStream<SyncStatus>

    /// Begins to keep the vault where other machines find it.
    ///
    /// - Parameters:
    ///   - address: A folder that exists, which a file syncer or a stick carries to other machines; or
    ///     the address of a server on the web.
    ///   - invitation: The code by which the operator of a server lets a new vault in; `nil` when there is
    ///     none. A folder, and a server that takes any vault, do not look at it.
    ///   - device: What the person calls this machine.
    /// - Throws: ``SyncError``: `syncAlready`, `syncRemote`, `syncUninvited` when the server wants a code,
    ///   `syncInvitation` when it does not take this one; `NetworkError` for a malformed address.
    func setUpSync(at address: String, invitation: SecretText?, device: String) async throws

    /// Makes an invitation for one other machine, valid for ten minutes.
    ///
    /// - Returns: Its code, which opens nothing without the passphrase.
    func inviteDevice() async throws -> SecretText

    /// Makes this machine one of those that keep the vault, and unlocks the vault.
    ///
    /// If it was interrupted, it continues when it is repeated with the same code, or by itself
    /// where it can.
    ///
    /// - Parameters:
    ///   - code: The code that ``inviteDevice()`` returned on another machine.
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

    /// Takes other machines out: from now on no machine accepts their changes, nor do they get theirs.
    ///
    /// They keep what they have, and the present key of the vault. Changes that they have handed over
    /// before stay. Of one that was taken out before, whatever was left of that is done.
    ///
    /// - Parameter key: Gives the vault a new key as well, see ``changeKey(_:)``, unless no machine has the
    ///   present one; `nil` keeps the key.
    /// - Throws: ``SyncError``: `syncNoDevice` when there is no such other machine, `syncNotIn`,
    ///   `syncDismissed`, `syncRemote`; `VaultError` (`vaultWrongPassphrase`).
    func removeDevices(_ devices: [DeviceID], changing key: KeyChange?) async throws

    /// Notes that a person has looked at machines that others have let in.
    ///
    /// - Throws: ``SyncError`` (`syncOff`, `syncLocalState`).
    func noteSeen(_ devices: [DeviceID]) async throws

    /// Gives the vault a new key, here and on all machines that keep it: the former one opens
    /// nothing that is written from then on.
    ///
    /// The passphrase that it names is the only way in that stays: other passphrases, the recovery code and
    /// the recovery sheet are void.
    ///
    /// - Throws: ``SyncError``: `syncNotIn`, `syncDismissed`, `syncRemote`; `VaultError`
    ///   (`vaultWrongPassphrase`).
    func changeKey(_ change: KeyChange) async throws

    /// Exchanges changes with the other machines now.
    func synchronize() async throws -> SyncOutcome

    /// Fetches the content of a file that is on other machines into the vault; does nothing when it
    /// is here already.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - item: The item that has it.
    /// - Throws: ``SyncError``: `syncNotArrived` when it has not arrived at its place yet,
    ///   `syncAway` when the place cannot be reached, `syncDamaged`, `syncForeign` or `syncAltered`
    ///   when it is not right; `VaultError` (`vaultAttachment`) when the item does not have it.
    func fetchFile(_ attachment: ItemID, of item: ItemID) async throws

    /// The items that several machines changed, none of which knew of the others.
    func syncConflicts() async throws -> [SyncConflict]

    /// Decides a conflict: the values of the chosen machine stay, the others go; an item that is back stays.
    ///
    /// - Throws: ``SyncError`` (`syncNoConflict`) when there is no longer one.
    func decide(_ decision: SyncDecision) async throws

    /// Compares the vault, what is known of the others, and the folder with each other.
    func checkSync() async throws -> SyncCheck

    /// Hands over what is still here, lets the others know that this machine has left, and forgets them.
    ///
    /// The vault stays as it is, and so does what is kept for the others. When they cannot be told, or something
    /// has no room, this machine leaves all the same.
    @discardableResult
    func leaveSync() async throws -> SyncDeparture

    /// Takes away what is kept of the vault for other machines, and nothing of the vault here.
    ///
    /// Where this machine exchanges changes, it first fetches what it does not have yet, and forgets the others
    /// afterwards; these exchange nothing any more.
    ///
    /// - Parameter address: The place; `nil` means the one where this machine exchanges changes.
    /// - Throws: ``SyncError``: `syncOff` without an address when it exchanges none, and when the vault was set up
    ///   anew where an interrupted removal is finished: that stays, and this machine forgets the others;
    ///   `syncRemote` when nothing of the vault is there, `syncRefused` at a server that this machine does not use; what
    ///   ``fetchFile(_:of:)`` throws.
    func removeSyncVault(at address: String?) async throws
}

extension VaultSyncing {
    /// Begins to keep the vault where other machines find it, without an invitation of an operator.
    package func setUpSync(at address: String, device: String) async throws {
        try await setUpSync(at: address, invitation: nil, device: device)
    }
}

/// How a machine has left the others.
package struct SyncDeparture: Sendable, Equatable {
    /// What the others call the machine.
    package var name: String
    /// Why they could not be told; `nil` when they were, or when nobody had to be.
    package var problem: Sentence?
    /// Whether the vault was removed from the place, so that there was nobody to tell.
    package var isRemoved = false
    /// What was not handed over.
    package var backlog = SyncBacklog()

    /// Describes one that went as it should.
    package init(name: String) { self.name = name }
}

/// What is on this machine, and was not handed over to the others.
package struct SyncBacklog: Sendable, Equatable {
    /// How many changes.
    package var changes = 0
    /// The files, by name.
    package var files: [String] = []

    /// Describes it.
    package init(changes: Int = 0, files: [String] = []) {
        self.changes = changes
        self.files = files
    }

    /// Whether everything was handed over.
    package var isEmpty: Bool { changes == 0 && files.isEmpty }
}

/// What a new key of the vault needs.
package struct KeyChange: Sendable {
    /// A passphrase of the vault.
    package let passphrase: SecretText
    /// What opens the vault afterwards.
    ///
    /// Whoever used a machine that was taken out may know the present passphrase, so it should be another one.
    package let newPassphrase: SecretText

    /// Makes a change.
    ///
    /// - Parameter newPassphrase: `nil` keeps the passphrase.
    package init(_ passphrase: SecretText, newPassphrase: SecretText? = nil) {
        self.passphrase = passphrase
        self.newPassphrase = newPassphrase ?? passphrase
    }
}

extension AnyPort {
    /// What keeps the vault in step with other machines.
    package static let sync = Port<any VaultSyncing>("sync", providers: ["WalletSync"])
}
