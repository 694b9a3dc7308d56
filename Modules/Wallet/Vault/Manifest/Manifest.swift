import TenonCore
import TenonSecurity

/// The verified manifest of an open vault, kept in memory and brought up to date when it changed.
///
/// Used by one thread at a time.
final class Manifest {
    /// A bucket that the root vouches for.
    struct Bucket {
        let revision: Int64
        let seal: Seal
        let hash: MultisetSum
    }

    private let keys: VaultKeys
    private let vault: ItemID
    private let lockWish: LockWish
    private(set) var root: ManifestRoot?
    private(set) var items = [Bucket?](repeating: nil, count: VaultFormat.bucketCount)
    private(set) var sites = [Bucket?](repeating: nil, count: VaultFormat.bucketCount)
    /// Whether the buckets were verified against the root.
    private(set) var isComplete = false

    init(_ keys: VaultKeys, vault: ItemID, lockWish: LockWish) {
        self.keys = keys
        self.vault = vault
        self.lockWish = lockWish
    }

    subscript(level: BucketLevel) -> [Bucket?] {
        switch level {
        case .items: items
        case .sites: sites
        }
    }

    /// Opens the root of a snapshot and compares header and slots with it.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) naming what is wrong.
    func openRoot(_ connection: any DatabaseConnection) throws -> ManifestRoot {
        let root = try Self.readRoot(connection, keys, vault)
        if let known = self.root, root.counter < known.counter {
            throw VaultError.tampered(.rolledBack, .root)
        }
        let findings = try Self.compare(root, connection, keys)
        guard findings.isEmpty else { throw VaultError.tampered(findings) }
        return root
    }

    /// Verifies the buckets of a snapshot against its root, unless nothing changed since.
    func refresh(_ connection: any DatabaseConnection) throws {
        var counter: Int64 = -1
        try connection.query("SELECT counter FROM root", []) { counter = $0.integer(0) }
        if isComplete, counter == root?.counter { return }
        let root = try openRoot(connection)
        let items = try buckets(.items, connection)
        try lockWish.check()
        let sites = try buckets(.sites, connection)
        let findings =
            Self.compare(root.items, items, .items) + Self.compare(root.sites, sites, .sites)
        guard findings.isEmpty else { throw VaultError.tampered(findings) }
        self.root = root
        self.items = items
        self.sites = sites
        isComplete = true
    }

    /// Takes over what a transaction of this process has written.
    func advance(
        to root: ManifestRoot, items: [Int: Bucket], sites: [Int: Bucket]
    ) {
        self.root = root
        for (number, bucket) in items { self.items[number] = bucket }
        for (number, bucket) in sites { self.sites[number] = bucket }
    }

    // MARK: - Reading

    static func readRoot(
        _ connection: any DatabaseConnection, _ keys: VaultKeys, _ vault: ItemID
    ) throws -> ManifestRoot {
        var root: ManifestRoot?
        try connection.query("SELECT counter, sealed FROM root", []) { row in
            let context = SealContext(vault: vault, part: .root).with(number: 0, row.integer(0))
            do {
                root = try row.withBlob(1) { sealed in
                    try keys.manifest.open(sealed, for: context) { try ManifestRoot($0) }
                }
            } catch let error as SecurityError {
                throw VaultError.tampered(.altered, .root, cause: error)
            }
        }
        guard let root else { throw VaultError.tampered(.missing, .root) }
        return root
    }

    /// The parts of header and slots that do not match the root.
    static func compare(
        _ root: ManifestRoot, _ connection: any DatabaseConnection, _ keys: VaultKeys
    ) throws -> [VaultFinding] {
        var findings: [VaultFinding] = []
        if try VaultHeader(connection).hash(keys.sums) != root.header {
            findings.append(VaultFinding(problem: .altered, subject: .header))
        }
        var expected = root.slots
        for slot in try KeySlot.all(connection) {
            let subject = VaultFinding.Subject.slot(kind: slot.shownKind)
            guard let index = expected.firstIndex(where: { $0.id == slot.id }) else {
                // A former slot that was put back, or one that was never there.
                findings.append(VaultFinding(problem: .foreign, subject: subject))
                continue
            }
            if expected[index].hash != slot.entry(keys.sums).hash {
                findings.append(VaultFinding(problem: .altered, subject: subject))
            }
            expected.remove(at: index)
        }
        for slot in expected {
            findings.append(
                VaultFinding(problem: .missing, subject: .slot(kind: slot.shownKind)))
        }
        return findings
    }

    /// Reads the seals of all buckets of a level; the hash of a known seal is not computed again.
    private func buckets(
        _ level: BucketLevel, _ connection: any DatabaseConnection
    ) throws -> [Bucket?] {
        let (buckets, strays) = try Self.buckets(level, connection, keys, known: self[level])
        guard strays.isEmpty else { throw VaultError.tampered(strays) }
        return buckets
    }

    /// Reads the seals of all buckets of a level, and what stands there that cannot be one.
    static func buckets(
        _ level: BucketLevel, _ connection: any DatabaseConnection, _ keys: VaultKeys,
        known: [Bucket?] = []
    ) throws -> (buckets: [Bucket?], strays: [VaultFinding]) {
        var strays: [VaultFinding] = []
        var buckets = [Bucket?](repeating: nil, count: VaultFormat.bucketCount)
        try connection.query("SELECT number, revision, sealed FROM \(level.table)", []) { row in
            let number = Int(row.integer(0))
            let revision = row.integer(1)
            guard buckets.indices.contains(number) else {
                strays.append(
                    VaultFinding(problem: .foreign, subject: level.subject(number)))
                return
            }
            guard let seal = row.withBlob(2, { Seal(of: $0) }) else { return }
            if known.indices.contains(number), let old = known[number], old.seal == seal,
                old.revision == revision
            {
                buckets[number] = old
            } else {
                buckets[number] = Bucket(
                    revision: revision, seal: seal,
                    hash: hash(level, number, revision, seal, keys))
            }
        }
        return (buckets, strays)
    }

    /// The keyed hash of a bucket: its summand in the root.
    static func hash(
        _ level: BucketLevel, _ number: Int, _ revision: Int64, _ seal: Seal, _ keys: VaultKeys
    ) -> MultisetSum {
        keys.sums.summand { writer in
            writer.integer(UInt8(ascii: "b"))
            writer.integer(UInt8(level.rawValue))
            writer.integer(UInt32(number))
            writer.integer(revision)
            seal.write(to: writer)
        }
    }

    /// The buckets of a level that do not match the root.
    static func compare(
        _ level: ManifestRoot.Level, _ buckets: [Bucket?], _ kind: BucketLevel
    ) -> [VaultFinding] {
        var sum = MultisetSum()
        for case let bucket? in buckets { sum += bucket.hash }
        guard sum != level.sum else { return [] }
        let findings = buckets.enumerated().compactMap { number, bucket -> VaultFinding? in
            let check = bucket?.hash.bucketCheck ?? 0
            guard check != level.checks[number] else { return nil }
            return VaultFinding(
                problem: bucket == nil ? .missing : .altered, subject: kind.subject(number))
        }
        // One byte may miss a bucket; the sum decides.
        return findings.isEmpty
            ? [VaultFinding(problem: .altered, subject: .root)] : findings
    }
}
