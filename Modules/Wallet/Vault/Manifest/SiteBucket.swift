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
    private(set) var entries: [Entry] = []

    init() {}

    init(_ plain: UnsafeRawBufferPointer) throws {
        guard plain.count >= 4 else { throw VaultError.unreadable("part of the site index") }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= (plain.count - 4) / Self.entryByteCount else {
            throw VaultError.unreadable("part of the site index")
        }
        entries.reserveCapacity(count)
        for index in 0..<count {
            let start = 4 + index * Self.entryByteCount
            let middle = start + SiteToken.byteCount
            let token = UnsafeRawBufferPointer(rebasing: plain[start..<middle])
            let item = UnsafeRawBufferPointer(
                rebasing: plain[middle..<(middle + ItemID.byteCount)])
            guard let item = ItemID(bytes: item) else { continue }
            entries.append(Entry(token: SiteToken(stored: token), item: item))
        }
    }

    /// The items of a token.
    func items(of token: SiteToken) -> [ItemID] {
        entries.filter { $0.token == token }.map(\.item)
    }

    mutating func insert(_ token: SiteToken, _ item: ItemID) {
        let entry = Entry(token: token, item: item)
        let place = entries.firstPlace { $0 >= entry }
        guard place == entries.count || entries[place] != entry else { return }
        entries.insert(entry, at: place)
    }

    mutating func remove(_ token: SiteToken, _ item: ItemID) {
        entries.removeAll { $0.token == token && $0.item == item }
    }

    func encoded() -> SecretWriter {
        let writer = SecretWriter(capacity: 4096)
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

extension Array {
    /// The first place from which on a condition holds; it must hold for all that follow.
    func firstPlace(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
