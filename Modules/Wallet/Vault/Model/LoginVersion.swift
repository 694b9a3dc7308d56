package import TenonCore

/// What a login was before its user name or password changed.
package struct LoginVersion: Sendable, Equatable {
    /// Since when these values were valid.
    package let changed: Timestamp
    /// When they were replaced.
    package let replaced: Timestamp
    /// The user name of that time.
    package let userName: String
    /// The password of that time.
    package let password: SecretText
    /// Encoded fields of a newer version, kept as they are.
    var unknown = UnknownFields()
}
