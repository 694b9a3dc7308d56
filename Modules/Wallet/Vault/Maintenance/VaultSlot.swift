package import TenonCore
package import TenonSecurity

/// One way into a vault, for people: a passphrase with its name, or the recovery code.
package struct VaultSlot: Sendable, Equatable, Identifiable {
    /// What opens the vault.
    package enum Kind: String, Sendable, Codable {
        case passphrase
        case recoveryCode = "recovery-code"
        /// Of a newer version.
        case unknown
    }

    /// Names it among the slots of all vaults.
    package let id: ItemID
    /// What opens it.
    package let kind: Kind
    /// What the person calls it; may be empty.
    package let name: String
    /// When it was made.
    package let created: Timestamp
    /// The cost of a guess; `nil` for a secret that cannot be guessed.
    package let cost: Argon2id?

    init(_ slot: KeySlot, name: String) {
        id = slot.id
        kind =
            switch slot.kind {
            case .passphrase: .passphrase
            case .recoveryCode: .recoveryCode
            case nil: .unknown
            }
        self.name = name
        created = Timestamp(milliseconds: slot.created)
        cost = slot.kind == .passphrase ? slot.parameters : nil
    }
}
