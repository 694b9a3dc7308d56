import TenonCore

/// What keeps this front end from running.
typealias WebError = ModuleError<WebErrors>

/// Tells ``WebError`` apart from the errors of other modules.
enum WebErrors {}

extension WebError {
    static func cannotListen(port: Int, cause: any Error) -> WebError {
        WebError(
            .webCannotListen, "The server cannot listen on port \(port): \(cause)",
            remedy: "Choose another port with --web-port, or 0 for any free one.", cause: cause)
    }
}

extension ErrorCode {
    static let webCannotListen = ErrorCode("web.cannot-listen", .unavailable)
}
