package import TenonCore

/// The answer to the program that asked.
package struct CredentialAnswer: Sendable, Equatable {
    /// What goes to standard output, in memory that is wiped.
    package let output: SecretText
    /// The exit status; ``lockedStatus`` is for the credential provider and never reaches the program.
    package let status: Int32
    /// The message on standard error; empty when there is none.
    package let message: Sentence

    /// Answers that the vault is locked, and that the request may be repeated once it is unlocked.
    package static let lockedStatus = ExitStatus.noPermission.rawValue

    /// Answers that the vault is locked, and what to do.
    static func locked(_ error: CredentialError = .locked()) -> CredentialAnswer {
        CredentialAnswer(status: lockedStatus, message: error.sentence)
    }

    /// Makes an answer, by default an empty one.
    package init(
        _ output: SecretText = SecretText(utf8: []), status: Int32 = 0, message: Sentence = ""
    ) {
        self.output = output
        self.status = status
        self.message = message
    }
}
