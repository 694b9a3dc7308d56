package import TenonCore
package import TenonSecurity

extension VaultManager {
    /// All ways into the unlocked vault, the oldest first.
    ///
    /// - Throws: ``VaultError``: `vaultLocked` or `vaultTampered`.
    package func slots() throws -> [VaultSlot] {
        try withVault { vault in
            try vault.read { connection in
                let names = vault.manifest.root?.slots ?? []
                return try KeySlot.all(connection).map { slot in
                    VaultSlot(slot, name: names.first { $0.id == slot.id }?.name ?? "")
                }
            }
        }
    }

    /// The way into the unlocked vault that a passphrase opens.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultWrongPassphrase`, `vaultTooManyAttempts`.
    package func slot(openedBy passphrase: SecretText) throws -> VaultSlot {
        let secret = try Passphrase.normalized(passphrase)
        return try withVault { vault in
            let (slot, _) = try findSlot(.passphrase, secret, vault.vault, vault.database)
            let names = vault.manifest.root?.slots ?? []
            return VaultSlot(slot, name: names.first { $0.id == slot.id }?.name ?? "")
        }
    }

    /// Adds a passphrase that opens the vault beside the others.
    ///
    /// - Parameter name: The person's name for it, which no other slot may have.
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultSlotsFull`, `vaultSlot` when the name is taken;
    ///   `SecurityError` for an unusable passphrase.
    package func addPassphrase(_ passphrase: SecretText, name: String) throws {
        let secret = try Passphrase.normalized(passphrase)
        try withVault { vault in
            let slot = try KeySlot(
                wrapping: vault.keys.vaultKey, kind: .passphrase, secret: secret,
                parameters: argon2id, vault: vault.vault, now: now())
            try vault.change { transaction in
                guard try KeySlot.all(transaction.connection).count < KeySlot.limit else {
                    throw VaultError(
                        .vaultSlotsFull, "The vault has \(KeySlot.limit) key slots already.",
                        remedy: "Remove one of them first.")
                }
                guard name.isEmpty || !transaction.root.slots.contains(where: { $0.name == name })
                else {
                    throw VaultError(
                        .vaultSlot, "There is a key slot with this name already.",
                        remedy: "Choose another name.")
                }
                try transaction.replaceSlot(nil, with: slot, name: name)
            }
        }
    }

    /// Removes a way into the vault; its secret no longer opens the vault.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`; `vaultSlot` when there is no such slot, or it is the
    ///   last passphrase.
    package func removeSlot(_ id: ItemID) throws {
        try withVault { vault in
            try vault.change { transaction in
                let slots = try KeySlot.all(transaction.connection)
                guard let slot = slots.first(where: { $0.id == id }) else {
                    throw VaultError(
                        .vaultSlot, "There is no such key slot.",
                        remedy: "Look at the list of them.")
                }
                let isLast = slots.filter { $0.kind == .passphrase }.count == 1
                guard slot.kind != .passphrase || !isLast else {
                    throw VaultError(
                        .vaultSlot, "This is the last passphrase of the vault.",
                        remedy: "Add another one first, or change this one.")
                }
                try transaction.removeSlot(slot)
            }
        }
    }

    /// Wraps the slot of a passphrase again, at another cost.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultWrongPassphrase`, `vaultTooManyAttempts`;
    ///   `SecurityError` for parameters that are not accepted.
    package func rewrap(_ passphrase: SecretText, at cost: Argon2id) throws {
        try cost.validate()
        let secret = try Passphrase.normalized(passphrase)
        try withVault { vault in
            let (slot, _) = try findSlot(.passphrase, secret, vault.vault, vault.database)
            let replacement = try KeySlot(
                wrapping: vault.keys.vaultKey, kind: .passphrase, secret: secret,
                parameters: cost, vault: vault.vault, now: now())
            try vault.change { try $0.replaceSlot(slot, with: replacement) }
        }
    }
}
