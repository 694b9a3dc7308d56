public import TenonCore

/// Makes passwords as the person likes them.
public protocol PasswordMaking: Sendable {
    /// Makes a password.
    ///
    /// - Throws: An `ExplainedError` when the person's options allow none.
    func makePassword(_ style: PasswordStyle) throws -> GeneratedPassword
}

/// What kind of password is made, where sites differ in what they take.
public enum PasswordStyle: String, Sendable, CaseIterable {
    /// As the person has it otherwise.
    case usual
    /// Like the last one that was made, but a little longer.
    case longer
    /// Like the last one that was made, but a little shorter.
    case shorter
    /// Of letters and digits, without symbols.
    case plain
    /// Of words, to be typed by hand.
    case words
    /// Six digits.
    case digits
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
    /// The generator of passwords; present only when one is linked.
    public static let passwordMaker = OptionalPort<any PasswordMaking>("passwordMaker")
}
