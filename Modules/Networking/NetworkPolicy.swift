/// How patient and how persistent a ``NetworkController`` is.
public struct NetworkPolicy: Sendable {
    /// How long things may take.
    public var timeouts: NetworkTimeouts
    /// How often and when a request is sent again.
    public var retry: RetryPolicy
    /// How many redirections are followed for one request; 0 for none.
    ///
    /// Whatever the number, none leads from `https` to `http`, credentials are dropped on the way to
    /// another origin, and a body is never sent there.
    public var maximumRedirections: Int

    /// Makes a policy.
    public init(
        timeouts: NetworkTimeouts = NetworkTimeouts(), retry: RetryPolicy = RetryPolicy(),
        maximumRedirections: Int = 5
    ) {
        self.timeouts = timeouts
        self.retry = retry
        self.maximumRedirections = maximumRedirections
    }
}

/// How long the parts of a request may take; `nil` for as long as it takes.
public struct NetworkTimeouts: Sendable {
    /// Until the server is connected, the TLS handshake included.
    public var connection: Duration?
    /// For one attempt, from connecting to the end of the reply, redirections included.
    public var attempt: Duration?
    /// For all attempts and the time between them; a person's thinking does not count.
    public var total: Duration?

    /// Makes limits.
    public init(
        connection: Duration? = .seconds(10), attempt: Duration? = .seconds(30),
        total: Duration? = .seconds(120)
    ) {
        self.connection = connection
        self.attempt = attempt
        self.total = total
    }
}

/// How often and when a request is sent again: exponential backoff with full jitter.
///
/// The delay is drawn evenly from 0 to a bound that doubles each time, so that the clients of a server
/// that comes back do not all return at the same moment.
public struct RetryPolicy: Sendable {
    /// How often it is sent at most, the first time included.
    public var maximumAttempts: Int
    /// The bound of the first delay.
    public var firstDelay: Duration
    /// What the bound does not go beyond.
    public var maximumDelay: Duration
    /// A server that asks to wait for longer than this is not asked again.
    public var maximumRetryAfter: Duration

    /// Never sends anything again.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// The statuses that may be different a moment later.
    static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Makes a policy.
    public init(
        maximumAttempts: Int = 3, firstDelay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(20), maximumRetryAfter: Duration = .seconds(60)
    ) {
        self.maximumAttempts = maximumAttempts
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
        self.maximumRetryAfter = maximumRetryAfter
    }

    /// The delay after an attempt that failed.
    ///
    /// - Parameters:
    ///   - attempt: Its number; 1 for the first.
    ///   - jitter: Where the delay lies between 0 and its bound, from 0 to 1.
    func delay(after attempt: Int, jitter: Double) -> Duration {
        var bound = min(firstDelay, maximumDelay)
        for _ in 1..<max(1, attempt) where bound < maximumDelay {
            bound = min(bound * 2, maximumDelay)
        }
        return bound * min(max(jitter, 0), 1)
    }
}
