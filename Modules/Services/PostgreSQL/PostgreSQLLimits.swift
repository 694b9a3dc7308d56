/// How much is asked of a server at once, and how long an answer may take.
public struct PostgreSQLLimits: Sendable {
    /// The most connections that one opened database has at a time.
    public var connections: Int
    /// How long connecting may take.
    public var connectTimeout: Duration
    /// How long a statement may take; zero for no limit.
    public var statementTimeout: Duration
    /// How often a transaction that conflicts with others is repeated.
    public var retries: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - connections: The most connections that one opened database has at a time.
    ///   - connectTimeout: How long connecting may take.
    ///   - statementTimeout: How long a statement may take; zero for no limit.
    ///   - retries: How often a transaction that conflicts with others is repeated.
    public init(
        connections: Int = 16, connectTimeout: Duration = .seconds(10),
        statementTimeout: Duration = .seconds(60), retries: Int = 20
    ) {
        self.connections = max(1, connections)
        self.connectTimeout = connectTimeout
        self.statementTimeout = statementTimeout
        self.retries = retries
    }
}
