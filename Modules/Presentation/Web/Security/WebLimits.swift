/// How much a browser may ask of the server.
package struct WebLimits: Sendable {
    /// The bytes of an upload, all fields together.
    package var uploadBytes = 64 * 1024 * 1024
    /// The bytes of a form without files.
    package var formBytes = 2 * 1024 * 1024
    /// The time in which the body of a request must arrive.
    var bodyTime = Duration.seconds(60)
    /// The time after which a connection without a request is closed, in seconds.
    var idleConnectionSeconds: Int64 = 75
    /// Open connections.
    var connections = 128
    /// Streams of events of one session.
    var eventStreams = 8
    /// Tabs, each with a session; beyond it, the one that was not used for the longest time sleeps.
    package var tabs = 32
    /// How long a response waits for the screen to come to rest.
    var settleTime = Duration.seconds(2)
    /// How long a session lasts without use.
    package var idleTime = Duration.seconds(30 * 60)
    /// How long a session lasts at most; after that it ends with the first break in its use, so that nobody
    /// is interrupted.
    package var absoluteTime = Duration.seconds(12 * 60 * 60)
    /// What counts as a break.
    package var breakTime = Duration.seconds(5 * 60)
    /// How long the server stays after the end, so that the last page arrives.
    package var graceTime = Duration.seconds(2)

    /// The limits that are used unless a setting says otherwise.
    package init() {}
}
