import TenonCore

/// Why the keyring keeps or gives nothing.
typealias SecretServiceError = ModuleError<SecretServiceErrors>

/// Tells ``SecretServiceError`` apart from the errors of other modules.
enum SecretServiceErrors {}

extension SecretServiceError {
    /// There is no bus in this session to ask it by.
    static var absent: SecretServiceError {
        SecretServiceError(
            .secretsUnavailable, "The keyring of the desktop is not there.",
            remedy: "Start the program in the session of the desktop.")
    }

    static var locked: SecretServiceError {
        SecretServiceError(
            .secretsUnavailable, "The keyring of the desktop is locked.",
            remedy: "Unlock it, and try again.")
    }

    static func failed(_ reason: String) -> SecretServiceError {
        SecretServiceError(
            .secretsUnavailable,
            "The keyring of the desktop cannot be used: \(HarmlessText.line(reason))",
            remedy: "Unlock it, and try again.")
    }
}

extension ErrorCode {
    static let secretsUnavailable = ErrorCode("secrets.unavailable", .unavailable)
}
