import TenonCore
import WalletVault

extension Replica {
    /// Erases what is known of the items that were deleted for good when this device made the last snapshot.
    ///
    /// Every device has applied that they were deleted, and nobody can still be heard of who has not: not
    /// even who was taken out. One that was changed since, or is back, waits for the next snapshot.
    ///
    /// - Parameter vector: How far each log is in the snapshot, which every device that counts has.
    /// - Throws: An error of the store; the next exchange goes on.
    func eraseDeleted(within vector: VersionVector) throws {
        guard !memory.snapshots.deleted.isEmpty, isClosed(within: vector), areErasing else {
            return
        }
        let ids = memory.snapshots.deleted.filter { id in
            state.items[id]?.isErasable(within: vector) ?? false
        }
        if !ids.isEmpty { try commit([.erasure(ids.sorted())]) }
        try change { $0.deleted = [] }
    }

    /// Whether all is here that counts of devices that were taken out, and every device knew of that.
    private func isClosed(within vector: VersionVector) -> Bool {
        state.dismissed.values.allSatisfy(vector.covers)
            && limits(with: []).allSatisfy { position(of: $0).number >= $1 }
    }

    /// Whether every device that counts has a version that knows erasures.
    private var areErasing: Bool {
        state.counted.allSatisfy { other in
            other.id == device.id || RecoverySheet.shelf(of: other) != nil
                || memory.snapshots.erasing.contains(other.id)
        }
    }

    /// What goes from items that are back although somebody erased them, as changes that say it again.
    ///
    /// Who erased an item had not heard that it is back; who changed it had perhaps not yet seen that it was
    /// deleted. Former values of a change that did not know of the erasure count nowhere, so they are said
    /// again as well.
    ///
    /// - Parameters:
    ///   - step: What is applied next.
    ///   - changes: Where it comes from, if that is a commit.
    ///   - vector: How far the logs were for whoever has erased them, if it is a snapshot: who was away says
    ///     nothing again of items that it did not change.
    func lost(
        by step: SyncState.Step, _ changes: [TimedChange] = [], since vector: VersionVector? = nil
    ) -> [TimedChange] {
        guard isIn else { return [] }
        var said: [ItemID: [PastValue]] = [:]
        for case .former(let id, let values) in changes.map(\.change) {
            said[id, default: []] += values
        }
        return step.items.flatMap { id, next -> [TimedChange] in
            guard next.removal != .purged, !next.erasures.isEmpty else { return [] }
            let present = state.items[id] ?? ItemState()
            if let vector {
                let isChanged = present.fields.values.joined().contains { version in
                    version.removal != .purged && !vector.covers(version.stamp)
                }
                guard isChanged else { return [] }
            }
            let fields = present.values.filter { next.fields[$0.key] == nil }
            let known = present.former.map { PastValue($0.field, $0.value, $0.stamp) }
            let others = present.fields.filter(\.key.isMeant).flatMap { field, versions in
                versions.compactMap { version in
                    version.value.map { PastValue(field, $0, version.stamp) }
                }
            }
            let isFull = next.former.count == ItemState.formerLimit
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
    /// It is remembered in the same write as the erasure that it went by, so that it is not lost wherever the
    /// process ends.
    ///
    /// - Throws: An error of the store; the next exchange goes on.
    func sayUnsaid() throws {
        guard isIn, !memory.unsaid.isEmpty else { return }
        let changes = memory.unsaid.compactMap { timed -> Change? in
            switch timed.change {
            case .fields(let id, let values):
                guard let item = state.items[id], item.removal != .purged else { return nil }
                let values = values.filter { item.fields[$0.key] == nil }
                return values.isEmpty ? nil : .fields(id, values)
            case .former(let id, let values):
                guard let item = state.items[id], item.removal != .purged else { return nil }
                let values = values.filter { !item.knows($0.value, of: $0.field) }
                return values.isEmpty ? nil : .former(id, values)
            default: return nil
            }
        }
        if !changes.isEmpty { try commit(changes) }
        var next = memory
        next.unsaid = []
        try save(next, [:])
        memory = next
    }
}

extension PastValue {
    fileprivate init(_ field: ItemField, _ value: SecretText, _ stamp: Stamp) {
        self.init(field, value, stamp.time.timestamp)
    }
}
