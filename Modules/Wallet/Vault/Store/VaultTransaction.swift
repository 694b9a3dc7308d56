import TenonCore
import TenonSecurity

/// Changes that become durable together, with the manifest, or not at all.
final class VaultTransaction {
    let vault: OpenVault
    let connection: any DatabaseConnection
    /// The number of this change, by which all that it writes is marked.
    private(set) var revision: Int64
    var root: ManifestRoot
    private(set) var itemBuckets: [Int: ItemBucket] = [:]
    var siteBuckets: [Int: SiteBucket] = [:]
    private var lastRow: Int64?
    var isChanged = false
    /// How many items were added or saved.
    private(set) var writeCount = 0
    /// Items that are in the manifest already, and not sealed yet.
    private var pending: [SealedItem.Draft] = []

    /// How many items are sealed together.
    private static let pendingLimit = 512

    init(_ vault: OpenVault, _ connection: any DatabaseConnection) throws {
        self.vault = vault
        self.connection = connection
        try VaultTables.verify(connection)
        try vault.refresh(connection)
        guard var root = vault.manifest.root else { throw VaultError.tampered(.missing, .root) }
        root.time.advance(to: vault.now())
        self.root = root
        revision = root.counter + 1
    }

    // MARK: - Items

    /// Adds an item that is not in the vault yet.
    ///
    /// Sealing and writing may come later, together with others; ``flush()`` ensures that.
    ///
    /// - Parameter isFollowed: Whether other devices want it, so that files may not be here yet.
    /// - Returns: The item as it is stored.
    @discardableResult
    func add(
        _ item: Item, history: [ItemVersion] = [], isFollowed: Bool = false
    ) throws -> Item {
        let id = item.id
        if isFollowed { try expect(item.attachments) }
        try take(item.attachments)
        guard try itemBucket(of: id).entry(of: id) == nil else {
            throw VaultError(
                .vaultItemExists, "The item \(id) is already in the vault.",
                remedy: "Save it instead of adding it.")
        }
        let item = item.stamped(vault.now(), revision: revision)
        let mark = MultisetSum.random()
        itemBuckets[id.bucket]?.insert(id, revision, mark)
        pending.append(
            SealedItem.Draft(item: item, history: history, row: try takeRow(), mark: mark))
        if pending.count >= Self.pendingLimit { try flush() }
        root.itemCount += 1
        writeCount += 1
        isChanged = true
        return item
    }

    /// Seals and writes the items that were added and are not written yet.
    func flush() throws {
        guard !pending.isEmpty else { return }
        let drafts = pending
        pending = []
        for sealed in try SealedItem.seal(
            drafts, revision: revision, keys: vault.keys, vault: vault.vault,
            domains: vault.domains)
        {
            try connection.execute(
                "INSERT INTO details (n, revision, sealed) VALUES (?, ?, ?)",
                [.integer(sealed.row), .integer(revision), .blob(sealed.details)])
            try connection.execute(
                "INSERT INTO overview (n, item, revision, sealed) VALUES (?, ?, ?, ?)",
                [
                    .integer(sealed.row), .blob(sealed.id.bytes), .integer(revision),
                    .blob(sealed.overview),
                ])
            try list(sealed.id, by: sealed.tokens)
        }
    }

    /// Opens an item as this transaction has it.
    func item(_ id: ItemID) throws -> Item {
        let overview = try overview(of: id)
        return try Item(
            id, overview.record, try vault.details(of: id, overview, connection),
            revision: overview.prelude.contentRevision)
    }

    /// Saves the new content of an item, unless it was changed elsewhere since it was read.
    func save(_ content: Item, from origin: Origin = .person) throws {
        let id = content.id
        let old = try overview(of: id)
        let oldDetails = try vault.details(of: id, old, connection)
        let oldItem = try Item(
            id, old.record, oldDetails, revision: old.prelude.contentRevision)
        guard content.kind == oldItem.kind else { throw VaultError.otherKind(id) }
        guard content.head.revision == oldItem.head.revision else {
            throw VaultError.changedElsewhere(old.record.title)
        }
        if case .file(let former) = origin, try isNothing(content, former, beside: oldItem) {
            return
        }
        let now = vault.now()
        let former = origin.former
        var item = content.following(
            oldItem, now, revision: revision, isImported: former != nil)
        if case .file = origin { item.changed = content.changedInFile(since: oldItem, now) }
        var history = oldDetails.history
        let replaced = oldItem.valuesReplaced(by: item)
        if !replaced.isEmpty {
            let changed =
                replaced[.password] == nil ? old.record.changed : old.record.passwordChanged
            let version = ItemVersion(changed: changed, replaced: now, values: replaced)
            history = [version] + history
        }
        var rest: [ItemVersion] = []
        if let former {
            let merge = ItemHistoryMerge(history, adding: former, to: item, now: now)
            (history, rest) = (merge.kept, merge.rest)
        } else {
            history = Array(history.prefix(VaultFormat.historyLimit))
        }
        try drop(oldItem.attachments.filter { !$0.isContent(ofOneOf: item.attachments) })
        let new = item.attachments.filter { !$0.isContent(ofOneOf: oldItem.attachments) }
        if case .device = origin { try expect(new) }
        try take(new)
        let details = try sealDetails(item.details(history: history), id)
        try connection.execute(
            "UPDATE details SET revision = ?, sealed = ? WHERE n = ?",
            [.integer(revision), .blob(details.sealed), .integer(old.row)])
        var overview = item.overview()
        overview.trashedAt = old.record.trashedAt
        try replace(old, id, with: overview) {
            $0.contentRevision = revision
            $0.detailsRevision = revision
            $0.detailsSeal = details.seal
        }
        writeCount += 1
        if case .file = origin { try addOverflow(rest, of: item) }
    }

    /// Changes something in the overview besides content: use, or whether it is in the trash.
    func update(_ id: ItemID, _ body: (inout OverviewRecord) -> Void) throws {
        let old = try overview(of: id)
        var record = old.record
        body(&record)
        guard record != old.record else { return }
        try replace(old, id, with: record) { _ in }
    }

    /// Deletes an item for ever.
    func delete(_ id: ItemID) throws {
        let old = try overview(of: id)
        if try VaultTables.hasAttachments(connection) {
            try drop(try vault.details(of: id, old, connection).attachments)
        }
        try connection.execute("DELETE FROM overview WHERE n = ?", [.integer(old.row)])
        try connection.execute("DELETE FROM details WHERE n = ?", [.integer(old.row)])
        itemBuckets[id.bucket]?.remove(id, old.prelude.mark)
        try list(id, by: [], notBy: tokens(of: old.record))
        root.itemCount -= 1
        isChanged = true
    }

    /// Gives this change a number beyond another one; nothing else may belong to the change.
    func count(beyond counter: Int64) throws {
        guard counter < .max else { throw VaultError.tampered(.foreign, .root) }
        revision = max(revision, counter + 1)
        isChanged = true
    }

    /// Records that the vault is an older copy, and no longer what it was before.
    func renewIncarnation() {
        root.incarnation = (0..<16).map { _ in UInt8.random(in: 0...255) }
        isChanged = true
    }

    // MARK: - Parts

    private func replace(
        _ old: OpenedOverview, _ id: ItemID, with record: OverviewRecord,
        _ body: (inout OverviewPrelude) -> Void
    ) throws {
        var prelude = old.prelude
        prelude.mark = .random()
        body(&prelude)
        try connection.execute(
            "UPDATE overview SET revision = ?, sealed = ? WHERE n = ?",
            [
                .integer(revision), .blob(try sealOverview(record, prelude, id)),
                .integer(old.row),
            ])
        itemBuckets[id.bucket]?.remove(id, old.prelude.mark)
        itemBuckets[id.bucket]?.insert(id, revision, prelude.mark)
        if record.sites != old.record.sites {
            try list(id, by: tokens(of: record), notBy: tokens(of: old.record))
        }
        isChanged = true
    }

    /// Opens the overview of an item as this transaction has it.
    func overview(of id: ItemID) throws -> OpenedOverview {
        try flush()
        let entry = try itemBucket(of: id).entry(of: id)
        var opened: OpenedOverview?
        let subject = VaultFinding.Subject.overview(id, title: nil)
        try connection.query(
            "SELECT n, revision, sealed FROM overview WHERE item = ?", [.blob(id.bytes)]
        ) { row in
            let found = row.integer(1)
            guard let entry else { throw VaultError.tampered(.foreign, subject) }
            guard found == entry.revision else {
                throw VaultError.tampered(
                    found < entry.revision ? .rolledBack : .altered, subject)
            }
            do {
                let context = vault.context(.overview).with(id, found)
                opened = try row.withBlob(2) { sealed in
                    try vault.keys.overview.open(sealed, for: context) { plain in
                        OpenedOverview(
                            row: row.integer(0), revision: found,
                            prelude: try OverviewPrelude(plain),
                            record: try OverviewRecord(
                                fields: OverviewPrelude.fields(of: plain)))
                    }
                }
            } catch let error as SecurityError {
                throw VaultError.tampered(.altered, subject, cause: error)
            }
        }
        guard let opened else {
            throw entry == nil
                ? VaultError.noSuchItem(id) : VaultError.tampered(.missing, subject)
        }
        guard opened.prelude.mark.check == entry?.check else {
            throw VaultError.tampered(.rolledBack, subject)
        }
        return opened
    }

    private func sealOverview(
        _ record: OverviewRecord, _ prelude: OverviewPrelude, _ id: ItemID
    ) throws -> [UInt8] {
        try vault.keys.overview.seal(
            record.encoded(after: prelude), for: vault.context(.overview).with(id, revision))
    }

    private func sealDetails(
        _ record: DetailsRecord, _ id: ItemID
    ) throws -> (sealed: [UInt8], seal: Seal) {
        let sealed = try vault.keys.details.seal(
            record.encoded(), for: vault.context(.details).with(id, revision))
        guard let seal = Seal(of: sealed) else { throw VaultError.unreadable("seal") }
        return (sealed, seal)
    }

    func itemBucket(of id: ItemID) throws -> ItemBucket {
        if let bucket = itemBuckets[id.bucket] { return bucket }
        let bucket =
            try vault.bucket(.items, id.bucket, connection) { try ItemBucket($0) } ?? ItemBucket()
        itemBuckets[id.bucket] = bucket
        return bucket
    }

    private func takeRow() throws -> Int64 {
        var last = lastRow ?? 0
        if lastRow == nil {
            try connection.query(
                "SELECT max(ifnull((SELECT max(n) FROM overview), 0), "
                    + "ifnull((SELECT max(n) FROM details), 0))", []
            ) { last = $0.integer(0) }
        }
        // No vault has that many changes: the number beside the seal is forged.
        guard last < .max else { throw VaultError.tampered(.foreign, .database) }
        lastRow = last + 1
        return last + 1
    }
}
