/// An error of one module, which `Module` tells apart from the errors of the others.
///
/// A module gives it a name, `typealias DiskError = ModuleError<DiskErrors>`, and has a function in
/// an extension of that name for each thing that can go wrong.
public struct ModuleError<Module>: ExplainedError {
    /// The stable code, for programs and exit statuses.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What the person can do; empty when there is nothing to do.
    public let remedy: Sentence
    /// The error below this one, for the log.
    public let cause: (any Error)?

    /// Makes an error; no text may hold a secret or a part of one.
    public init(
        _ code: ErrorCode, _ message: Sentence, remedy: Sentence = "", cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }
}

extension ModuleError: Equatable {
    /// Errors are equal when they say the same.
    public static func == (left: ModuleError, right: ModuleError) -> Bool {
        (left.code, left.message, left.remedy) == (right.code, right.message, right.remedy)
    }
}
