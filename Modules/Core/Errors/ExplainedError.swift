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
/// Every module has one such type, a struct. Neither text ever holds a secret.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// The stable code, for programs and exit statuses.
    var code: ErrorCode { get }
    /// What happened, as a sentence for people.
    var message: String { get }
    /// What the person can do, as a sentence; empty when there is nothing to do.
    var remedy: String { get }
    /// The error below this one, for the log.
    var cause: (any Error)? { get }
}

extension ExplainedError {
    /// No deeper error, unless the type says otherwise.
    public var cause: (any Error)? { nil }

    /// The message, followed by the remedy.
    public var description: String { remedy.isEmpty ? message : "\(message) \(remedy)" }
}
