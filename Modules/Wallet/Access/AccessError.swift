package import TenonCore

/// What can go wrong in this feature.
package struct AccessError: ExplainedError {
    package let code: ErrorCode
    package let message: Sentence
    package let remedy: Sentence

    static func badAutoLock(_ text: String) -> AccessError {
        AccessError(
            code: .accessBadAutoLock, message: "\"\(text)\" is not a number of minutes.",
            remedy: "Set --auto-lock to a whole number such as 5; 0 means never.")
    }
}

extension ErrorCode {
    static let accessBadAutoLock = ErrorCode("access.bad-auto-lock", .usage)
}
