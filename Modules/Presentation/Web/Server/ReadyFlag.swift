internal import Synchronization

/// Remembers that the server has begun to listen.
final class ReadyFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether it has.
    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// It has.
    func set() { flag.store(true, ordering: .releasing) }
}
