import TenonCore
import TenonSecurity

/// What one thread opens of a vault: the overviews of a range of rows, and a range of buckets.
///
/// Unchecked: one thread fills it, then hands it over as a whole, and never touches it again.
final class LoadedPart: @unchecked Sendable {
    let index = OverviewIndex()
    /// The change of the vault that the thread's snapshot shows.
    private(set) var counter: Int64 = -1
    /// The sums of the opened rows, by bucket.
    private var sums = [MultisetSum](repeating: MultisetSum(), count: VaultFormat.bucketCount)
    private var counts = [Int](repeating: 0, count: VaultFormat.bucketCount)
    /// The sums that the manifest expects, by bucket.
    private var expected: [Int: (count: Int, sum: MultisetSum)] = [:]
    private var broken: Set<Int> = []

    init(
        _ connection: any DatabaseConnection, _ keys: VaultKeys, _ vault: ItemID,
        rows: ClosedRange<Int64>, buckets: Range<Int>, _ manifest: [Manifest.Bucket?],
        _ lockWish: LockWish
    ) throws {
        try connection.query("SELECT counter FROM root", []) { counter = $0.integer(0) }
        let context = SealContext(vault: vault, part: .overview)
        // Locals, because each access to a property of a class is checked when it happens.
        var (sums, counts, broken) = (sums, counts, broken)
        let index = index
        index.reserve(Self.reserved(rows))
        try connection.query(
            "SELECT item, revision, sealed FROM overview WHERE n BETWEEN ? AND ?",
            [.integer(rows.lowerBound), .integer(rows.upperBound)]
        ) { row in
            try lockWish.check()
            guard let id = row.withBlob(0, { ItemID(bytes: $0) }) else {
                // A row that no key holder wrote; every bucket is fine without it.
                throw VaultError.tampered(.foreign, .database)
            }
            let revision = row.integer(1)
            let bucket = id.bucket
            do {
                try row.withBlob(2) { sealed in
                    try keys.overview.open(sealed, for: context.with(id, revision)) { plain in
                        sums[bucket] += try OverviewPrelude.mark(of: plain)
                        counts[bucket] += 1
                        try index.add(
                            id, revision: revision, fields: OverviewPrelude.fields(of: plain))
                    }
                }
            } catch is SecurityError {
                broken.insert(bucket)
            }
        }
        (self.sums, self.counts, self.broken) = (sums, counts, broken)
        index.sort()
        try readBuckets(connection, keys, vault, buckets, manifest)
    }

    /// Opens everything, in the snapshot that the manifest of a vault was verified in.
    convenience init(
        _ connection: any DatabaseConnection, _ vault: OpenVault,
        rows: (low: Int64, high: Int64)
    ) throws {
        try self.init(
            connection, vault.keys, vault.vault, rows: rows.low...rows.high,
            buckets: vault.manifest.items.indices, vault.manifest.items, vault.lockWish)
    }

    /// For how many rows to make room: as many as there can be, if that is a sensible number.
    private static func reserved(_ rows: ClosedRange<Int64>) -> Int {
        let span = UInt64(bitPattern: rows.upperBound &- rows.lowerBound)
        return span < 4_000_000 ? Int(span) + 1 : 0
    }

    private func readBuckets(
        _ connection: any DatabaseConnection, _ keys: VaultKeys, _ vault: ItemID,
        _ buckets: Range<Int>, _ manifest: [Manifest.Bucket?]
    ) throws {
        let context = SealContext(vault: vault, part: .itemBucket)
        try connection.query(
            "SELECT number, revision, sealed FROM item_bucket WHERE number >= ? AND number < ?",
            [.integer(Int64(buckets.lowerBound)), .integer(Int64(buckets.upperBound))]
        ) { row in
            let number = Int(row.integer(0))
            let revision = row.integer(1)
            guard let known = manifest[number], known.revision == revision,
                row.withBlob(2, { Seal(of: $0) }) == known.seal
            else { return }
            do {
                expected[number] = try row.withBlob(2) { sealed in
                    try keys.manifest.open(sealed, for: context.with(number: number, revision)) {
                        try ItemBucket.head($0)
                    }
                }
            } catch is SecurityError {
                broken.insert(number)
            }
        }
    }

    /// Adds what another thread has opened.
    func absorb(_ other: LoadedPart) {
        index.absorb(other.index)
        for number in sums.indices {
            sums[number] += other.sums[number]
            counts[number] += other.counts[number]
        }
        expected.merge(other.expected) { mine, _ in mine }
        broken.formUnion(other.broken)
    }

    /// The buckets whose items are not those of the manifest.
    var brokenBuckets: [Int] {
        sums.indices.filter { number in
            broken.contains(number) || counts[number] != expected[number]?.count ?? 0
                || sums[number] != expected[number]?.sum ?? MultisetSum()
        }
    }
}
