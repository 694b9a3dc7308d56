import TenonCore

/// What keeps the server from running.
typealias FeedServerError = ModuleError<FeedServerErrors>

/// Tells ``FeedServerError`` apart from the errors of other modules.
enum FeedServerErrors {}

extension FeedServerError {
    static let notOpen = FeedServerError(
        .feedServerDatabase, "The database is not open.", remedy: "Restart the server.")
}

extension ErrorCode {
    static let feedServerDatabase = ErrorCode("feed-server.database", .configuration)
}

/// What a client may not do, or did wrong, as Mastodon says it.
struct Refused: Error, Equatable {
    let status: Int
    let message: String

    static let signedOut = Refused(status: 401, message: "The access token is invalid")
    static let outOfScope = Refused(
        status: 403, message: "This action is outside the authorized scopes")
    static let missing = Refused(status: 404, message: "Record not found")

    /// Something in the request is not as it should be.
    static func invalid(_ message: String) -> Refused {
        Refused(status: 422, message: "Validation failed: \(message)")
    }
}
