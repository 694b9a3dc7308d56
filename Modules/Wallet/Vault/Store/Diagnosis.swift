import TenonCore
import TenonSecurity

/// Finds out what exactly is wrong after a sum did not match; and verifies everything.
///
/// Slower than opening, and continues where opening stops.
struct Diagnosis {
    let vault: OpenVault
    let connection: any DatabaseConnection

    /// A row of the table of overviews that opens in no place where it should.
    private struct Stray {
        let id: ItemID
        let revision: Int64
        let sealed: [UInt8]
    }

    init(_ vault: OpenVault, _ connection: any DatabaseConnection) {
        self.vault = vault
        self.connection = connection
    }

    // MARK: - One bucket

    /// What is wrong with the items of a bucket, and with the record of them.
    func itemBucket(_ number: Int) throws -> [VaultFinding] {
        var strays: [(Stray, ItemBucket.Entry?)] = []
        var findings = try overviews(ofBucket: number, strays: &strays) { _, _ in }
        findings += try name(strays)
        // The sum is wrong, so something is, even where nothing could be named.
        return findings.isEmpty
            ? [VaultFinding(problem: .altered, subject: .itemBucket(number))] : findings
    }

    private func overviews(
        ofBucket number: Int, strays: inout [(Stray, ItemBucket.Entry?)],
        _ visit: (ItemID, OpenedOverview) throws -> Void
    ) throws -> [VaultFinding] {
        var findings: [VaultFinding] = []
        var bucket: ItemBucket?
        let bounds = ItemID.bounds(ofBucket: number)
        do {
            bucket = try vault.bucket(.items, number, connection) { try ItemBucket($0) }
        } catch let error as VaultError where error.code == .vaultTampered {
            // Without its roster the rows can still be opened, but not told apart from older ones.
            findings += error.findings
        }
        let hasRoster = findings.isEmpty
        var expected: [ItemID: ItemBucket.Entry] = [:]
        for entry in bucket?.entries ?? [] { expected[entry.item] = entry }
        try connection.query(
            "SELECT n, item, revision, sealed FROM overview WHERE item BETWEEN ? AND ?",
            [.blob(bounds.first.bytes), .blob(bounds.last.bytes)]
        ) { row in
            guard let id = row.withBlob(1, { ItemID(bytes: $0) }) else {
                findings.append(VaultFinding(problem: .foreign, subject: .database))
                return
            }
            let entry = expected.removeValue(forKey: id)
            let revision = row.integer(2)
            guard let opened = try open(row.blob(3), id, revision, row.integer(0)) else {
                let stray = Stray(id: id, revision: revision, sealed: row.blob(3))
                strays.append((stray, entry))
                return
            }
            let subject = VaultFinding.Subject.overview(id, title: opened.record.title)
            if let entry {
                let isSame =
                    revision == entry.revision && opened.prelude.mark.check == entry.check
                if !isSame {
                    findings.append(VaultFinding(problem: .rolledBack, subject: subject))
                    return
                }
            } else if hasRoster {
                // It opens, so it once was an item: someone put it back.
                findings.append(VaultFinding(problem: .rolledBack, subject: subject))
                return
            }
            try visit(id, opened)
        }
        for id in expected.keys.sorted() {
            findings.append(
                VaultFinding(problem: .missing, subject: .overview(id, title: nil)))
        }
        return findings
    }

    private func open(
        _ sealed: [UInt8], _ id: ItemID, _ revision: Int64, _ row: Int64
    ) throws -> OpenedOverview? {
        do {
            let context = vault.context(.overview).with(id, revision)
            return try vault.keys.overview.open(sealed, for: context) { plain in
                OpenedOverview(
                    row: row, revision: revision, prelude: try OverviewPrelude(plain),
                    record: try OverviewRecord(fields: OverviewPrelude.fields(of: plain)))
            }
        } catch is SecurityError {
            return nil
        }
    }

    /// Reports whether rows that do not open were swapped, altered or made up.
    private func name(_ strays: [(Stray, ItemBucket.Entry?)]) throws -> [VaultFinding] {
        let places = strays.map { (id: $0.0.id, revision: $0.1?.revision ?? $0.0.revision) }
        return try strays.map { stray, entry in
            for place in places where place.id != stray.id {
                guard
                    let opened = try open(stray.sealed, place.id, place.revision, 0)
                        ?? open(stray.sealed, place.id, stray.revision, 0)
                else { continue }
                return VaultFinding(
                    problem: .swapped,
                    subject: .overview(place.id, title: opened.record.title))
            }
            // Only the revision beside the seal may have been touched: then the title still opens.
            let title = try entry.flatMap { try open(stray.sealed, stray.id, $0.revision, 0) }
            return VaultFinding(
                problem: entry == nil ? .foreign : .altered,
                subject: .overview(stray.id, title: title?.record.title))
        }
    }

    /// Opens every item that still opens, even against the manifest.
    func forEachReadableItem(_ body: (Item) throws -> Void) throws {
        try connection.query("SELECT n, item, revision, sealed FROM overview", []) { row in
            guard let id = row.withBlob(1, { ItemID(bytes: $0) }),
                let opened = try open(row.blob(3), id, row.integer(2), row.integer(0)),
                opened.record.kind != .other
            else { return }
            var details: DetailsRecord?
            _ = try collect { details = try vault.details(of: id, opened, connection) }
            guard let details else { return }
            try body(
                Item(id, opened.record, details, revision: opened.prelude.contentRevision))
        }
    }

    // MARK: - Everything

    /// Verifies every byte that the vault has written.
    func everything() throws -> VaultReport {
        var findings: [VaultFinding] = []
        findings += try collect { _ = try VaultState(connection, isChecked: true) }
        // Their guards detect damage even without a root to compare them with.
        findings += try collect { _ = try VaultHeader(connection) }
        findings += try collect { _ = try KeySlot.all(connection) }
        findings += try collect {
            let root = try Manifest.readRoot(connection, vault.keys, vault.vault)
            var wrong = try collect {
                let other = try Manifest.compare(root, connection, vault.keys)
                guard other.isEmpty else { throw VaultError.tampered(other) }
            }
            for level in BucketLevel.allCases {
                let (buckets, strays) = try Manifest.buckets(level, connection, vault.keys)
                wrong += strays
                let different = Manifest.compare(
                    level == .items ? root.items : root.sites, buckets, level)
                wrong += try different.map(\.subject) == [.root] ? name(buckets, level) : different
            }
            guard wrong.isEmpty else { throw VaultError.tampered(wrong) }
            try vault.manifest.refresh(connection)
        }
        var awaited: [String] = []
        let itemCount = try items(&findings, &awaited)
        try integrity(&findings)
        findings += try collect { try VaultTables.verify(connection) }
        if let memory = vault.seen {
            vault.noteSeen()
            if !memory.isStored {
                findings.append(VaultFinding(problem: .unwritable, subject: .memory))
            }
        }
        var seen: [VaultFinding] = []
        for finding in findings where !seen.contains(finding) { seen.append(finding) }
        return VaultReport(itemCount: itemCount, findings: seen, awaited: awaited)
    }

    /// Names the buckets that do not open, when their sum is wrong and their checks are not.
    ///
    /// The check of a bucket is one byte, so one change in 256 keeps it.
    private func name(
        _ buckets: [Manifest.Bucket?], _ level: BucketLevel
    ) throws -> [VaultFinding] {
        var findings: [VaultFinding] = []
        for number in buckets.indices where buckets[number] != nil {
            findings += try collect { try vault.bucket(level, number, connection) { _ in } }
        }
        return findings.isEmpty ? [VaultFinding(problem: .altered, subject: .root)] : findings
    }

    /// Verifies all items with their details and places in the site index.
    private func items(
        _ findings: inout [VaultFinding], _ awaited: inout [String]
    ) throws -> Int {
        var strays: [(Stray, ItemBucket.Entry?)] = []
        var expectedSites: Set<SiteBucket.Entry> = []
        var rows: Set<Int64> = []
        var attached: Set<ItemID> = []
        var itemCount = 0
        var broken: [VaultFinding] = []
        // An earlier version has left out hosts; they are added when the vault is listed.
        let hasHosts = vault.manifest.root?.indexesHosts == true
        var numbers = Set(vault.manifest.items.indices.filter { vault.manifest.items[$0] != nil })
        try connection.query("SELECT item FROM overview", []) { row in
            if let id = row.withBlob(0, { ItemID(bytes: $0) }) { numbers.insert(id.bucket) }
        }
        for number in numbers.sorted() {
            try vault.lockWish.check()
            findings += try overviews(ofBucket: number, strays: &strays) { id, opened in
                itemCount += 1
                rows.insert(opened.row)
                let tokens = SiteToken.tokens(
                    of: opened.record.sites, vault.keys, vault.domains, byHost: hasHosts)
                for token in tokens {
                    expectedSites.insert(SiteBucket.Entry(token: token, item: id))
                }
                var attachments: [Attachment] = []
                broken += try collect {
                    attachments = try vault.details(of: id, opened, connection).attachments
                }
                for attachment in attachments {
                    attached.insert(attachment.id)
                    broken += try collect {
                        if try !verify(attachment) { awaited.append(attachment.name) }
                    }
                }
            }
        }
        findings += broken
        findings += try name(strays)
        // With a broken list of items the rest would only repeat known errors.
        guard findings.isEmpty else { return itemCount }
        try connection.query("SELECT n FROM details", []) { row in
            guard !rows.contains(row.integer(0)) else { return }
            findings.append(VaultFinding(problem: .foreign, subject: .database))
        }
        var allRows = 0
        try connection.query("SELECT count(*) FROM overview", []) {
            allRows = Int($0.integer(0))
        }
        if try allRows != itemCount || hasOtherAttachments(than: attached) {
            findings.append(VaultFinding(problem: .foreign, subject: .database))
        }
        try sites(expectedSites, &findings)
        return itemCount
    }

    private func sites(
        _ expected: Set<SiteBucket.Entry>, _ findings: inout [VaultFinding]
    ) throws {
        var missing = expected
        for number in vault.manifest.sites.indices where vault.manifest.sites[number] != nil {
            findings += try collect {
                let bucket = try vault.bucket(.sites, number, connection) { try SiteBucket($0) }
                for entry in bucket?.entries ?? [] { missing.remove(entry) }
            }
        }
        for number in Set(missing.map(\.token.bucket)).sorted() {
            findings.append(VaultFinding(problem: .missing, subject: .siteBucket(number)))
        }
    }

    /// Lets SQLite look at its pages and indexes.
    private func integrity(_ findings: inout [VaultFinding]) throws {
        var isIntact = true
        try connection.query("PRAGMA integrity_check(1)", []) { row in
            isIntact = row.text(0) == "ok"
        }
        if !isIntact { findings.append(VaultFinding(problem: .altered, subject: .database)) }
    }

    /// Runs a step and returns what it found to be wrong.
    private func collect(_ body: () throws -> Void) throws -> [VaultFinding] {
        do {
            try body()
            return []
        } catch let error as VaultError where error.code == .vaultTampered {
            return error.findings
        } catch let error as VaultError
            where [.vaultNewerFormat, .vaultForeign].contains(error.code)
        {
            // The vault was opened as this format, so the head has changed since.
            return [VaultFinding(problem: .altered, subject: .header)]
        }
    }
}
