import TenonMemory
import WalletAgentLink

/// The limits for clients; times are in milliseconds.
struct AgentLimits: Sendable {
    /// How many connections there may be at once; further ones wait until there is room.
    var connections = 1000
    /// How many of them are served at once, each by a thread; the others wait for their turn.
    var threads = 32
    /// The time for the first frame, beginning and end.
    var hello = 3000 * Int64(Patience.factor)
    /// How long a connection has to say hello before it may have to make room for another one.
    var courtesy: Int64 = 250
    /// The time for a frame that has begun.
    var frame: Int64 = 5000
    /// The time that a client may take to read an answer.
    var answer: Int64 = 10_000
    /// How long a connection is kept that holds nothing and asks for nothing.
    var idle: Int64 = 600_000
    /// How long steps are kept that the client does not go on with.
    var batch: Int64 = 120_000
    /// How often a client hears that its request is worked on.
    var pulse: Int64 = 1000
    /// How long a thread waits for the next request before it leaves the connection to the door.
    var linger: Int64 = 2
    /// The largest first frame, in bytes.
    var helloSize = AgentLink.helloLimit
    /// The largest request, in bytes.
    var requestSize = AgentLink.requestLimit
}
