package import TenonCore

/// What a program such as git asks for, in the words of its own protocol.
package struct CredentialRequest: Sendable {
    /// Whose protocol it is.
    package enum Family: Sendable {
        /// `git-credential-wallet`.
        case git
        /// `docker-credential-wallet`.
        case docker
    }

    /// Whose protocol it is.
    package let family: Family
    /// What is to be done, such as `get`.
    package let verb: String
    /// What the program wrote to standard input.
    package let input: SecretText
    /// Whether the person is asked for the passphrase when the vault is locked.
    package let mayAsk: Bool

    /// Makes a request.
    package init(_ family: Family, verb: String, input: SecretText, mayAsk: Bool = false) {
        self.family = family
        self.verb = verb
        self.input = input
        self.mayAsk = mayAsk
    }
}

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
