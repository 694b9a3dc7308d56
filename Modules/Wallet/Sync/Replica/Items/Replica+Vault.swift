import TenonCore
import WalletVault

/// What is known of an item, and what of that was in the vault when both were last brought together.
struct KnownItem: Sendable {
    let id: ItemID
    let state: ItemState?
    let written: WrittenItem
}

/// The items that are something else than what the vault was last brought together with.
struct UnsettledItems: Sendable {
    /// How far the logs are with these items.
    let vector: VersionVector
    let items: [KnownItem]
}

extension Replica {
    /// Whether the vault has to be compared with what is known, as it is not what it was last brought
    /// together with: it is here for the first time, or an older copy of it.
    func isMeeting(_ lineage: VaultLineage) -> Bool {
        memory.vaultRevision == 0 || memory.incarnation != lineage.incarnation
            || lineage.revision < memory.vaultRevision
    }

    /// How new the vault was when its changes were taken for the last time.
    var vaultRevision: Int64 { memory.vaultRevision }

    /// How far the logs were when all of them was in the vault.
    var settled: VersionVector { memory.settled }

    /// What of the vault stays on this machine alone.
    var omissions: [SyncOmission] {
        memory.withheld.sorted().map { SyncOmission(item: $0, error: .tooLarge($0.description)) }
    }

    /// What is known of items.
    func known(_ ids: some Sequence<ItemID>) throws -> [KnownItem] {
        try ids.map { id in
            KnownItem(
                id: id, state: try state.items.item(id), written: try written(id) ?? WrittenItem())
        }
    }

    /// The names of all items in parts of the vault.
    func itemIDs(inParts parts: Set<Int>) -> [Int: [ItemID]] {
        Dictionary(grouping: state.items.ids.filter { parts.contains($0.part) }, by: \.part)
    }

    /// Remembers what is in the vault, after its changes were taken.
    ///
    /// - Parameter isMeeting: Whether these are all the items of the vault, which was compared with
    ///   what is known for the first time.
    func noteTaken(
        _ items: [ItemID: WrittenItem], of lineage: VaultLineage, isMeeting: Bool
    ) throws {
        try reload()
        var items = items
        var next = memory
        if isMeeting {
            next.settled = VersionVector()
            next.withheld = []
            for id in state.items.ids where items[id] == nil { items[id] = WrittenItem() }
            // The place may be another one than before, and lack what this device has.
            for id in state.items.ids {
                for file in try state.items.item(id)?.files ?? [] { next.owedFiles[file.id] = id }
            }
        }
        next.vaultRevision = lineage.revision
        next.incarnation = lineage.incarnation
        try note(items, next)
        if isMeeting { unsettled = nil }
    }

    /// The items that may have to be written into the vault.
    func unsettledItems() throws -> UnsettledItems {
        try reload()
        let vector = vector
        guard unsettled != nil || vector != memory.settled else {
            unsettled = []
            return UnsettledItems(vector: vector, items: [])
        }
        let hash = ValueHash(key: sums)
        // One after the other: as a rule, few are something else.
        let items = try (unsettled ?? Set(state.items.ids)).compactMap { id -> KnownItem? in
            guard let known = try known([id]).first, let state = known.state else { return nil }
            return hash.state(state) == known.written.state ? nil : known
        }
        unsettled = Set(items.map(\.id))
        return UnsettledItems(vector: vector, items: items)
    }

    /// Remembers that items were written into the vault.
    ///
    /// - Parameters:
    ///   - written: What is in the vault.
    ///   - revision: How new the vault is, when nobody else has changed it since its changes were taken.
    func noteSettled(
        _ settled: UnsettledItems, _ written: [ItemID: WrittenItem], revision: Int64?
    ) throws {
        var next = memory
        next.settled = settled.vector
        next.vaultRevision = revision ?? next.vaultRevision
        guard
            next.settled != memory.settled || next.vaultRevision != memory.vaultRevision
                || !written.isEmpty
        else { return }
        try note(written, next)
        for item in settled.items where try state.items.item(item.id) == item.state {
            unsettled?.remove(item.id)
        }
    }

    func written(_ id: ItemID) throws -> WrittenItem? {
        let key = RowKey.written(id)
        return try store.row(key.bytes).map { sealed in
            try rows.open(key, sealed) { try WrittenItem(reading: $0) }
        }
    }

    private func note(_ items: [ItemID: WrittenItem], _ memory: ReplicaMemory) throws {
        var next = memory
        var changed: [[UInt8]: [UInt8]] = [:]
        for (id, item) in items {
            let key = RowKey.written(id)
            changed[key.bytes] = try rows.seal(key, item.write)
            if item.withheld.isEmpty { next.withheld.remove(id) } else { next.withheld.insert(id) }
        }
        try save(next, changed)
        self.memory = next
    }
}
