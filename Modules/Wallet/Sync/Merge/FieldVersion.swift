package import TenonCore
package import WalletVault

/// A value of a field that no other value was given over by somebody who saw it.
package struct FieldVersion: Sendable, Equatable {
    /// The value; `nil` when the field was emptied.
    package let value: SecretText?
    /// When and where it was given.
    let stamp: Stamp
    /// How far the item was taken away by somebody who saw this value.
    package internal(set) var removal = Removal.none
}

/// A value that a field had, and lost to another one.
package struct FormerValue: Sendable, Equatable {
    /// The field.
    package let field: ItemField
    /// The value.
    package let value: SecretText
    /// When and where it was given.
    let stamp: Stamp
}

/// Values of one field that were given on several devices, none of which knew of the others.
package struct FieldConflict: Sendable, Equatable {
    /// The field.
    package let field: ItemField
    /// The value that counts.
    package let winner: FieldVersion
    /// The others, the latest first.
    package let losers: [FieldVersion]
}
