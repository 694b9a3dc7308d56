import Synchronization
import TenonCore

/// Where a person wanted to go while a sign-in ran that had begun before.
final class LatestTarget: Sendable {
    private let latest = Mutex<Location?>(nil)

    /// What was asked for last; `nil` for nothing.
    var location: Location? {
        get { latest.withLock(\.self) }
        set { latest.withLock { $0 = newValue } }
    }
}

extension AnyPort {
    static let latestTarget = Port<LatestTarget>("feedLatestTarget", providers: ["FeedAccess"])
}
