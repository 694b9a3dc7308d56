package import TenonCore

extension ErrorCode {
    /// What a program wrote is not in its protocol.
    package static let credentialInput = ErrorCode("credential.input", .badData)
    /// A stored value cannot be said in the protocol.
    package static let credentialUnspeakable = ErrorCode("credential.unspeakable", .badData)
}

/// An error of the credential protocols; its texts never hold a secret.
package struct CredentialError: ExplainedError {
    /// The stable code.
    package let code: ErrorCode
    /// What happened.
    package let message: Sentence
    /// What the person can do.
    package let remedy: Sentence

    private init(_ code: ErrorCode, _ message: Sentence, _ remedy: Sentence = "") {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    static let notGit = CredentialError(
        .credentialInput, "What git said is not made of lines KEY=VALUE.")

    static let notJSON = CredentialError(.credentialInput, "The input is no JSON object.")

    static func unspeakable(_ title: String) -> CredentialError {
        CredentialError(
            .credentialUnspeakable,
            "User name or password of '\(title)' have several lines, which git cannot take.",
            "Write them on one line.")
    }
}
