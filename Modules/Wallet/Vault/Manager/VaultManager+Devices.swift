import TenonCore
import TenonSecurity

/// What the other devices of the person want an item to become.
package struct FollowedItem: Sendable {
    /// Where the item is.
    package enum Place: Sendable {
        /// In use.
        case use
        /// In the trash.
        case trash
        /// Nowhere.
        case nowhere
    }

    /// The name of the item.
    let id: ItemID
    /// The item as it was read here; `nil` when it was not there.
    let known: Item?
    /// What it becomes; `nil` when its content stays.
    let content: Item?
    /// Where it goes.
    let place: Place
    /// Values that lost to others, for its history.
    let former: [ItemVersion]

    /// Puts them together.
    package init(
        _ id: ItemID, known: Item?, content: Item?, place: Place, former: [ItemVersion] = []
    ) {
        self.id = id
        self.known = known
        self.content = content
        self.place = place
        self.former = former
    }
}

/// Which history of changes a vault belongs to, and how far along it is.
package struct VaultLineage: Sendable, Equatable {
    /// Random bytes, new each time that an older copy takes the place of the vault; empty before.
    package let incarnation: [UInt8]
    /// How many changes it has seen.
    package let revision: Int64
}

/// The items after a change that other devices wanted.
package struct FollowedItems: Sendable {
    /// The items as they are stored; those that are nowhere are left out.
    package let items: [ItemID: Item]
    /// How many changes the vault had seen before.
    package let before: Int64
    /// How many it has seen now.
    package let after: Int64
}

extension VaultManager {
    /// The name of the vault, which never changes.
    package func name() throws -> ItemID { try withVault { $0.vault } }

    /// Which of its incarnations the vault is, and how many changes it has seen.
    package func lineage() throws -> VaultLineage {
        try withVault { vault in
            try vault.read { _ in
                VaultLineage(
                    incarnation: vault.manifest.root?.incarnation ?? [], revision: vault.counter)
            }
        }
    }

    /// Opens an item with its former versions; `nil` when it is not there.
    package func itemWithHistory(_ id: ItemID) throws -> ItemWithHistory? {
        try withVault { vault in
            try vault.read { connection in
                guard let overview = try vault.overviews(of: [id], connection)[id] else {
                    return nil
                }
                return try vault.itemWithHistory(id, overview, connection)
            }
        }
    }

    /// The parts that were changed after the vault had seen a number of changes; see `partCount`.
    package func changedParts(after revision: Int64) throws -> [Int] {
        try withVault { vault in
            try vault.read { _ in
                vault.manifest.items.indices.filter { part in
                    vault.manifest.items[part].map { $0.revision > revision } ?? false
                }
            }
        }
    }

    /// Opens items of a part with their former versions, also those in the trash.
    ///
    /// - Parameters:
    ///   - part: The number of the part.
    ///   - ids: The items that are opened, as far as they are there; all unless given.
    /// - Returns: The items by their names; `nil` for those of a kind that this version does not know.
    package func itemsByID(
        inPart part: Int, among ids: Set<ItemID>? = nil
    ) throws -> [ItemID: ItemWithHistory?] {
        guard (0..<Self.partCount).contains(part) else { return [:] }
        return try withVault { vault in
            try vault.read { connection in
                var opened: [ItemID: OpenedOverview] = [:]
                try vault.forEachOverview(inBucket: part, connection) { id, row, revision, plain in
                    guard ids?.contains(id) ?? true else { return }
                    opened[id] = OpenedOverview(
                        row: row, revision: revision, prelude: try OverviewPrelude(plain),
                        record: try OverviewRecord(fields: OverviewPrelude.fields(of: plain)))
                }
                var items: [ItemID: ItemWithHistory?] = [:]
                for (id, overview) in opened {
                    items[id] = .some(
                        overview.record.kind == .other
                            ? nil : try vault.itemWithHistory(id, overview, connection))
                }
                return items
            }
        }
    }

    /// Changes items as other devices want it, all of them or none.
    ///
    /// - Returns: What is stored, and between which changes of the vault it was done.
    /// - Throws: ``VaultError`` (`vaultConflict`) when an item was changed here since it was read.
    @discardableResult
    package func follow(_ items: [FollowedItem]) throws -> FollowedItems {
        guard !items.isEmpty else {
            let revision = try revision()
            return FollowedItems(items: [:], before: revision, after: revision)
        }
        return try change { transaction in
            for item in items {
                try transaction.vault.lockWish.check()
                try transaction.follow(item)
            }
            // After all were written, as they are sealed together.
            var stored: [ItemID: Item] = [:]
            for item in items where item.place != .nowhere {
                stored[item.id] = try transaction.item(item.id)
            }
            let before = transaction.revision - 1
            return FollowedItems(
                items: stored, before: before,
                after: transaction.isChanged ? transaction.revision : before)
        }
    }
}

extension ItemID {
    /// The part of the vault that the item is in; see `Vault.partCount`.
    package var part: Int { bucket }
}

extension OpenVault {
    /// Puts an item together with its former versions.
    fileprivate func itemWithHistory(
        _ id: ItemID, _ overview: OpenedOverview, _ connection: any DatabaseConnection
    ) throws -> ItemWithHistory {
        let details = try details(of: id, overview, connection)
        return ItemWithHistory(
            try Item(
                id, overview.record, details, revision: overview.prelude.contentRevision),
            history: details.history)
    }
}

extension ItemWithHistory {
    /// The versions of which neither the item nor its history has the values, as far as the history has
    /// room for them.
    package func lacking(_ versions: [ItemVersion]) -> [ItemVersion] {
        var known = item.versionedValues.mapValues { [$0] }
        for version in history {
            known.merge(version.values.mapValues { [$0] }) { $0 + $1 }
        }
        let isFull = history.count >= VaultFormat.historyLimit
        return versions.filter { version in
            if isFull, let oldest = history.last, version.replaced <= oldest.replaced {
                return false
            }
            return version.values.contains { field, value in
                // A user name is there to tell what a password was for.
                let isCompanion = field == .userName && version.values.count > 1
                return !isCompanion && !(known[field] ?? []).contains(value)
            }
        }
    }
}

extension VaultTransaction {
    /// Changes an item as other devices want it.
    fileprivate func follow(_ item: FollowedItem) throws {
        let isThere = try itemBucket(of: item.id).entry(of: item.id) != nil
        guard isThere == (item.known != nil) else {
            throw VaultError.changedElsewhere(item.known?.title ?? item.id.description)
        }
        if let known = item.known,
            try overview(of: item.id).prelude.contentRevision != known.head.revision
        {
            throw VaultError.changedElsewhere(known.title)
        }
        guard item.place != .nowhere else {
            if isThere { try delete(item.id) }
            return
        }
        if let content = item.content {
            if isThere {
                let old = try overview(of: item.id)
                let present = try vault.itemWithHistory(item.id, old, connection)
                // What is replaced goes to the history by itself.
                let former = present.lacking(item.former).filter { version in
                    !ItemWithHistory(content, history: []).lacking([version]).isEmpty
                }
                try save(content, from: .device(former: former))
            } else {
                try add(
                    content, history: Array(item.former.prefix(VaultFormat.historyLimit)),
                    isFollowed: true)
                // A new item is in use, and is sealed with others that follow.
                if item.place == .use { return }
            }
        }
        switch item.place {
        case .use: try update(item.id) { $0.trashed = nil }
        case .trash: try moveToTrash(item.id)
        case .nowhere: break
        }
    }
}
