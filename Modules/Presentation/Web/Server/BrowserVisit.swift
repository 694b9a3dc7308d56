internal import Synchronization

/// What all tabs of a browser share: its cookie, and the time until they end.
final class BrowserVisit: Sendable {
    /// The value of its cookie, 256 bits.
    let cookie = RandomKey(bits: 256)
    private let start = ContinuousClock.now
    private let lastUse = Mutex(ContinuousClock.now)
    private let over = Atomic(false)

    /// Whether everything has ended, so that no tab may open any more.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Ends it.
    func finish() { over.store(true, ordering: .releasing) }

    /// Counts as use by the person.
    func touch() { lastUse.withLock { $0 = .now } }

    /// When everything ends unless it is used.
    func end(_ limits: WebLimits) -> ContinuousClock.Instant {
        let lastUse = lastUse.withLock(\.self)
        return min(
            lastUse + limits.idleTime,
            max(start + limits.absoluteTime, lastUse + limits.breakTime))
    }
}
