import Synchronization

/// The factories that no task has taken yet.
final class PendingFactories: Sendable {
    private let indexes: Mutex<ArraySlice<Int>>

    init(_ indexes: [Int]) { self.indexes = Mutex(indexes[...]) }

    var isEmpty: Bool { indexes.withLock(\.isEmpty) }

    func next() -> Int? { indexes.withLock { $0.popFirst() } }
}
