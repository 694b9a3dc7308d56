package import TenonCore
package import TenonSecurity

/// A key slot as other machines are told of it: what wraps the key, with its name for people.
package struct SharedSlot: Sendable, Equatable {
    /// Names the key slot among those of all vaults.
    package let id: ItemID
    /// What only the vault reads.
    package let bytes: [UInt8]

    /// How many a vault has at most.
    package static let limit = KeySlot.limit

    /// Whether a passphrase opens it.
    package var isPassphrase: Bool { slot?.kind == .passphrase }

    /// When it was made, as far as it can be read.
    package var created: Timestamp { Timestamp(milliseconds: slot?.created ?? .max) }

    private var slot: KeySlot? {
        (try? bytes.withUnsafeBytes { try NamedSlot(reading: $0) })?.slot
    }

    /// Takes what another machine has told.
    package init(id: ItemID, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }
}

extension SharedSlot: FieldContent {
    /// Reads what ``write(to:)`` wrote; `nil` for anything else.
    package init?(reading content: UnsafeRawBufferPointer) {
        let head = UnsafeRawBufferPointer(rebasing: content.prefix(ItemID.byteCount))
        guard let id = ItemID(bytes: head) else { return nil }
        self.init(id: id, bytes: Array(content.dropFirst(ItemID.byteCount)))
    }

    /// Writes its name, and what only the vault reads.
    package func write(to writer: SecretWriter) {
        id.write(to: writer)
        writer.bytes(bytes)
    }
}

/// A new key for a vault that several machines have, and its key slots.
package struct NewVaultKey: Sendable {
    /// Names the key; tells nothing of it.
    package let name: ItemID
    /// The key.
    package let key: SecretBytes
    /// What wraps it.
    package let slots: [SharedSlot]
}

extension VaultManager {
    /// The keys by which the devices of the person understand each other.
    ///
    /// There is one for each key that the vault has had, the first one first. None of them opens a vault.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`).
    package func deviceKeys() throws -> [SecretBytes] {
        try withVault { vault in
            let former = try vault.read { try vault.manifest.openRoot($0).deviceKeys }
            return former + [Self.deviceKey(of: vault.keys.vaultKey, in: vault.vault)]
        }
    }

    /// The device key that comes from a key of a vault.
    package static func deviceKey(of vaultKey: SecretBytes, in vault: ItemID) -> SecretBytes {
        HKDF.deriveKey(
            from: vaultKey, salt: vault.bytes, info: Array("wallet vault 1 devices".utf8),
            count: VaultKeys.vaultKeyCount)
    }

    /// The name of the key that the vault has now.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`).
    package func keyName() throws -> ItemID { try withVault { $0.keyName } }

    /// All key slots of the vault, those of kinds that this version does not know as well.
    ///
    /// - Throws: ``VaultError``: `vaultLocked` or `vaultTampered`.
    package func sharedSlots() throws -> [SharedSlot] {
        try withVault { vault in
            try vault.read { connection in
                let root = try vault.manifest.openRoot(connection)
                return try KeySlot.all(connection).map { NamedSlot($0, in: root).shared }
            }
        }
    }

    /// Makes the key slots of the vault those that other machines agree on.
    ///
    /// - Parameter slots: Slots of the key that the vault has now.
    /// - Throws: ``VaultError``: `vaultLocked`; `vaultUnreadable` when they cannot be read, or when no
    ///   passphrase is among them.
    package func follow(_ slots: [SharedSlot]) throws {
        let wanted = try Self.read(slots)
        try withVault { vault in
            try vault.change { transaction in
                let present = try KeySlot.all(transaction.connection)
                for slot in present where !wanted.contains(where: { $0.slot.id == slot.id }) {
                    try transaction.removeSlot(slot)
                }
                for named in wanted where !present.contains(where: { $0.id == named.slot.id }) {
                    try transaction.replaceSlot(nil, with: named.slot, name: named.name)
                }
            }
        }
    }

    /// Makes a new key for the vault, which it does not have before ``take(_:_:)``.
    ///
    /// - Parameters:
    ///   - passphrase: A passphrase of the vault.
    ///   - newPassphrase: The only one to the new key, since the secrets of the other slots are not known.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultWrongPassphrase`, `vaultTooManyAttempts`.
    package func makeKey(
        passphrase: SecretText, newPassphrase: SecretText
    ) throws -> NewVaultKey {
        let secret = try Passphrase.normalized(passphrase)
        let newSecret = try Passphrase.normalized(newPassphrase)
        return try withVault { vault in
            let (slot, _) = try findSlot(.passphrase, secret, vault.vault, vault.database)
            let root = try vault.read { try vault.manifest.openRoot($0) }
            let key = SecretBytes.random(count: VaultKeys.vaultKeyCount)
            let new = try KeySlot(
                wrapping: key, kind: .passphrase, secret: newSecret, parameters: slot.parameters,
                vault: vault.vault, now: now())
            return NewVaultKey(
                name: VaultKeys.name(of: key, in: vault.vault), key: key,
                slots: [NamedSlot(slot: new, name: NamedSlot(slot, in: root).name).shared])
        }
    }

    /// Gives the vault a key that other machines have agreed on; does nothing when it has it already.
    ///
    /// Everything is sealed again in one transaction, except what files contain. This process has the vault
    /// unlocked all the while; all others that have it open lock.
    ///
    /// - Parameter slots: What wraps the key.
    /// - Throws: ``VaultError``: `vaultLocked`; `vaultUnreadable` when the slots cannot be read, or when no
    ///   passphrase is among them; `vaultTampered` when something is not as it was written. Then nothing
    ///   has changed.
    package func take(_ key: SecretBytes, _ slots: [SharedSlot]) throws {
        try take(key, try Self.read(slots), deviceKeys: nil)
    }

    /// Gives the vault another key.
    ///
    /// - Parameter deviceKeys: The device keys that came from former keys; `nil` for those that are here.
    func take(_ key: SecretBytes, _ slots: [NamedSlot], deviceKeys: [SecretBytes]?) throws {
        let known = try self.deviceKeys()
        let vault: ItemID? = try withVault { vault in
            guard vault.keys.vaultKey != key else { return nil }
            _ = try reseal(vault, under: key, slots, deviceKeys: deviceKeys ?? known)
            return vault.vault
        }
        guard let vault, let slot = slots.first?.slot.id else { return }
        try reopen(with: key, vault, slot: slot)
        _ = try withVault { isCompact($0.database) }
    }

    /// Seals the key of the vault for another machine.
    ///
    /// - Parameters:
    ///   - publicKey: A key of `HybridEncryption`.
    ///   - info: What it is sealed for.
    /// - Throws: ``VaultError`` (`vaultLocked`); `SecurityError` for what is not a public key.
    package func sealKey(for publicKey: [UInt8], info: [UInt8]) throws -> [UInt8] {
        try withVault {
            try HybridEncryption.seal($0.keys.vaultKey, for: publicKey, info: info)
        }
    }

    private static func read(_ shared: [SharedSlot]) throws -> [NamedSlot] {
        let slots = try shared.map { shared in
            let named = try shared.bytes.withUnsafeBytes { try NamedSlot(reading: $0) }
            guard named.slot.id == shared.id else { throw VaultError.unreadable("record") }
            return named
        }
        guard slots.contains(where: { $0.slot.kind == .passphrase }),
            slots.count <= KeySlot.limit
        else { throw VaultError.unreadable("record") }
        return slots
    }
}

extension NamedSlot {
    fileprivate var shared: SharedSlot {
        let writer = SecretWriter(capacity: 256)
        write(to: writer)
        return SharedSlot(id: slot.id, bytes: writer.withBytes { Array($0) })
    }
}
