import Glibc
public import TenonCore

/// The clock of this machine.
public struct SystemClock: TimeTelling {
    /// Makes a clock.
    public init() {}

    /// The time of day (`CLOCK_REALTIME`).
    public func now() -> Timestamp {
        let time = Self.read(CLOCK_REALTIME)
        return Timestamp(
            milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The time since the machine was started, sleep included (`CLOCK_BOOTTIME`).
    public func sinceBoot() -> Duration {
        let time = Self.read(CLOCK_BOOTTIME)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Waits for a duration; the time for which the machine sleeps counts.
    ///
    /// The runtime waits for the continuous clock with a `CLOCK_BOOTTIME` timer, which runs on
    /// while the machine sleeps. The loop covers a timer that ends early.
    public func sleep(for duration: Duration) async throws {
        let end = sinceBoot() + duration
        try Task.checkCancellation()
        while case let left = end - sinceBoot(), left > .zero {
            try await Task.sleep(for: left, clock: .continuous)
        }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        // Both clocks exist on every Linux that the runtime supports, so that this cannot fail.
        clock_gettime(clock, &time)
        return time
    }
}
