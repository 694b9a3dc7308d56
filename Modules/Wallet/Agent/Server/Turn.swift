import Synchronization

/// Lets one thread at a time do something.
final class Turn: Sendable {
    private let lock = Mutex(())

    func take<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        try lock.withLock { _ throws(Failure) in try body() }
    }
}
