/// A client that is connected, and what is done for it at this moment.
struct Guest {
    /// Where a guest is; times are in milliseconds.
    enum Place {
        /// At the door, where nothing happens until it sends something.
        case parked(since: Int64)
        /// It has sent something, and waits for a thread.
        case waiting
        /// Served by a thread; the time of the last sign of life.
        case served(since: Int64)
        /// On its way out.
        case leaving
    }

    /// Its connection.
    let connection: ClientConnection
    /// Where it is.
    var place: Place
    /// What serves it.
    var task: Task<Void, Never>?

    /// How long it has been at the door; `nil` when it is elsewhere.
    func parkedTime(_ now: Int64) -> Int64? {
        if case .parked(let since) = place { now - since } else { nil }
    }

    /// How long it has been at the door, if it may have to make room for another one.
    func dismissibleTime(_ now: Int64, _ limits: AgentLimits) -> Int64? {
        guard let time = parkedTime(now) else { return nil }
        return switch connection.attachment {
        case nil: time >= limits.courtesy ? time : nil
        case .nothing: time
        case .steps, .news: nil
        }
    }

    /// Whether it has been at the door for too long.
    func isOverdue(_ now: Int64, _ limits: AgentLimits) -> Bool {
        guard let time = parkedTime(now) else { return false }
        return switch connection.attachment {
        case nil: time >= limits.hello
        case .nothing: time >= limits.idle
        case .steps: time >= limits.batch
        case .news: false
        }
    }
}
