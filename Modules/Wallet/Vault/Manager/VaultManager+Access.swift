package import TenonCore
import TenonSecurity

extension VaultManager {
    package func create(passphrase: SecretText, recoveryCode: SecretText?) throws {
        guard status == .missing else { throw VaultError.exists(path) }
        let secret = try Passphrase.normalized(passphrase)
        let codeSecret = try recoveryCode.map { try RecoveryCode.key($0) }
        let header = VaultHeader(
            format: VaultFormat.formats.lowerBound, vault: ItemID(), created: now().milliseconds)
        let vaultKey = SecretBytes.random(count: 32)
        let keys = try VaultKeys(vaultKey: vaultKey, vault: header.vault)
        let slot = try KeySlot(
            wrapping: vaultKey, kind: .passphrase, secret: secret, parameters: argon2id,
            vault: header.vault, now: now())
        let slots =
            try [slot]
            + (codeSecret.map { [try codeSlot($0, wrapping: vaultKey, header.vault)] } ?? [])
        try publish(
            header, slots.map { NamedSlot(slot: $0, name: "") }, keys, openedBy: slot.id)
    }

    /// Writes a vault without items, gives it its name, and unlocks it.
    ///
    /// - Parameters:
    ///   - slot: The slot that the keys come from.
    ///   - deviceKeys: The device keys that came from former keys.
    func publish(
        _ header: VaultHeader, _ slots: [NamedSlot], _ keys: VaultKeys, openedBy slot: ItemID,
        deviceKeys: [SecretBytes] = []
    ) throws {
        try translating {
            // Under another name until it is complete: an interrupted draft is not a vault.
            let draft = try VaultDraft(for: path, databases)
            defer { draft.discard() }
            try write(header, slots, keys, deviceKeys, to: draft.path)
            try draft.publish()
            let (file, stamp) = (FileIdentity(path: path), FileStamp(path: path))
            do {
                try open(
                    databases.open(path: path, options: DatabaseOptions()), header.vault, keys,
                    slot: slot, file)
            } catch {
                VaultFile(path: path).remove(unchangedSince: stamp)
                throw error
            }
        }
    }

    package func unlock(passphrase: SecretText) throws {
        try unlock(.passphrase, secret: try Passphrase.normalized(passphrase))
    }

    package func unlock(recoveryCode: SecretText) throws {
        try unlock(.recoveryCode, secret: try RecoveryCode.key(recoveryCode))
    }

    package func makeRecoveryCode() throws -> SecretText {
        let code = RecoveryCode.make()
        try replaceRecoveryCode(with: code)
        return code
    }

    /// Makes a code that was kept somewhere already the recovery code; the previous one stops working.
    ///
    /// - Parameter code: As made by `RecoveryCode.make()`.
    /// - Throws: ``VaultError`` (`vaultLocked`), or `SecurityError` for anything else.
    package func replaceRecoveryCode(with code: SecretText) throws {
        let secret = try RecoveryCode.key(code)
        try withVault { vault in
            let slot = try codeSlot(secret, wrapping: vault.keys.vaultKey, vault.vault)
            try vault.change { try $0.replaceSlots(of: .recoveryCode, with: slot) }
        }
    }

    package func verify(passphrase: SecretText) throws {
        let secret = try Passphrase.normalized(passphrase)
        try withVault { vault in
            _ = try findSlot(.passphrase, secret, vault.vault, vault.database)
        }
    }

    package func changePassphrase(from old: SecretText, to new: SecretText) throws {
        let oldSecret = try Passphrase.normalized(old)
        let newSecret = try Passphrase.normalized(new)
        try withVault { vault in
            let (slot, _) = try findSlot(.passphrase, oldSecret, vault.vault, vault.database)
            let replacement = try KeySlot(
                wrapping: vault.keys.vaultKey, kind: .passphrase, secret: newSecret,
                parameters: argon2id, vault: vault.vault, now: now())
            try vault.change { try $0.replaceSlot(slot, with: replacement) }
        }
    }

    /// Accepts the file although this machine has seen a newer state of the vault.
    ///
    /// After this the vault can be unlocked, and the changes of the newer copy are no longer
    /// expected.
    package func acceptOlderCopy() throws {
        try translating {
            let database = try databases.open(
                path: path, options: DatabaseOptions(readOnly: true))
            defer { try? database.close() }
            let header = try database.read { try VaultHeader($0) }
            stateDirectory.map { SeenCounter(folder: $0, vault: header.vault) }?.forget()
        }
    }

    // MARK: - Parts

    /// The slot of a recovery code, which needs no costly derivation since it cannot be guessed.
    func codeSlot(
        _ secret: SecretBytes, wrapping vaultKey: SecretBytes, _ vault: ItemID
    ) throws -> KeySlot {
        try KeySlot(
            wrapping: vaultKey, kind: .recoveryCode, secret: secret,
            parameters: Argon2id(memory: 0, iterations: 0, parallelism: 0), vault: vault,
            now: now())
    }

    /// Opens the vault once more after its key was changed here; for others it was unlocked all the while.
    ///
    /// - Parameter slot: A slot that opens it.
    func reopen(with vaultKey: SecretBytes, _ vault: ItemID, slot: ItemID) throws {
        letGo()
        do {
            try translating {
                let file = FileIdentity(path: path)
                let database = try databases.open(path: path, options: DatabaseOptions())
                do {
                    try open(
                        database, vault, VaultKeys(vaultKey: vaultKey, vault: vault), slot: slot,
                        file)
                } catch {
                    try? database.close()
                    throw error
                }
            }
        } catch {
            noteLocked()
            throw error
        }
    }

    /// Writes a vault without items to a new file, and closes it.
    private func write(
        _ header: VaultHeader, _ slots: [NamedSlot], _ keys: VaultKeys,
        _ deviceKeys: [SecretBytes], to path: String
    ) throws {
        let database = try databases.open(path: path, options: DatabaseOptions(create: true))
        try database.write { connection in
            try VaultTables.create(connection)
            try header.insert(connection)
            for named in slots { try named.slot.insert(connection) }
            try VaultState().store(connection)
            var root = ManifestRoot(
                counter: 1, header: header.hash(keys.sums), slots: slots.map { $0.entry(keys.sums) }
            )
            root.deviceKeys = deviceKeys
            try root.store(connection, keys, header.vault)
        }
        try database.close()
    }

    private func unlock(_ kind: KeySlot.Kind, secret: SecretBytes) throws {
        guard status != .missing else {
            throw VaultError(
                .vaultMissing, "There is no vault at \(path).",
                remedy: "Make one, or check the path.")
        }
        if status == .unlocked {
            // Who asks once more has to know the secret; all that use the vault go on meanwhile.
            do {
                return try withVault { vault in
                    _ = try findSlot(kind, secret, vault.vault, vault.database)
                }
            } catch {
                // Otherwise it was locked at this moment, or another file took its place.
                if status == .unlocked { throw error }
            }
        }
        drop()
        try translating {
            // Before opening: if another file takes the place meanwhile, the first use notices.
            let file = FileIdentity(path: path)
            let database = try databases.open(path: path, options: DatabaseOptions())
            do {
                let header = try database.read { try VaultHeader($0) }
                let (slot, vaultKey) = try findSlot(kind, secret, header.vault, database)
                let keys = try VaultKeys(vaultKey: vaultKey, vault: header.vault)
                try open(database, header.vault, keys, slot: slot.id, file)
            } catch {
                try? database.close()
                throw error
            }
        }
    }

    /// Verifies the top of the manifest, and whether the file is as new as it should be.
    ///
    /// - Parameters:
    ///   - slot: The slot that the keys come from.
    ///   - file: What was at the path before it was opened.
    private func open(
        _ database: any Database, _ id: ItemID, _ keys: VaultKeys, slot: ItemID,
        _ file: FileIdentity?
    ) throws {
        let path = path
        let seen = stateDirectory.map { SeenCounter(folder: $0, vault: id) }
        // First the note, then the snapshot, see `SeenCounter`: what others commit and note from here
        // on can only make the snapshot newer than this number. A request to lock that comes between
        // the two reads is noticed by the next look.
        let newest = seen?.highest() ?? 0
        let locks = try database.read { try VaultState($0).locks }
        let vault = OpenVault(
            database: database, vault: id, keys: keys, locks: locks, domains: domains, seen: seen,
            lockWish: lockWish, now: now, isInPlace: { FileIdentity(path: path) == file })
        let root = try database.read { connection in
            // The derivation takes a while; another process may have changed the passphrase, or the
            // keys of everything, since the slot was read.
            guard try KeySlot.all(connection).contains(where: { $0.id == slot }) else {
                throw VaultError.slotsChanged
            }
            return try vault.manifest.openRoot(connection)
        }
        guard root.counter >= newest else {
            throw VaultError(
                .vaultOlderCopy,
                """
                This file is an older copy: this machine has seen \(newest) changes of the \
                vault, and the file ends at change \(root.counter).
                """,
                remedy: "Put the newer file back, or accept the older copy.")
        }
        seen?.record(root.counter) { FileIdentity(path: path) == file }
        if let seen, seen.isAccepted { try renew(vault, accepted: seen) }
        // A request to lock in the meantime also applies to the new state.
        try lockWish.check()
        try setUnlocked(vault, file)
    }

    /// Lets an older copy that was accepted say of itself that it is one.
    private func renew(_ vault: OpenVault, accepted seen: SeenCounter) throws {
        do {
            try vault.change { $0.renewIncarnation() }
            seen.finishAcceptance()
        } catch let error as any ExplainedError where VaultError.isUnwritable(error) {
            // Reading goes on; it is tried again at the next unlocking.
        }
    }

    /// Finds the slot that a secret opens; the derivation runs outside of any transaction.
    ///
    /// - Parameter isChecked: Whether a damaged slot, be it another one, is an error. Where it is not,
    ///   nothing is written unless the secret is wrong.
    func findSlot(
        _ kind: KeySlot.Kind, _ secret: SecretBytes, _ vault: ItemID, _ database: any Database,
        isChecked: Bool = true
    ) throws -> (slot: KeySlot, vaultKey: SecretBytes) {
        let slots = try database.read { try KeySlot.all($0, isChecked: isChecked) }
        if isChecked { try countAttempt(database) } else { try refuseEarlyAttempt(database) }
        for slot in slots where slot.kind == kind {
            try lockWish.check()
            guard let vaultKey = try slot.unwrap(secret, vault: vault) else { continue }
            if isChecked { forgetFailures(database) }
            return (slot, vaultKey)
        }
        if !isChecked { try countAttempt(database) }
        switch kind {
        case .passphrase:
            throw VaultError.wrongPassphrase(setAt: lastSetting(of: slots, database))
        case .recoveryCode:
            throw VaultError.wrongRecoveryCode
        }
    }

    /// When a passphrase was last set after the vault was made, here or on another machine; `nil` when none was.
    ///
    /// The times are in clear, and may be anything.
    private func lastSetting(of slots: [KeySlot], _ database: any Database) -> Timestamp? {
        guard let made = try? database.read({ try VaultHeader($0).created }),
            let last = slots.filter({ $0.kind == .passphrase }).map(\.created).max(),
            // The first passphrase comes with the vault.
            last > 60_000, last - 60_000 > made, last <= now().milliseconds
        else { return nil }
        return Timestamp(milliseconds: last)
    }
}
