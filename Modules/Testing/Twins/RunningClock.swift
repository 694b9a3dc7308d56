import Foundation
public import TenonCore

/// A clock that runs like any other, for applications that are not linked to the system's one.
public struct RunningClock: TimeTelling {
    private let origin = ContinuousClock.now

    /// Makes a clock.
    public init() {}

    /// The time of day in UTC.
    public func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))
    }

    /// The time since this clock was made, which serves as the start of the machine.
    public func sinceBoot() -> Duration { ContinuousClock.now - origin }

    /// Waits.
    ///
    /// - Throws: `CancellationError`.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
