package import TenonCore

/// What can go wrong in this feature.
package typealias AccessError = ModuleError<AccessErrors>

/// Tells ``AccessError`` apart from the errors of other modules.
package enum AccessErrors {}

extension AccessError {
    static func badAutoLock(_ text: String) -> AccessError {
        AccessError(
            .accessBadAutoLock, "\"\(text)\" is not a number of minutes.",
            remedy: "Set --auto-lock to a whole number such as 5; 0 means never.")
    }
}

extension ErrorCode {
    static let accessBadAutoLock = ErrorCode("access.bad-auto-lock", .usage)
}
