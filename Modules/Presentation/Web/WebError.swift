import TenonCore

/// What keeps this front end from running.
struct WebError: ExplainedError {
    let code: ErrorCode
    let message: Sentence
    let remedy: Sentence
    let cause: (any Error)?

    static func cannotListen(port: Int, cause: any Error) -> WebError {
        WebError(
            code: .webCannotListen, message: "The server cannot listen on port \(port): \(cause)",
            remedy: "Choose another port with --web-port, or 0 for any free one.", cause: cause)
    }
}

extension ErrorCode {
    static let webCannotListen = ErrorCode("web.cannot-listen", .unavailable)
}
