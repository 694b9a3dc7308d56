import TenonCore
import WalletVault

extension Replica {
    /// Notes what goes from items that are back although somebody deleted them for good, to say it again.
    ///
    /// Who deleted an item had not seen what somebody else changed there, who had not seen the deletion. Former
    /// values of such a change count nowhere, so they are said again as well. What somebody has deleted for good
    /// since it was noted is not.
    ///
    /// - Parameters:
    ///   - step: What is applied next.
    ///   - changes: Where it comes from, if that is a commit.
    ///   - snapshot: Where it comes from, if that is a snapshot: who was away says nothing again of items that
    ///     it did not change.
    ///   - next: What this device remembers from then on.
    /// - Throws: ``SyncError`` (`syncLocalState`) when an item does not open.
    func noteLost(
        by step: SyncState.Step, _ changes: [TimedChange] = [],
        taking snapshot: TakenSnapshot? = nil,
        in next: inout ReplicaMemory
    ) throws {
        next.unsaid.removeAll { timed in
            timed.change.item.flatMap { step.items[$0]?.removal } == .purged
        }
        next.unsaid += try lost(by: step, changes, snapshot)
    }

    private func lost(
        by step: SyncState.Step, _ changes: [TimedChange], _ snapshot: TakenSnapshot?
    ) throws -> [TimedChange] {
        var said: [ItemID: [PastValue]] = [:]
        for case .former(let id, let values) in changes.map(\.change) {
            said[id, default: []] += values
        }
        return try step.items.sorted { $0.key < $1.key }.flatMap { id, next -> [TimedChange] in
            guard next.removal != .purged, !next.erasures.isEmpty else { return [] }
            var present = try state.items.item(id) ?? ItemState()
            if let snapshot {
                let isChanged = present.fields.values.joined().contains { version in
                    version.removal != .purged && !snapshot.vector.covers(version.stamp)
                }
                // It may have come to its author after the deletion, and then without the rest.
                let isBackByThis = next.fields.values.joined().contains { version in
                    version.removal != .purged && version.stamp.device == device.id
                }
                if !isChanged, !isBackByThis { present = ItemState() }
            }
            let fields = present.values.filter { next.fields[$0.key] == nil }
            // What only falls out of the list goes for good.
            let known = [present, snapshot?.items[id]].compactMap(\.self)
                .filter { $0.erasures != next.erasures }.flatMap(\.former)
                .map { PastValue($0.field, $0.value, $0.stamp) }
            let others = present.fields.filter(\.key.isMeant).flatMap { field, versions in
                versions.compactMap { version in
                    version.value.map { PastValue(field, $0, version.stamp) }
                }
            }
            let isFull = next.earliestTold != nil
            let former = (known + others + (said[id] ?? [])).filter { past in
                !isFull && !next.knows(past.value, of: past.field)
                    && fields[past.field] != past.value
            }
            var changes: [Change] = []
            if !fields.isEmpty { changes.append(.fields(id, fields.mapValues { .some($0) })) }
            if !former.isEmpty { changes.append(.former(id, former)) }
            return changes.map { TimedChange(memory.clock.last, $0) }
        }
    }

    /// Says what this device has to say again, as far as nobody has meanwhile.
    ///
    /// It is remembered in the same write as the deletion that it went by, so that it is not lost wherever the
    /// process ends.
    ///
    /// - Throws: An error of the store; the next exchange goes on.
    func sayUnsaid() throws {
        guard isIn, !memory.unsaid.isEmpty else { return }
        let changes = try memory.unsaid.compactMap { timed -> Change? in
            switch timed.change {
            case .fields(let id, let values):
                guard let item = try state.items.item(id), item.removal != .purged else {
                    return nil
                }
                let values = values.filter { item.fields[$0.key] == nil }
                return values.isEmpty ? nil : .fields(id, values)
            case .former(let id, let values):
                guard let item = try state.items.item(id), item.removal != .purged else {
                    return nil
                }
                let values = values.filter { !item.knows($0.value, of: $0.field) }
                return values.isEmpty ? nil : .former(id, values)
            default: return nil
            }
        }
        for group in try grouped(changes.map { DatedChange(change: $0) }) {
            try commit(group, over: nil)
        }
        var next = memory
        next.unsaid = []
        try save(next, [:])
        memory = next
    }
}

/// What is in a snapshot that a device takes over.
struct TakenSnapshot {
    /// How far the logs were for its author.
    let vector: VersionVector
    /// The items in it.
    let items: [ItemID: ItemState]
}

extension PastValue {
    fileprivate init(_ field: ItemField, _ value: SecretText, _ stamp: Stamp) {
        self.init(field, value, stamp.time.timestamp)
    }
}
