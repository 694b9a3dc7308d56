package import TenonCore

/// A vault, held in this process (``VaultManager``) or by the agent.
///
/// All calls are safe from any task. What is handed out are values; keys never are. Errors are
/// ``VaultError`` unless stated otherwise; every call that needs the key throws `vaultLocked`.
package protocol Vault: AnyObject, Sendable {
    /// Where the file is.
    var path: String { get }

    /// Whether the vault exists and is unlocked, at this moment.
    var status: VaultStatus { get }

    /// The status now, and each new one.
    func statuses() -> AsyncStream<VaultStatus>

    /// Each change of items, here or by another process.
    func changes() -> AsyncStream<VaultChange>

    /// Whether it locks by itself after some time without use by any program.
    ///
    /// Otherwise the program that has it does.
    var locksItself: Bool { get }

    /// Sets the time without use after which it locks, if ``locksItself``; `nil` means never.
    func lock(afterIdle limit: Duration?)

    /// Applies the limit of ``lock(afterIdle:)`` to a vault that others have unlocked, too.
    func applyIdleLimit() async throws

    /// Finds out the status again, where another process holds the vault.
    ///
    /// - Throws: An `ExplainedError` when that process does not answer.
    func refresh() async throws

    /// Notes that a person has done something in this program; returns at once.
    func noteUse()

    /// How often ``noteUse()`` was called; only where its program counts the time.
    var useCount: Int { get }

    /// Notes that this program no longer needs the vault; nothing changes for others that have it
    /// open.
    func close() async

    // MARK: Access

    /// Makes a new vault with one passphrase, and unlocks it.
    ///
    /// - Parameter recoveryCode: Opens the vault as well, from the beginning; as made by
    ///   `RecoveryCode.make()`.
    /// - Throws: ``VaultError`` (`vaultExists`); `SecurityError` for an unusable passphrase or code.
    func create(passphrase: SecretText, recoveryCode: SecretText?) async throws

    /// Unlocks the vault with a passphrase.
    ///
    /// - Throws: ``VaultError``: `vaultWrongPassphrase`, `vaultTooManyAttempts`, `vaultTampered`,
    ///   `vaultOlderCopy`, `vaultNewerFormat`, `vaultWeakParameters` …
    func unlock(passphrase: SecretText) async throws

    /// Unlocks the vault with its recovery code, as it was typed.
    ///
    /// - Throws: As ``unlock(passphrase:)``; `vaultWrongRecoveryCode` for a code of another vault, and
    ///   `SecurityError` for a mistyped one.
    func unlock(recoveryCode: SecretText) async throws

    /// Drops the keys, the list and every opened value.
    func lock() async

    /// Locks the vault in every process that has it open; needs no passphrase.
    func lockEverywhere() async throws

    /// Checks a passphrase of the unlocked vault, where it is asked for again.
    ///
    /// - Throws: ``VaultError``: `vaultWrongPassphrase` or `vaultTooManyAttempts`.
    func verify(passphrase: SecretText) async throws

    /// Changes a passphrase; no item is touched.
    ///
    /// - Throws: ``VaultError``: `vaultWrongPassphrase` or `vaultTooManyAttempts`.
    func changePassphrase(from old: SecretText, to new: SecretText) async throws

    /// Makes a recovery code that opens the vault; an earlier one stops working.
    ///
    /// - Returns: The code, to be printed; it is stored nowhere.
    func makeRecoveryCode() async throws -> SecretText

    // MARK: Reading

    /// The number of changes that the vault has seen in its life; differs after any change.
    func revision() async throws -> Int64

    /// Lists items: a window of those that a query takes.
    ///
    /// The first list after unlocking opens and verifies all overviews.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) naming what is wrong.
    func list(_ query: ItemQuery) async throws -> ItemPage

    /// How many items there are, of each kind, among the favourites and in the trash.
    func counts() async throws -> VaultCounts

    /// All tags in use, each with the number of items that have it.
    func tags() async throws -> [String: Int]

    /// Finds the logins for a visited address: the closest first, then the one used last, changed
    /// last, or made last.
    ///
    /// Opens only the items in question.
    ///
    /// - Parameter isExact: Whether only items for exactly this host count, as Git wants it.
    /// - Throws: ``VaultError``: `vaultBadSite` or `vaultTampered`.
    func items(forSite url: String, isExact: Bool) async throws -> [ItemOverview]

    /// Opens one overview, of any kind.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem` or `vaultTampered`.
    func overview(_ id: ItemID) async throws -> ItemOverview

    /// Opens an item with its secrets.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem`, `vaultOtherKind` or `vaultTampered`.
    func item(_ id: ItemID) async throws -> Item

    /// The former versions of an item, the newest first; at most twenty.
    func history(_ id: ItemID) async throws -> [ItemVersion]

    /// Opens the items of one of the vault's ``partCount`` parts, without those in the trash.
    ///
    /// An item never moves to another part: reading all parts gives every item that is there all
    /// the while exactly once.
    func items(inPart part: Int) async throws -> [Item]

    /// Opens the items of a part together with their former versions, to take everything along.
    func itemsWithHistory(inPart part: Int) async throws -> [ItemWithHistory]

    // MARK: Changes

    /// Adds an item.
    ///
    /// - Returns: The item as it is stored.
    /// - Throws: ``VaultError``: `vaultItemExists`, `vaultTooLarge` …
    @discardableResult
    func add(_ item: Item) async throws -> Item

    /// Saves a changed item; the former values of what is secret go to its history.
    ///
    /// - Throws: ``VaultError``: `vaultConflict` when it was changed elsewhere since it was read …
    func save(_ item: Item) async throws

    /// Moves an item to the trash, from where it is deleted after thirty days.
    func moveToTrash(_ id: ItemID) async throws

    /// Takes an item out of the trash.
    func restore(_ id: ItemID) async throws

    /// Deletes an item for ever, whether it is in the trash or not.
    func deletePermanently(_ id: ItemID) async throws

    /// Counts a use of an item, and remembers when it was; does nothing where nothing can be written.
    func markUsed(_ id: ItemID) async throws

    /// The names for new items that come from a file: each follows from what tells its entry from others,
    /// and from the key of the vault.
    ///
    /// Machines that keep the same vault give an entry the same name, so that it is one item on all of
    /// them; without the key, nobody can tell a name from a random one. Where an item of the vault has
    /// the name, also one in the trash, it is a random one.
    ///
    /// - Parameter identities: Bytes that differ for each entry.
    func importNames(for identities: [SecretText]) async throws -> [ItemID]

    /// Runs a closure that writes many items, which become durable together or not at all.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, and what the closure throws; then
    ///   nothing is written.
    @discardableResult
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any ItemWriting) throws -> Result
    ) async throws -> Result

    // MARK: Attachments

    /// Keeps a chunk of the content of an attachment, which an item gets when it is saved with it.
    ///
    /// What no item gets within a day is removed.
    func keep(_ chunk: AttachmentChunk) async throws

    /// A chunk of the content of an attachment, as it is stored; `nil` when it is not there.
    func chunk(_ number: Int, of attachment: ItemID) async throws -> AttachmentChunk?

    // MARK: What is typed

    /// Keeps what was typed into a form and not saved, until the vault locks; of more than a MiB in all, the
    /// latest, and nothing that is longer by itself.
    ///
    /// - Parameter id: Tells it from others; what has the same is replaced.
    func keepTyped(_ id: String, _ text: SecretText) async throws

    /// What is kept, the oldest first.
    func typed() async throws -> [SecretText]

    /// Lets go what has an id.
    func forgetTyped(_ id: String) async throws

    // MARK: Verification

    /// Verifies every byte of the vault and names everything that differs from what was written.
    func check() async throws -> VaultReport
}

extension Vault {
    /// `false`: its program locks it.
    package var locksItself: Bool { false }

    /// Its program counts the time.
    package func lock(afterIdle limit: Duration?) {}

    /// Its program counts the time.
    package func applyIdleLimit() async throws {}

    /// Does nothing: the status is always current here.
    package func refresh() async throws {}

    /// Its program counts the time.
    package func noteUse() {}

    /// Another program counts the time.
    package var useCount: Int { 0 }

    /// Drops the keys.
    package func close() async { await lock() }

    /// Makes a new vault with one passphrase and no recovery code, and unlocks it.
    package func create(passphrase: SecretText) async throws {
        try await create(passphrase: passphrase, recoveryCode: nil)
    }

    /// How many parts ``items(inPart:)`` knows; they are numbered from 0.
    package static var partCount: Int { VaultFormat.bucketCount }

    /// Finds the logins for a visited address, as ``items(forSite:isExact:)`` by owner.
    package func items(forSite url: String) async throws -> [ItemOverview] {
        try await items(forSite: url, isExact: false)
    }

    /// Opens a login with its secrets.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem`, `vaultOtherKind`, `vaultTampered`.
    package func login(_ id: ItemID) async throws -> Login {
        guard let login = try await item(id).login else { throw VaultError.notALogin(id) }
        return login
    }

    /// Changes many items together: all of them, or none when something goes wrong.
    ///
    /// - Throws: ``VaultError``; `CancellationError` when the task is cancelled.
    package func change(_ ids: [ItemID], _ change: ItemChange) async throws {
        try await write { batch in
            for id in ids { try batch.write(.change(id, change)) }
        }
    }

    /// Something each time that the status or the items change, and once at the beginning; several
    /// changes at once may be one.
    package func news() -> AsyncStream<Void> {
        let (news, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (statuses, changes) = (statuses(), changes())
        let tasks = [
            Task { for await _ in statuses { continuation.yield() } },
            Task { for await _ in changes { continuation.yield() } },
        ]
        continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        return news
    }

    /// Adds a login.
    @discardableResult
    package func add(_ login: Login) async throws -> Login {
        try await add(.login(login)).login ?? login
    }

    /// Saves a changed login.
    package func save(_ login: Login) async throws { try await save(.login(login)) }
}
