import TenonCore

/// What keeps the server from running.
typealias ServerError = ModuleError<ServerErrors>

/// Tells ``ServerError`` apart from the errors of other modules.
enum ServerErrors {}

extension ServerError {
    static func cannotListen(_ host: String, port: Int, cause: any Error) -> ServerError {
        ServerError(
            .serverCannotListen, "The server cannot listen on \(host), port \(port): \(cause)",
            remedy: "Choose another address with --listen, or port 0 for any free one.",
            cause: cause)
    }

    static let halfACertificate = ServerError(
        .serverCertificate, "TLS needs both a certificate and its key.",
        remedy: "Give --tls-certificate FILE and --tls-key FILE.")

    static func certificate(_ path: String, cause: any Error) -> ServerError {
        ServerError(
            .serverCertificate, "\(path) cannot be used for TLS: \(cause)",
            remedy: "Give the certificate and its key as PEM files that this process may read.",
            cause: cause)
    }
}

extension ErrorCode {
    static let serverCannotListen = ErrorCode("server.cannot-listen", .unavailable)
    static let serverCertificate = ErrorCode("server.certificate", .configuration)
}
