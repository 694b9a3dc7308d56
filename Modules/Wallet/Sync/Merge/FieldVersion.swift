package import TenonCore
package import WalletVault

/// A value of a field that nobody who saw it has replaced.
package struct FieldVersion: Sendable, Equatable {
    /// The value; `nil` when the field was emptied.
    package let value: SecretText?
    /// When and where it was set.
    package let stamp: Stamp
    /// How far somebody who saw this value has removed the item.
    var removal = Removal.none
}

/// A value that a field had before another one replaced it.
package struct FormerValue: Sendable, Equatable {
    /// The field.
    package let field: ItemField
    /// The value.
    package let value: SecretText
    /// When and where it was set; of one that somebody told of, where that was.
    package let stamp: Stamp
    /// Whether somebody told of it, who had it in the history of a vault.
    package internal(set) var isTold = false
}

/// Values of one field that were set on several devices, none of which knew of the others.
package struct FieldConflict: Sendable, Equatable {
    /// The field.
    package let field: ItemField
    /// The value that counts.
    package let winner: FieldVersion
    /// The others, the latest first.
    package let losers: [FieldVersion]
}
