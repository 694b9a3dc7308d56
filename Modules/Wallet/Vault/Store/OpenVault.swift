import TenonCore
import TenonSecurity

/// An unlocked vault: keys, verified manifest, and the index once it was asked for.
///
/// Everything in here blocks and belongs to one thread at a time; ``VaultManager`` ensures that.
/// Releasing it wipes the keys and every opened value.
final class OpenVault {
    let database: any Database
    let vault: ItemID
    let keys: VaultKeys
    let manifest: Manifest
    let domains: any RegistrableDomainFinding
    let now: @Sendable () -> Timestamp
    /// Remembers the newest state that this machine has seen.
    let seen: SeenCounter?
    /// How often all processes had been asked to lock when this vault was opened.
    let locks: Int64
    /// Whether the file that is open is still the one at the path of the vault.
    private let isInPlace: () -> Bool

    /// Whether a lock request is pending.
    let lockWish: LockWish

    /// All overviews, and the change of the vault that they show.
    var index: (overviews: OverviewIndex, counter: Int64)?
    /// When the trash was looked through last.
    var trashLook: Timestamp?

    init(
        database: any Database, vault: ItemID, keys: VaultKeys, locks: Int64,
        domains: any RegistrableDomainFinding, seen: SeenCounter?, lockWish: LockWish,
        now: @escaping @Sendable () -> Timestamp, isInPlace: @escaping () -> Bool = { true }
    ) {
        self.database = database
        self.vault = vault
        self.keys = keys
        self.locks = locks
        self.domains = domains
        self.seen = seen
        self.lockWish = lockWish
        self.now = now
        self.isInPlace = isInPlace
        manifest = Manifest(keys, vault: vault, lockWish: lockWish)
    }

    /// The number of changes that the verified state has seen.
    var counter: Int64 { manifest.root?.counter ?? 0 }

    /// The name of the key.
    var keyName: ItemID { VaultKeys.name(of: keys.vaultKey, in: vault) }

    func context(_ part: SealedPart) -> SealContext { SealContext(vault: vault, part: part) }

    /// Runs reads on a snapshot whose manifest is verified.
    func read<Result>(_ body: (any DatabaseConnection) throws -> Result) throws -> Result {
        let result = try database.read { connection in
            try refresh(connection)
            return try body(connection)
        }
        noteSeen()
        return result
    }

    /// Verifies the manifest of a snapshot.
    ///
    /// - Throws: ``VaultError``: `vaultTampered`; `vaultLocked` when all processes were asked to lock,
    ///   after which the vault may have been sealed with another key.
    func refresh(_ connection: any DatabaseConnection) throws {
        do {
            try manifest.refresh(connection)
        } catch let error as VaultError where error.code == .vaultTampered {
            try stayUnlocked(connection)
            throw error
        }
    }

    /// Refuses to go on when all processes were asked to lock, as far as that can be read.
    func stayUnlocked(_ connection: any DatabaseConnection) throws {
        guard let state = try? VaultState(connection, isChecked: true), state.locks != locks
        else { return }
        throw VaultError.locked
    }

    /// Remembers on this machine how new the verified state is.
    func noteSeen() { seen?.record(counter, while: isInPlace) }

    /// Runs changes as one transaction, with the manifest.
    @discardableResult
    func change<Result>(_ body: (VaultTransaction) throws -> Result) throws -> Result {
        let (result, outcome) = try database.write { connection in
            let transaction = try VaultTransaction(self, connection)
            let result = try body(transaction)
            return (result, try transaction.finish())
        }
        guard let outcome else { return result }
        manifest.advance(to: outcome.root, items: outcome.items, sites: outcome.sites)
        // Changes written to a file that was replaced meanwhile are not in the vault.
        guard isInPlace() else { throw VaultError.replaced }
        noteSeen()
        return result
    }
}
