import Synchronization

/// Tells the first time from later ones.
final class Once: Sendable {
    private let isDone = Mutex(false)

    /// `true` the first time.
    func isFirst() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}
