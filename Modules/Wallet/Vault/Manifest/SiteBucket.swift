import TenonCore

/// A part of the index of sites: which items belong to which tokens.
///
/// Sealed as a whole, so that the file does not show which items share a site, nor how many do.
struct SiteBucket {
    struct Entry: Hashable, Comparable {
        let token: SiteToken
        let item: ItemID

        static func < (left: Entry, right: Entry) -> Bool {
            left.token == right.token ? left.item < right.item : left.token < right.token
        }
    }

    private static let entryByteCount = SiteToken.byteCount + ItemID.byteCount

    /// In order.
    private var sorted: [Entry] = []
    /// What was inserted since, and is not among ``sorted``.
    ///
    /// A site with very many items is one long part: an array in order would be moved for each of them.
    private var added: Set<Entry> = []

    init() {}

    init(_ plain: UnsafeRawBufferPointer) throws {
        sorted = try (0..<Self.count(plain)).map { Self.entry($0, of: plain) }
    }

    /// All entries, in order.
    var entries: [Entry] { added.isEmpty ? sorted : (sorted + added).sorted() }

    /// The items of a token, taken from an encoded part without decoding the rest of it.
    static func items(of token: SiteToken, in plain: UnsafeRawBufferPointer) throws -> [ItemID] {
        let places = try 0..<count(plain)
        let first = places.firstPlace { entry($0, of: plain).token >= token }
        return places[first...].lazy.map { entry($0, of: plain) }.prefix { $0.token == token }
            .map(\.item)
    }

    private static func count(_ plain: UnsafeRawBufferPointer) throws -> Int {
        guard plain.count >= 4 else { throw VaultError.unreadable("part of the site index") }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= (plain.count - 4) / entryByteCount else {
            throw VaultError.unreadable("part of the site index")
        }
        return count
    }

    private static func entry(_ place: Int, of plain: UnsafeRawBufferPointer) -> Entry {
        let start = 4 + place * entryByteCount
        let middle = start + SiteToken.byteCount
        func word(_ offset: Int) -> UInt64 {
            UInt64(bigEndian: plain.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return Entry(
            token: SiteToken(stored: UnsafeRawBufferPointer(rebasing: plain[start..<middle])),
            item: ItemID(high: word(middle), low: word(middle + 8)))
    }

    mutating func insert(_ token: SiteToken, _ item: ItemID) {
        let entry = Entry(token: token, item: item)
        if place(of: entry) == nil { added.insert(entry) }
    }

    mutating func remove(_ token: SiteToken, _ item: ItemID) {
        let entry = Entry(token: token, item: item)
        if added.remove(entry) == nil, let place = place(of: entry) { sorted.remove(at: place) }
    }

    private func place(of entry: Entry) -> Int? {
        let place = sorted.firstPlace { $0 >= entry }
        return place < sorted.count && sorted[place] == entry ? place : nil
    }

    func encoded() -> SecretWriter {
        let writer = SecretWriter(capacity: 4096)
        let entries = entries
        writer.integer(UInt32(entries.count))
        for entry in entries {
            entry.token.write(to: writer)
            writer.integer(entry.item.high.bigEndian)
            writer.integer(entry.item.low.bigEndian)
        }
        writer.pad(to: VaultFormat.sitePadding)
        return writer
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first place from which on a condition holds; it must hold for all that follow.
    func firstPlace(where condition: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
