public import TenonCore

/// Why nobody was signed in, or a token was not given or taken back.
///
/// No text of it has a code, a token or a password.
public typealias OAuthError = ModuleError<OAuthErrors>

/// Tells ``OAuthError`` apart from the errors of other modules.
public enum OAuthErrors {}

extension ErrorCode {
    /// The person did not allow it.
    public static let oauthDenied = ErrorCode("oauth.denied", .noPermission)
    /// The answer belongs to another question, or comes from somebody else.
    public static let oauthMismatch = ErrorCode("oauth.mismatch", .noPermission)
    /// The code or the token counts no more.
    public static let oauthExpired = ErrorCode("oauth.expired", .noPermission)
    /// The server does not take the request.
    public static let oauthRefused = ErrorCode("oauth.refused", .unavailable)
    /// What the server says about itself, or a token, cannot be read or is not to be believed.
    public static let oauthUnreadable = ErrorCode("oauth.unreadable", .badData)
    /// No port of this machine could be listened on.
    public static let oauthCannotListen = ErrorCode("oauth.cannot-listen", .unavailable)
}

extension OAuthError {
    static let mismatch = OAuthError(
        .oauthMismatch, "The answer does not belong to this sign-in.", remedy: "Sign in again.")

    static func unreadable(_ origin: String, cause: (any Error)? = nil) -> OAuthError {
        OAuthError(
            .oauthUnreadable, "What \(origin) says about signing in cannot be used.",
            remedy: "Check the address of the server.", cause: cause)
    }

    static let cannotListen = OAuthError(
        .oauthCannotListen, "No port is free on this machine to receive the answer.",
        remedy: "Sign in by a code that the page shows.")

    /// An error as servers write it (RFC 6749, sections 4.1.2.1 and 5.2).
    ///
    /// - Parameters:
    ///   - code: The word of the server, such as `access_denied`.
    ///   - description: What the server says about it; empty for nothing.
    ///   - origin: The server.
    static func said(_ code: String, _ description: String, by origin: String) -> OAuthError {
        let words = HarmlessText.line(
            String((description.isEmpty ? code : description).prefix(300)))
        return switch code {
        case "access_denied":
            OAuthError(
                .oauthDenied, "Signing in to \(origin) was not allowed.", remedy: "Sign in again.")
        case "invalid_grant", "invalid_token":
            OAuthError(
                .oauthExpired, "\(origin) does not know this sign-in any more.",
                remedy: "Sign in again.")
        default:
            OAuthError(
                .oauthRefused, "\(origin) refused to sign in: \(words)",
                remedy: "Check the address of the server.")
        }
    }
}
