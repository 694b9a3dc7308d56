package import TenonCore
import TenonSecurity

extension VaultManager {
    /// Gives the vault a new random key: everything is sealed again, and the former key, or an
    /// older copy of the file, opens nothing that is written from now on.
    ///
    /// One transaction: at every moment the file has all items, under one key. All processes that have
    /// the vault open, this one too, lock. Afterwards the file is written again, so that nothing of the
    /// former state is left in it.
    ///
    /// Only the slot of the given passphrase can be wrapped again; the secrets of the others are
    /// not known, so they stop working.
    ///
    /// - Parameters:
    ///   - passphrase: A passphrase of the vault, which stays.
    ///   - code: A new recovery code, as made by `RecoveryCode.make()`; `nil` for none.
    /// - Returns: How many items were sealed again, and whether the former state is gone from the file.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultWrongPassphrase`, `vaultTooManyAttempts`;
    ///   `vaultTampered` when something is not as it was written. Then nothing has changed.
    @discardableResult
    package func rekey(
        passphrase: SecretText, recoveryCode code: SecretText? = nil
    ) throws -> (itemCount: Int, isCompact: Bool) {
        let secret = try Passphrase.normalized(passphrase)
        let codeSecret = try code.map { try RecoveryCode.key($0) }
        let result = try withVault { vault in
            let (slot, _) = try findSlot(.passphrase, secret, vault.vault, vault.database)
            let name = vault.manifest.root?.slots.first { $0.id == slot.id }?.name ?? ""
            let vaultKey = SecretBytes.random(count: VaultKeys.vaultKeyCount)
            var slots = [
                NamedSlot(
                    slot: try KeySlot(
                        wrapping: vaultKey, kind: .passphrase, secret: secret,
                        parameters: slot.parameters, vault: vault.vault, now: now()),
                    name: name)
            ]
            if let codeSecret {
                slots.append(
                    NamedSlot(
                        slot: try codeSlot(codeSecret, wrapping: vaultKey, vault.vault), name: ""))
            }
            let itemCount = try reseal(vault, under: vaultKey, slots, replacing: slot.id)
            return (itemCount, isCompact(vault.database))
        }
        drop()
        return result
    }

    /// Seals everything under another key, in one transaction.
    ///
    /// - Parameters:
    ///   - slots: The ways into the vault from now on.
    ///   - known: A slot that has to be there still.
    ///   - deviceKeys: The device keys that came from former keys; `nil` where no other machine has the
    ///     vault, and the content of attachments gets new keys as well.
    /// - Returns: The number of items.
    func reseal(
        _ vault: OpenVault, under vaultKey: SecretBytes, _ slots: [NamedSlot],
        replacing known: ItemID? = nil, deviceKeys: [SecretBytes]? = nil
    ) throws -> Int {
        let new = OpenVault(
            database: vault.database, vault: vault.vault,
            keys: try VaultKeys(vaultKey: vaultKey, vault: vault.vault), locks: vault.locks,
            domains: domains, seen: nil, lockWish: lockWish, now: now)
        let itemCount = try vault.database.write { connection in
            guard try known == nil || KeySlot.all(connection).contains(where: { $0.id == known })
            else { throw VaultError.slotsChanged }
            var rekeying = try VaultRekeying(
                vault, new, keepsFiles: deviceKeys != nil, connection)
            let itemCount = try rekeying.run(slots, deviceKeys: deviceKeys ?? [])
            // All processes drop the former keys.
            try Self.askAllToLock(connection)
            return itemCount
        }
        vault.seen?.record(new.counter) { true }
        return itemCount
    }

    /// Whether all deleted data is gone from the file.
    ///
    /// Current readers keep the log; they were asked to lock, and do so within a second.
    @discardableResult
    func isCompact(_ database: any Database) -> Bool {
        do {
            try database.compact()
            return true
        } catch {
            return (try? database.compact()) != nil
        }
    }
}
