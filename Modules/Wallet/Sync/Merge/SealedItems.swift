import WalletVault

/// What is known of items, each sealed as in the store, and opened when it is needed: whoever reads the memory of
/// the process finds no value.
struct SealedItems: Sendable {
    private let sealer: RowSealer
    private var rows: [ItemID: [UInt8]] = [:]
    /// The items with values that were given at the same time, or that came back.
    private(set) var conflicted: Set<ItemID> = []

    /// Makes a collection without items.
    init(sealedBy sealer: RowSealer) { self.sealer = sealer }

    /// The names of all items.
    var ids: Dictionary<ItemID, [UInt8]>.Keys { rows.keys }

    /// What is known of an item.
    ///
    /// - Throws: ``SyncError`` (`syncLocalState`) when its row does not open.
    func item(_ id: ItemID) throws -> ItemState? {
        try rows[id].map { row in
            try sealer.open(.item(id), row) { try ItemState(reading: $0) }
        }
    }

    /// The rows of items.
    func sealed(_ items: [ItemID: ItemState]) throws -> [ItemID: [UInt8]] {
        var rows: [ItemID: [UInt8]] = [:]
        rows.reserveCapacity(items.count)
        for (id, item) in items { rows[id] = try sealer.seal(.item(id), item.write) }
        return rows
    }

    /// Takes items as they are from now on.
    ///
    /// - Parameters:
    ///   - items: What is known of them.
    ///   - rows: The same, from ``sealed(_:)``.
    mutating func merge(_ items: [ItemID: ItemState], as rows: [ItemID: [UInt8]]) {
        self.rows.merge(rows) { $1 }
        for (id, item) in items { note(item, id) }
    }

    /// Takes the row of an item from the store.
    ///
    /// - Returns: What it has.
    /// - Throws: ``SyncError`` (`syncLocalState`) when it does not open.
    mutating func load(_ id: ItemID, _ row: [UInt8]) throws -> ItemState {
        let item = try sealer.open(.item(id), row) { try ItemState(reading: $0) }
        rows[id] = row
        note(item, id)
        return item
    }

    private mutating func note(_ item: ItemState, _ id: ItemID) {
        if item.removal == .none, item.isBack || !item.conflicts.isEmpty {
            conflicted.insert(id)
        } else {
            conflicted.remove(id)
        }
    }
}
