import WalletSyncRequests

/// The writes that wait for a transaction.
///
/// Those of one group share a transaction, and each group has at most one under way.
struct WriteQueue {
    /// What shares a transaction.
    enum Group: Hashable, Sendable {
        /// The writes to no vault, and those to all where the engine writes one transaction after the other
        /// anyway.
        case all
        /// The writes to one vault.
        case vault(SyncName)
    }

    /// How many writes one transaction takes.
    private static let size = 256

    private var waiting: [Group: [any QueuedWork]] = [:]
    /// The groups with writes that wait and none under way, in the order in which they came.
    private var ready: [Group] = []
    private var underWay: Set<Group> = []

    /// Adds a write to those that wait.
    mutating func add(_ write: any QueuedWork, to group: Group) {
        if waiting[group] == nil, !underWay.contains(group) { ready.append(group) }
        waiting[group, default: []].append(write)
    }

    /// Takes the writes of the next transaction; `nil` when no group is ready.
    mutating func begin() -> (group: Group, writes: [any QueuedWork])? {
        guard !ready.isEmpty else { return nil }
        let group = ready.removeFirst()
        let writes = waiting.removeValue(forKey: group) ?? []
        if writes.count > Self.size { waiting[group] = Array(writes.dropFirst(Self.size)) }
        underWay.insert(group)
        return (group, Array(writes.prefix(Self.size)))
    }

    /// Notes that the transaction of a group is over.
    mutating func end(_ group: Group) {
        underWay.remove(group)
        if waiting[group] != nil { ready.append(group) }
    }
}
