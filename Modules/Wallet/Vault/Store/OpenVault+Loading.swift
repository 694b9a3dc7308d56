import Dispatch
import Synchronization
import TenonCore
import TenonSecurity

extension OpenVault {
    /// Into how many parts a large first load is divided; each has a thread and a connection.
    private static let partCount = 2
    /// From how many rows on a second connection and thread pay for themselves.
    private static let manyRows: UInt64 = 4096
    /// How often a load in parts is tried.
    private static let triesInParts = 3
    /// From how many changed buckets on everything is loaded again.
    private static let manyBuckets = 128

    /// Returns the index of all overviews as of now: loaded, or brought up to date.
    ///
    /// - Throws: ``VaultError`` (`vaultTampered`) naming every item that is not as it was written.
    func upToDateIndex() throws -> OverviewIndex {
        let known: (overviews: OverviewIndex, counter: Int64)
        if let index, try update(index) {
            known = index
        } else {
            index = nil
            trashLook = nil
            known = try load()
            index = known
            indexHosts()
        }
        let before = index?.counter
        try tendTrash(known.overviews)
        guard counter != before, let index else { return known.overviews }
        return try update(index) ? index.overviews : upToDateIndex()
    }

    /// Applies changes since the index was made; `false` when there are too many.
    private func update(_ index: (overviews: OverviewIndex, counter: Int64)) throws -> Bool {
        try read { connection in
            guard counter != index.counter else { return true }
            let changed = manifest.items.indices.filter {
                manifest.items[$0].map { $0.revision > index.counter } ?? false
            }
            guard changed.count < Self.manyBuckets else { return false }
            for number in changed {
                var gone = index.overviews.revisions(inBucket: number)
                var updated: [(id: ItemID, revision: Int64, fields: SecretWriter)] = []
                try forEachOverview(inBucket: number, connection) { id, _, revision, plain in
                    guard gone.removeValue(forKey: id) != revision else { return }
                    let fields = SecretWriter(capacity: plain.count)
                    fields.bytes(try OverviewPrelude.fields(of: plain))
                    updated.append((id, revision, fields))
                }
                try index.overviews.apply(updated: updated, removed: Array(gone.keys))
            }
            self.index?.counter = counter
            return true
        }
    }

    /// Opens and verifies all overviews, on two threads.
    private func load() throws -> (overviews: OverviewIndex, counter: Int64) {
        var attempt = 0
        while true {
            // While others keep writing, two snapshots may never agree; a single one always does.
            let parts =
                attempt < Self.triesInParts
                ? try loadParts(try read { try rows($0) })
                : [try read { try LoadedPart($0, self, rows: try rows($0)) }]
            attempt += 1
            // Each part has its own snapshot; a commit in between causes another try.
            guard parts.allSatisfy({ $0.counter == counter }), let first = parts.first else {
                continue
            }
            for part in parts.dropFirst() { first.absorb(part) }
            let broken = first.brokenBuckets
            guard broken.isEmpty else {
                throw try read { connection in
                    let diagnosis = Diagnosis(self, connection)
                    return VaultError.tampered(try broken.flatMap { try diagnosis.itemBucket($0) })
                }
            }
            return (first.index, first.counter)
        }
    }

    /// The first and the last row of the table of overviews.
    private func rows(_ connection: any DatabaseConnection) throws -> (low: Int64, high: Int64) {
        var rows: (low: Int64, high: Int64) = (0, 0)
        try connection.query("SELECT min(n), max(n) FROM overview", []) { row in
            rows = (row.integer(0), row.integer(1))
        }
        return rows
    }

    private func loadParts(_ rows: (low: Int64, high: Int64)) throws -> [LoadedPart] {
        let (low, high) = rows
        let span = UInt64(bitPattern: high &- low)
        let count = span < Self.manyRows ? 1 : Self.partCount
        let manifest = manifest.items
        let results = Mutex<[Int: Result<LoadedPart, any Error>]>([:])
        let (database, keys, vault, lockWish) = (database, keys, vault, lockWish)
        DispatchQueue.concurrentPerform(iterations: count) { number in
            // The distance may not fit when someone has planted absurd row numbers.
            let share = span / UInt64(count) + 1
            let start = low &+ Int64(bitPattern: share &* UInt64(number))
            let end = number == count - 1 ? high : start &+ Int64(bitPattern: share &- 1)
            let buckets =
                (number * manifest.count / count)..<((number + 1) * manifest.count / count)
            let result = Result {
                try database.read { connection in
                    try LoadedPart(
                        connection, keys, vault, rows: start...max(start, end), buckets: buckets,
                        manifest, lockWish)
                }
            }
            results.withLock { $0[number] = result }
        }
        return try results.withLock { $0.values.map { $0 } }.map { try $0.get() }
    }

    /// Brings the site index of an earlier version up to date.
    ///
    /// It only makes finding faster: a vault that cannot be written is read without it.
    private func indexHosts() {
        guard manifest.root?.indexesHosts == false else { return }
        _ = try? change { try $0.indexHosts() }
    }
}
