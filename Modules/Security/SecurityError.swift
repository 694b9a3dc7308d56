public import TenonCore

extension ErrorCode {
    /// Key derivation parameters below the floor, above the ceiling, or unusable.
    public static let securityParameters = ErrorCode("security.parameters", .badData)
    /// A key of the wrong length; a defect of the caller.
    public static let securityKeyLength = ErrorCode("security.key-length", .defect)
    /// Sealed bytes that were changed, or sealed with another key or for another place.
    public static let securityBrokenSeal = ErrorCode("security.broken-seal", .badData)
    /// A passphrase that cannot be used: empty, too long or not text.
    public static let securityPassphrase = ErrorCode("security.passphrase", .badData)
    /// A recovery code that was mistyped.
    public static let securityRecoveryCode = ErrorCode("security.recovery-code", .badData)
    /// Settings with which the generator cannot make a password.
    public static let securityGenerator = ErrorCode("security.generator", .usage)
    /// A secret of one-time passwords that cannot be read, or numbers out of bounds.
    public static let securityOneTimePassword = ErrorCode("security.one-time-password", .badData)
    /// Not enough memory for a key derivation.
    public static let securityMemory = ErrorCode("security.memory", .tryLater)
    /// An operation of the cryptographic library failed for no reason of ours.
    public static let securityFailure = ErrorCode("security.failure", .defect)
}

/// An error of key derivation, sealing, passphrases and codes; its texts never hold a secret.
public typealias SecurityError = ModuleError<SecurityErrors>

/// Tells ``SecurityError`` apart from the errors of other modules.
public enum SecurityErrors {}
