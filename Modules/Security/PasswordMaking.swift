public import TenonCore

/// Makes passwords as the person likes them.
public protocol PasswordMaking: Sendable {
    /// Makes a password.
    ///
    /// - Throws: An `ExplainedError` when the person's wishes allow none.
    func makePassword() throws -> GeneratedPassword
}

/// A password that was made at random.
public struct GeneratedPassword: Sendable, Equatable {
    /// The password.
    public let text: SecretText
    /// The binary logarithm of the number of passwords that it was drawn from.
    public let bits: Double

    /// Makes a value of a password and its bits.
    public init(text: SecretText, bits: Double) {
        self.text = text
        self.bits = bits
    }

    /// How hard the password is to guess.
    public var strength: PassphraseStrength { PassphraseStrength(bits: bits) }
}

extension AnyPort {
    /// What makes passwords; only there when something is linked that does.
    public static let passwordMaker = OptionalPort<any PasswordMaking>("passwordMaker")
}
