/// The open code of an error: a stable name for programs, and the exit status that it leads to.
///
/// Each module extends this type with the codes of its own errors. The one table from codes to
/// exit statuses is therefore the list of these declarations.
public struct ErrorCode: Hashable, Sendable {
    /// The stable name, `module.reason` in lower case, for example `vault.wrong-passphrase`.
    public let name: String
    /// What a process that ends because of this error exits with.
    public let status: ExitStatus

    /// Makes a code with a stable name and the exit status that it leads to.
    public init(_ name: String, _ status: ExitStatus) {
        self.name = name
        self.status = status
    }
}

/// An error that says what happened and what to do about it.
///
/// Every module has one such type, mostly a ``ModuleError``. Neither text ever holds a secret.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// The stable code, for programs and exit statuses.
    var code: ErrorCode { get }
    /// What happened.
    var message: Sentence { get }
    /// What the person can do; empty when there is nothing to do.
    var remedy: Sentence { get }
    /// The error below this one, for the log.
    var cause: (any Error)? { get }
}

extension ExplainedError {
    /// No deeper error, unless the type says otherwise.
    public var cause: (any Error)? { nil }

    /// The message, followed by the remedy.
    public var sentence: Sentence { Sentence(joining: [message, remedy]) }

    /// The message, followed by the remedy, in English.
    public var description: String { "\(sentence)" }
}

/// The texts of any error, as a value that a state can hold.
public struct Explanation: ExplainedError, Hashable {
    /// The stable code; `defect` for an error that explains nothing.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What the person can do.
    public let remedy: Sentence

    /// Takes over the texts of an error; one that explains nothing is called a defect.
    public init(_ error: any Error) {
        if let error = error as? any ExplainedError {
            code = error.code
            message = error.message
            remedy = error.remedy
        } else {
            code = ErrorCode("defect", .defect)
            message = Sentence("Something unexpected happened: \(error)")
            remedy = ""
        }
    }
}
