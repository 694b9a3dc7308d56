import TenonCore
import TenonSecurity

/// Seals everything in a vault again with the keys of a new vault key, inside one transaction.
///
/// Every item is verified under the old keys before it is sealed under the new ones, and what was
/// written is verified once more as a whole before the transaction may end. Plain texts are taken over
/// as they are, so that fields of newer versions stay.
struct VaultRekeying {
    private let old: OpenVault
    private let new: OpenVault
    private let connection: any DatabaseConnection
    private let revision: Int64
    private let hasAttachments: Bool
    private let keepsFiles: Bool
    private var root: ManifestRoot
    private var sites = [SiteBucket](repeating: SiteBucket(), count: VaultFormat.bucketCount)

    /// - Parameters:
    ///   - old: The vault as it is open.
    ///   - new: The same file with the new keys.
    ///   - keepsFiles: Whether the content of attachments stays under the keys that it has, as other
    ///     machines have it.
    init(
        _ old: OpenVault, _ new: OpenVault, keepsFiles: Bool,
        _ connection: any DatabaseConnection
    ) throws {
        self.old = old
        self.new = new
        self.connection = connection
        self.keepsFiles = keepsFiles
        try VaultTables.verify(connection)
        try old.refresh(connection)
        guard let root = old.manifest.root else { throw VaultError.tampered(.missing, .root) }
        self.root = root
        revision = root.counter + 1
        hasAttachments = try VaultTables.hasAttachments(connection)
    }

    /// Seals everything again.
    ///
    /// - Parameters:
    ///   - slots: The ways into the vault from now on, wrapping the new key.
    ///   - deviceKeys: The device keys that came from former keys.
    /// - Returns: The number of items.
    /// - Throws: ``VaultError`` (`vaultTampered`) when anything is not as it was written.
    mutating func run(_ slots: [NamedSlot], deviceKeys: [SecretBytes]) throws -> Int {
        root.items = ManifestRoot.Level()
        root.sites = ManifestRoot.Level()
        root.indexesHosts = true
        var itemCount = 0
        // What no item has got cannot be sealed again.
        if hasAttachments { try connection.dropForgotten(before: .max) }
        for number in 0..<VaultFormat.bucketCount { itemCount += try resealBucket(number) }
        try checkNothingElse(itemCount)
        for (number, bucket) in sites.enumerated() where !bucket.entries.isEmpty {
            try store(.sites, number, bucket.encoded(), new.keys.sites, &root.sites)
        }
        try connection.execute("DELETE FROM slot")
        root.slots = try slots.map { named in
            try named.slot.insert(connection)
            return named.entry(new.keys.sums)
        }
        root.deviceKeys = deviceKeys
        root.header = try VaultHeader(connection).hash(new.keys.sums)
        root.itemCount = itemCount
        root.counter = revision
        root.time.advance(to: new.now())
        try root.store(connection, new.keys, new.vault)
        let report = try Diagnosis(new, connection).everything()
        guard report.isClean else { throw VaultError.tampered(report.findings) }
        return itemCount
    }

    /// What of an item is sealed again.
    private struct Opened {
        let id: ItemID
        let row: Int64
        let overview: SecretWriter
    }

    /// Seals the items of a bucket again, and the bucket.
    ///
    /// - Throws: ``VaultError`` (`vaultLocked`) when the vault is to be locked meanwhile; nothing is lost.
    private mutating func resealBucket(_ number: Int) throws -> Int {
        try new.lockWish.check()
        var opened: [Opened] = []
        try old.forEachOverview(inBucket: number, connection) { id, row, _, plain in
            let copy = SecretWriter(capacity: plain.count)
            copy.bytes(plain)
            opened.append(Opened(id: id, row: row, overview: copy))
        }
        for level in BucketLevel.allCases {
            try connection.execute(
                "DELETE FROM \(level.table) WHERE number = ?", [.integer(Int64(number))])
        }
        guard !opened.isEmpty else { return 0 }
        var bucket = ItemBucket()
        for item in opened { try reseal(item, &bucket) }
        try store(.items, number, bucket.encoded(), new.keys.manifest, &root.items)
        return opened.count
    }

    private mutating func reseal(_ item: Opened, _ bucket: inout ItemBucket) throws {
        var (prelude, record) = try item.overview.withBytes { plain in
            (
                try OverviewPrelude(plain),
                try OverviewRecord(fields: OverviewPrelude.fields(of: plain))
            )
        }
        let overview = OpenedOverview(
            row: item.row, revision: revision, prelude: prelude, record: record)
        let context = new.context(.details).with(item.id, revision)
        let details = try old.withDetails(of: item.id, overview, connection) { plain in
            if hasAttachments, !keepsFiles {
                var record = try DetailsRecord(plain)
                if !record.attachments.isEmpty {
                    record.attachments = try record.attachments.map { try reseal($0) }
                    return try new.keys.details.seal(record.encoded(), for: context)
                }
            }
            return try context.withBytes {
                try new.keys.details.seal(plain, authenticating: $0)
            }
        }
        guard let seal = Seal(of: details) else { throw VaultError.unreadable("seal") }
        prelude.detailsRevision = revision
        prelude.detailsSeal = seal
        prelude.mark = .random()
        let sealed = try new.keys.overview.seal(
            record.encoded(after: prelude), for: new.context(.overview).with(item.id, revision))
        try connection.execute(
            "UPDATE details SET revision = ?, sealed = ? WHERE n = ?",
            [.integer(revision), .blob(details), .integer(item.row)])
        try connection.execute(
            "UPDATE overview SET revision = ?, sealed = ? WHERE n = ?",
            [.integer(revision), .blob(sealed), .integer(item.row)])
        bucket.insert(item.id, revision, prelude.mark)
        for token in SiteToken.tokens(of: record.sites, new.keys, new.domains) {
            sites[token.bucket].insert(token, item.id)
        }
    }

    /// Seals the content of an attachment again, with a new key of its own.
    ///
    /// What is on other machines only stays as they have it.
    private func reseal(_ attachment: Attachment) throws -> Attachment {
        guard try !connection.isAwaited(attachment) else { return attachment }
        let new = attachment.rekeyed()
        for number in 0..<attachment.chunkCount {
            guard let chunk = try connection.chunk(number, of: attachment.id) else {
                throw VaultError.tampered(.missing, .attachment(attachment.name))
            }
            let resealed = try attachment.open(chunk) { try new.seal(number, $0) }
            try connection.execute(
                "UPDATE attachment_chunk SET sealed = ? WHERE attachment = ? AND number = ?",
                [
                    .blob(resealed.sealed), .blob(attachment.id.bytes),
                    .integer(Int64(number)),
                ])
        }
        return new
    }

    /// Refuses unverified rows, which would stay under the old keys.
    private func checkNothingElse(_ itemCount: Int) throws {
        for table in ["overview", "details"] {
            var count = 0
            try connection.query("SELECT count(*) FROM \(table)", []) { count = Int($0.integer(0)) }
            guard count == itemCount else { throw VaultError.tampered(.foreign, .database) }
        }
        guard itemCount == root.itemCount else { throw VaultError.tampered(.missing, .database) }
    }

    private func store(
        _ level: BucketLevel, _ number: Int, _ content: SecretWriter, _ key: AES256GCM,
        _ sums: inout ManifestRoot.Level
    ) throws {
        let context = new.context(level.part).with(number: number, revision)
        let sealed = try key.seal(content, for: context)
        guard let seal = Seal(of: sealed) else { throw VaultError.unreadable("seal") }
        sums.replace(
            number, nil, with: Manifest.hash(level, number, revision, seal, new.keys))
        try connection.execute(
            "INSERT OR REPLACE INTO \(level.table) (number, revision, sealed) VALUES (?, ?, ?)",
            [.integer(Int64(number)), .integer(revision), .blob(sealed)])
    }
}
