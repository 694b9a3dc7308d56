import WalletAgentLink

/// What clients may take of the agent; times are in milliseconds.
struct ServerLimits: Sendable {
    /// How many connections there may be at once.
    var connections = 64
    /// The time for the first frame, beginning and end.
    var hello: Int64 = 3000
    /// The time for a frame that has begun.
    var frame: Int64 = 5000
    /// The time that a client may take to read an answer.
    var answer: Int64 = 10_000
    /// The largest first frame, in bytes.
    var helloSize = AgentLink.helloLimit
    /// The largest request, in bytes.
    var requestSize = AgentLink.requestLimit
}
