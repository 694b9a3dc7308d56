import CPostgreSQL

/// The statements that a connection has prepared, each under a name of its own.
///
/// A few hundred are kept; the least recently used are dropped first.
struct PreparedStatements {
    /// A statement and the types of its arguments, which decide what is prepared.
    struct Key: Hashable {
        let sql: String
        let types: [Oid]
    }

    private struct Entry {
        let name: String
        var lastUse: Int
    }

    private let most: Int
    private var entries: [Key: Entry] = [:]
    private var clock = 0

    init(most: Int = 256) { self.most = most }

    /// How many are kept.
    var count: Int { entries.count }

    /// The name of a statement that is prepared; `nil` when it is not.
    mutating func name(of key: Key) -> String? {
        guard let index = entries.index(forKey: key) else { return nil }
        clock += 1
        entries.values[index].lastUse = clock
        return entries.values[index].name
    }

    /// Makes a name for a new statement, which no other one ever has on this connection.
    mutating func makeName() -> String {
        clock += 1
        return "tenon_\(clock)"
    }

    /// Keeps a statement that the server has prepared.
    mutating func add(_ name: String, for key: Key) {
        clock += 1
        entries[key] = Entry(name: name, lastUse: clock)
    }

    /// Drops the least recently used statement when there are too many.
    ///
    /// - Returns: Its name, which the server has to drop as well.
    mutating func makeRoom() -> String? {
        guard entries.count >= most,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        entries[oldest.key] = nil
        return oldest.value.name
    }

    /// Forgets all.
    mutating func removeAll() { entries = [:] }
}
