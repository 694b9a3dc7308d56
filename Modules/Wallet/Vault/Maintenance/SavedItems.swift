import Synchronization

/// The items that could be read from a damaged vault; those in its trash are left behind.
final class SavedItems: Sendable {
    private let found = Mutex<[Item]>([])

    /// What was found so far.
    var items: [Item] { found.withLock { $0 } }

    /// Takes an item, once.
    func add(_ item: Item) {
        guard !item.isTrashed else { return }
        found.withLock { $0.append(item) }
    }
}
