/// A place that tells by itself when something is new there.
package protocol NewsGiving: AnyObject, Sendable {
    /// Tells how far the logs are, now and whenever that may have changed, until the place ends that.
    ///
    /// What is told is a hint and no more: it may be wrong, or late.
    ///
    /// - Parameters:
    ///   - pace: How long a folder waits after a file, since more may follow, and how often it is looked for.
    ///   - take: Is told the number of the last commit of each log; of those that came together
    ///     the last one only, and nothing at all now and then. What it throws ends it.
    func news(
        _ pace: SyncPace, _ take: @escaping @Sendable ([DeviceID: UInt64]?) async throws -> Void
    ) async throws
}
