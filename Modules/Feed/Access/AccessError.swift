import Glibc
package import TenonCore

/// What can go wrong with the sign-in on this machine.
package typealias AccessError = ModuleError<AccessErrors>

/// Tells ``AccessError`` apart from the errors of other modules.
package enum AccessErrors {}

extension ErrorCode {
    /// The file with a token cannot be read or written.
    static let feedTokenFile = ErrorCode("feed.token-file", .inputOutput)
    /// What keeps the token does not have it.
    static let feedNoSecrets = ErrorCode("feed.no-secrets", .unavailable)
    /// The code is not the one that the page of the server showed.
    static let feedWrongCode = ErrorCode("feed.wrong-code", .noPermission)
}

extension AccessError {
    static func unreadable(_ path: String, _ code: Int32) -> AccessError {
        AccessError(
            .feedTokenFile, "\(path) cannot be read: \(String(cString: strerror(code))).",
            remedy: "Check that you may read it, or sign in again.")
    }

    static func unwritable(_ path: String, _ code: Int32) -> AccessError {
        AccessError(
            .feedTokenFile, "\(path) cannot be written: \(String(cString: strerror(code))).",
            remedy: "Check that you may write there.")
    }

    static var noSecrets: AccessError {
        AccessError(
            .feedNoSecrets,
            "What keeps the sign-in has it no more, or is not part of this program.",
            remedy: "Sign in again.")
    }

    static func wrongCode(_ server: String, cause: any Error) -> AccessError {
        AccessError(
            .feedWrongCode,
            "\(server) does not take this code: it is mistyped, too old or used already.",
            remedy: "Open the page again, and enter the code that it shows then.", cause: cause)
    }
}
