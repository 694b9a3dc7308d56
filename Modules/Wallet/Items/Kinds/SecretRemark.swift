package import TenonSecurity

/// What is said of a secret beside its field, while it is typed.
package enum SecretRemark: Sendable, Equatable {
    /// How hard it is to guess.
    case strength(PassphraseStrength)
    /// Why it may be mistyped, in the person's language.
    case doubt(String)
}
