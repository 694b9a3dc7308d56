public import TenonCore

extension ErrorCode {
    /// A malformed address, or not one of the web.
    public static let networkBadAddress = ErrorCode("network.bad-address", .badData)
    /// The host does not exist, does not listen, or there is no network.
    public static let networkUnreachable = ErrorCode("network.unreachable", .unavailable)
    /// It took too long.
    public static let networkTimedOut = ErrorCode("network.timed-out", .tryLater)
    /// The server's certificate is not to be believed.
    public static let networkUntrusted = ErrorCode("network.untrusted", .unavailable)
    /// The server's key is not one of its pinned keys.
    public static let networkWrongKey = ErrorCode("network.wrong-key", .unavailable)
    /// The connection ended before the reply did.
    public static let networkInterrupted = ErrorCode("network.interrupted", .inputOutput)
    /// The reply is not HTTP.
    public static let networkMalformed = ErrorCode("network.malformed", .badData)
    /// The reply is longer than was allowed.
    public static let networkTooLarge = ErrorCode("network.too-large", .badData)
    /// The server refused, or could not do it.
    public static let networkStatus = ErrorCode("network.status", .unavailable)
    /// A redirection that is not followed.
    public static let networkRedirection = ErrorCode("network.redirection", .unavailable)
    /// The content of the reply is not what was expected.
    public static let networkUnreadable = ErrorCode("network.unreadable", .badData)
    /// The request cannot be sent as it is.
    public static let networkBadRequest = ErrorCode("network.bad-request", .defect)
    /// A proxy that cannot be used.
    public static let networkBadProxy = ErrorCode("network.bad-proxy", .configuration)
    /// Certificates that cannot be read.
    public static let networkBadTrustRoots = ErrorCode("network.bad-trust-roots", .configuration)
}

/// Why something could not be fetched or sent.
///
/// Its texts name only the scheme, host and port of an address: paths and queries may hold secrets,
/// as header fields do.
public struct NetworkError: ExplainedError {
    /// The stable code.
    public let code: ErrorCode
    /// What happened.
    public let message: Sentence
    /// What the person can do.
    public let remedy: Sentence
    /// The error below, for the log; the parser's for a reply that cannot be read.
    public let cause: (any Error)?
    /// The status that the server replied with, for `networkStatus`.
    public private(set) var status: Int?
    /// How long the server asks to wait, if it does.
    public private(set) var retryAfter: Duration?
    /// Whether the same request may well succeed a moment later.
    public private(set) var isTransient: Bool
    /// Whether the server may have received the request and acted on it.
    public private(set) var mayHaveArrived: Bool
    /// Whether the person has seen it; it need not be shown again.
    public internal(set) var isTold = false

    private init(
        _ code: ErrorCode, _ message: Sentence, _ remedy: Sentence, cause: (any Error)? = nil,
        isTransient: Bool = false, mayHaveArrived: Bool = true
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
        self.isTransient = isTransient
        self.mayHaveArrived = mayHaveArrived
    }
}

extension NetworkError {
    /// The same error, after something that was sent has arrived.
    var havingArrived: NetworkError {
        var error = self
        error.mayHaveArrived = true
        return error
    }

    /// A reply with the status of a failure.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - address: What was asked for.
    ///   - retryAfter: How long the server asks to wait.
    public static func status(
        _ status: Int, _ address: WebAddress, retryAfter: Duration? = nil
    ) -> NetworkError {
        var error = NetworkError(
            .networkStatus, message(status, address), remedy(status, retryAfter),
            isTransient: RetryPolicy.transientStatuses.contains(status))
        error.status = status
        error.retryAfter = retryAfter
        return error
    }

    private static func message(_ status: Int, _ address: WebAddress) -> Sentence {
        switch status {
        case 300..<400: "\(address.origin) redirects elsewhere (status \(status))."
        case 401, 407: "\(address.origin) requires you to sign in (status \(status))."
        case 403: "\(address.origin) does not permit this (status 403)."
        case 404, 410: "\(address.origin) does not have what was asked for (status \(status))."
        case 429: "\(address.origin) received too many requests (status 429)."
        case 500...: "\(address.origin) had an internal problem (status \(status))."
        default: "\(address.origin) refused the request (status \(status))."
        }
    }

    private static func remedy(_ status: Int, _ retryAfter: Duration?) -> Sentence {
        if let retryAfter {
            let seconds = (retryAfter + .milliseconds(999)).components.seconds
            return "Try again in \(seconds) seconds."
        }
        return switch status {
        case 401, 403, 407: "Check the account, and sign in again."
        case 300..<400, 404, 410: "Check the address."
        case 408, 429, 500...: "Try again later."
        default: "Look for a newer version of this program."
        }
    }
}

extension NetworkError {
    /// A malformed address; the reason never quotes it.
    public static func badAddress(_ reason: Sentence) -> NetworkError {
        NetworkError(
            .networkBadAddress, "This address cannot be used. \(reason)",
            "Check the address; it looks like https://example.org/.", mayHaveArrived: false)
    }

    /// A host that does not answer: an unknown name, a closed port, no network.
    public static func unreachable(
        _ address: WebAddress, cause: (any Error)? = nil
    ) -> NetworkError {
        NetworkError(
            .networkUnreachable, "\(address.origin) cannot be reached.",
            "Check the address and the connection of this machine to the network.", cause: cause,
            isTransient: true, mayHaveArrived: false)
    }

    /// A connection that takes too long to make.
    public static func connectionTimedOut(
        _ address: WebAddress, cause: (any Error)? = nil
    ) -> NetworkError {
        NetworkError(
            .networkTimedOut, "\(address.origin) did not answer in time.",
            "Check the connection of this machine to the network, or try again later.",
            cause: cause, isTransient: true, mayHaveArrived: false)
    }

    /// A reply that takes too long.
    public static func timedOut(_ address: WebAddress, cause: (any Error)? = nil) -> NetworkError {
        NetworkError(
            .networkTimedOut, "\(address.origin) did not reply in time.", "Try again later.",
            cause: cause, isTransient: true)
    }

    /// A certificate that is not to be believed.
    public static func untrusted(
        _ address: WebAddress, _ reason: Sentence, cause: (any Error)? = nil
    ) -> NetworkError {
        NetworkError(
            .networkUntrusted, "\(address.origin) could not prove who it is. \(reason)",
            """
            Check the address and the clock of this machine. Somebody on the network may be \
            listening; nothing was sent.
            """, cause: cause, mayHaveArrived: false)
    }

    /// A key that is not among the pinned ones.
    public static func wrongKey(_ address: WebAddress) -> NetworkError {
        NetworkError(
            .networkWrongKey, "\(address.origin) does not have the expected key.",
            """
            Look for a newer version of this program. Somebody on the network may be listening; \
            nothing was sent.
            """, mayHaveArrived: false)
    }

    /// A connection that ended in the middle.
    public static func interrupted(
        _ address: WebAddress, cause: (any Error)? = nil
    ) -> NetworkError {
        NetworkError(
            .networkInterrupted, "The connection to \(address.origin) broke off.",
            "Try again.", cause: cause, isTransient: true)
    }

    /// A reply that is not HTTP.
    public static func malformed(_ address: WebAddress, cause: (any Error)? = nil) -> NetworkError {
        NetworkError(
            .networkMalformed, "\(address.origin) replied with something that is not HTTP.",
            "Check the address and its port.", cause: cause)
    }

    /// A reply that is too long.
    ///
    /// - Parameters:
    ///   - address: What was asked for.
    ///   - limit: The longest that was allowed, in bytes.
    public static func tooLarge(_ address: WebAddress, limit: Int) -> NetworkError {
        NetworkError(
            .networkTooLarge,
            "The reply of \(address.origin) is longer than \(limit) bytes, and was not read.",
            "Check the address.")
    }

    /// A request that cannot be sent as it is.
    public static func badRequest(_ address: WebAddress, _ reason: Sentence) -> NetworkError {
        NetworkError(
            .networkBadRequest, "The request to \(address.origin) cannot be sent. \(reason)",
            "Look for a newer version of this program.", mayHaveArrived: false)
    }

    /// Certificates that cannot be read.
    public static func badTrustRoots(_ path: String, cause: (any Error)? = nil) -> NetworkError {
        NetworkError(
            .networkBadTrustRoots, "\(path) holds no certificates in PEM form.",
            "Name a file with the certificates of the authorities to trust.", cause: cause,
            mayHaveArrived: false)
    }

    /// What is set as a proxy is none, or one that is not supported.
    public static var badProxy: NetworkError {
        NetworkError(
            .networkBadProxy, "The proxy that is set cannot be used.",
            "Write it as http://HOST:PORT, without a password, in https_proxy or --proxy.",
            mayHaveArrived: false)
    }

    /// A proxy did not make the connection.
    public static func proxyRefused(
        _ address: WebAddress, cause: (any Error)? = nil
    ) -> NetworkError {
        NetworkError(
            .networkUnreachable, "The proxy does not connect to \(address.origin).",
            "Check https_proxy, --proxy and no_proxy, or ask who runs the proxy.", cause: cause,
            mayHaveArrived: false)
    }

    /// A redirection that is not followed.
    static func redirection(_ address: WebAddress, _ reason: Sentence) -> NetworkError {
        NetworkError(
            .networkRedirection, "\(address.origin) redirects elsewhere. \(reason)",
            "Check the address.")
    }

    /// A reply that the parser refused.
    static func unreadable(_ address: WebAddress, cause: any Error) -> NetworkError {
        NetworkError(
            .networkUnreadable, "The reply of \(address.origin) is not what was expected.",
            "Check the address, or look for a newer version of this program.", cause: cause)
    }

    /// An error that a provider threw against its contract.
    static func failed(_ address: WebAddress, cause: any Error) -> NetworkError {
        NetworkError(
            .networkInterrupted, "The request to \(address.origin) failed.", "Try again.",
            cause: cause)
    }
}
