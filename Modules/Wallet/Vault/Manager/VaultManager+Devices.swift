import TenonCore
package import TenonSecurity

/// What an item becomes, since other devices of the person say so.
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
    package let id: ItemID
    /// The item as it was read here; `nil` when it was not there.
    package let known: Item?
    /// What it becomes; `nil` when its content stays.
    package let content: Item?
    /// Where it goes.
    package let place: Place
    /// Values that lost to others, for its history.
    package let former: [ItemVersion]

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

extension VaultManager {
    /// The name of the vault, which never changes.
    package func name() throws -> ItemID { try withVault { $0.vault } }

    /// The key by which the devices of the person understand each other; it opens no vault.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`).
    package func deviceKey() throws -> SecretBytes {
        try withVault { vault in
            HKDF.deriveKey(
                from: vault.keys.vaultKey, salt: vault.vault.bytes,
                info: Array("wallet vault 1 devices".utf8), count: VaultKeys.vaultKeyCount)
        }
    }

    /// Opens the items of a part, also those in the trash.
    ///
    /// - Returns: The items by their names; `nil` for those of a kind that this version does not know.
    package func everyItem(inPart part: Int) throws -> [ItemID: Item?] {
        guard (0..<Self.partCount).contains(part) else { return [:] }
        return try withVault { vault in
            try vault.read { connection in
                var opened: [ItemID: OpenedOverview] = [:]
                try vault.forEachOverview(inBucket: part, connection) { id, row, revision, plain in
                    opened[id] = OpenedOverview(
                        row: row, revision: revision, prelude: try OverviewPrelude(plain),
                        record: try OverviewRecord(fields: OverviewPrelude.fields(of: plain)))
                }
                var items: [ItemID: Item?] = [:]
                for (id, overview) in opened {
                    let details = try vault.details(of: id, overview, connection)
                    items[id] = .some(
                        overview.record.kind == .other
                            ? nil
                            : try Item(
                                id, overview.record, details,
                                revision: overview.prelude.contentRevision))
                }
                return items
            }
        }
    }

    /// Makes items what other devices say, all of them or none.
    ///
    /// - Throws: ``VaultError`` (`vaultConflict`) when an item was changed here since it was read.
    package func follow(_ items: [FollowedItem]) throws {
        guard !items.isEmpty else { return }
        try change { transaction in
            for item in items {
                try transaction.vault.lockWish.check()
                try transaction.follow(item)
            }
        }
    }
}

extension VaultTransaction {
    /// Makes an item what other devices say.
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
                try save(content, from: .device(former: item.former))
            } else {
                try add(content, history: Array(item.former.prefix(VaultFormat.historyLimit)))
            }
        }
        switch item.place {
        case .use: try update(item.id) { $0.trashed = nil }
        case .trash: try moveToTrash(item.id)
        case .nowhere: break
        }
    }
}
