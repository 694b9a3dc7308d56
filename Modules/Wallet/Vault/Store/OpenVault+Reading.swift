import TenonCore
import TenonSecurity

/// An overview that belongs to the verified state of the vault.
struct OpenedOverview {
    let row: Int64
    let revision: Int64
    let prelude: OverviewPrelude
    let record: OverviewRecord
}

extension OpenVault {
    /// Opens an item's overview, with its whole bucket verified.
    ///
    /// - Throws: ``VaultError``: `vaultNoSuchItem` or `vaultTampered`.
    func overview(
        of id: ItemID, _ connection: any DatabaseConnection
    ) throws -> OpenedOverview {
        guard let opened = try overviews(of: [id], connection)[id] else {
            throw VaultError.noSuchItem(id)
        }
        return opened
    }

    /// Opens the overviews of items, with their buckets verified; items that do not exist are left out.
    func overviews(
        of ids: [ItemID], _ connection: any DatabaseConnection
    ) throws -> [ItemID: OpenedOverview] {
        var opened: [ItemID: OpenedOverview] = [:]
        for (number, wanted) in Dictionary(grouping: Set(ids), by: \.bucket) {
            try forEachOverview(inBucket: number, connection) { id, row, revision, plain in
                guard wanted.contains(id) else { return }
                opened[id] = OpenedOverview(
                    row: row, revision: revision, prelude: try OverviewPrelude(plain),
                    record: try OverviewRecord(fields: OverviewPrelude.fields(of: plain)))
            }
        }
        return opened
    }

    /// Opens all overviews of a bucket and proves that they are all, and the newest.
    ///
    /// The proof comes after the last one: what the closure collects counts when this returns.
    func forEachOverview(
        inBucket number: Int, _ connection: any DatabaseConnection,
        _ body: (ItemID, Int64, Int64, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let expected = try bucket(.items, number, connection) { try ItemBucket.head($0) }
        var sum = MultisetSum()
        var count = 0
        var isBroken = false
        let context = context(.overview)
        let bounds = ItemID.bounds(ofBucket: number)
        try connection.query(
            "SELECT n, item, revision, sealed FROM overview WHERE item BETWEEN ? AND ?",
            [.blob(bounds.first.bytes), .blob(bounds.last.bytes)]
        ) { row in
            guard let id = row.withBlob(1, { ItemID(bytes: $0) }) else {
                isBroken = true
                return
            }
            let revision = row.integer(2)
            do {
                try row.withBlob(3) { sealed in
                    try keys.overview.open(sealed, for: context.with(id, revision)) { plain in
                        sum += try OverviewPrelude.mark(of: plain)
                        count += 1
                        try body(id, row.integer(0), revision, plain)
                    }
                }
            } catch is SecurityError {
                isBroken = true
            }
        }
        guard !isBroken, count == expected?.count ?? 0, sum == expected?.sum ?? MultisetSum()
        else { throw VaultError.tampered(try Diagnosis(self, connection).itemBucket(number)) }
    }

    /// Opens a bucket of the manifest; `nil` when there is none.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) when it is not the one that the root vouches for.
    func bucket<Result>(
        _ level: BucketLevel, _ number: Int, _ connection: any DatabaseConnection,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result? {
        let known = manifest[level][number]
        var result: Result?
        var isThere = false
        try connection.query(
            "SELECT revision, sealed FROM \(level.table) WHERE number = ?",
            [.integer(Int64(number))]
        ) { row in
            isThere = true
            let revision = row.integer(0)
            // Without a root, as when looking for damage, its own seal has to suffice.
            if manifest.isComplete {
                guard let known, revision == known.revision,
                    row.withBlob(1, { Seal(of: $0) }) == known.seal
                else { throw VaultError.tampered(.altered, level.subject(number)) }
            }
            let key = level == .items ? keys.manifest : keys.sites
            do {
                result = try row.withBlob(1) { sealed in
                    try key.open(
                        sealed, for: context(level.part).with(number: number, revision), body)
                }
            } catch let error as SecurityError {
                throw VaultError.tampered(.altered, level.subject(number), cause: error)
            }
        }
        guard isThere || known == nil else {
            throw VaultError.tampered(.missing, level.subject(number))
        }
        return result
    }

    /// The items among some that the vault has, in the trash or not.
    func present(_ ids: [ItemID], _ connection: any DatabaseConnection) throws -> Set<ItemID> {
        var present: Set<ItemID> = []
        for (number, wanted) in Dictionary(grouping: ids, by: \.bucket) {
            let items = try bucket(.items, number, connection) { try ItemBucket($0) }
            present.formUnion(wanted.filter { items?.entry(of: $0) != nil })
        }
        return present
    }

    /// Opens the details that belong to an overview, and no others.
    func details(
        of id: ItemID, _ overview: OpenedOverview, _ connection: any DatabaseConnection
    ) throws -> DetailsRecord {
        try withDetails(of: id, overview, connection) { try DetailsRecord($0) }
    }

    /// Lends the plain text of the details that belong to an overview, and of no others.
    func withDetails<Result>(
        of id: ItemID, _ overview: OpenedOverview, _ connection: any DatabaseConnection,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        var result: Result?
        let subject = VaultFinding.Subject.details(id, title: overview.record.title)
        try connection.query(
            "SELECT revision, sealed FROM details WHERE n = ?", [.integer(overview.row)]
        ) { row in
            let revision = row.integer(0)
            guard revision == overview.prelude.detailsRevision,
                row.withBlob(1, { Seal(of: $0) }) == overview.prelude.detailsSeal
            else {
                let isOlder = revision < overview.prelude.detailsRevision
                throw VaultError.tampered(isOlder ? .rolledBack : .altered, subject)
            }
            do {
                result = try row.withBlob(1) { sealed in
                    try keys.details.open(
                        sealed, for: context(.details).with(id, revision), body)
                }
            } catch let error as SecurityError {
                throw VaultError.tampered(.altered, subject, cause: error)
            }
        }
        guard let result else { throw VaultError.tampered(.missing, subject) }
        return result
    }

    /// Puts an item together.
    func item(_ id: ItemID, _ connection: any DatabaseConnection) throws -> Item {
        let overview = try overview(of: id, connection)
        return try Item(
            id, overview.record, try details(of: id, overview, connection),
            revision: overview.prelude.contentRevision)
    }

    /// Puts the items of a bucket together, without those in the trash and of unknown kinds.
    func itemsWithHistory(
        inBucket number: Int, _ connection: any DatabaseConnection
    ) throws -> [ItemWithHistory] {
        var opened: [(ItemID, OpenedOverview)] = []
        try forEachOverview(inBucket: number, connection) { id, row, revision, plain in
            let record = try OverviewRecord(fields: OverviewPrelude.fields(of: plain))
            guard record.kind != .other, record.trashed == nil else { return }
            opened.append(
                (
                    id,
                    OpenedOverview(
                        row: row, revision: revision, prelude: try OverviewPrelude(plain),
                        record: record)
                ))
        }
        return try opened.map { id, overview in
            let details = try details(of: id, overview, connection)
            let item = try Item(
                id, overview.record, details, revision: overview.prelude.contentRevision)
            return ItemWithHistory(item, history: details.history)
        }
    }

    /// The items for a visited site: the closest first, then in the order of preference.
    func items(forSite visited: SiteAddress, isExact: Bool) throws -> [ItemOverview] {
        let ids = try read { connection in
            let isByHost = isExact && manifest.root?.indexesHosts == true
            let name = isByHost ? visited.hostName : visited.ownerName(domains)
            let token = SiteToken(name, keys.tokens)
            return try bucket(.sites, token.bucket, connection) {
                try SiteBucket.items(of: token, in: $0)
            }
        }
        let found = try summaries(of: ids ?? [])
            .compactMap { overview -> (SiteAddress.Closeness, ItemOverview)? in
                guard overview.trashed == nil else { return nil }
                let closeness = overview.sites.compactMap { SiteAddress($0) }
                    .compactMap { $0.closeness(to: visited, domains) }.min()
                guard let closeness, !isExact || closeness == .sameHost else { return nil }
                return (closeness, overview)
            }
        return found.sorted { left, right in
            left.0 == right.0 ? left.1.isPreferred(to: right.1) : left.0 < right.0
        }.map(\.1)
    }

    /// From how many items on one look through the index costs less than verifying the bucket of
    /// each; and from how many on it is worth being loaded for that.
    private static let (someItems, manyItems) = (4, 32)

    /// The overviews of items, without those that do not exist.
    private func summaries(of ids: [ItemID]) throws -> [ItemOverview] {
        if ids.count >= (index == nil ? Self.manyItems : Self.someItems) {
            return try upToDateIndex().overviews(of: Set(ids))
        }
        return try read { connection in
            try overviews(of: ids, connection).map { id, opened in opened.record.overview(id) }
        }
    }
}
