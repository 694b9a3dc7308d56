import TenonCore

/// The record of the items of one bucket: the sum that proves them, and a roster that names them.
struct ItemBucket {
    /// An item as it should be.
    struct Entry {
        let item: ItemID
        let revision: Int64
        /// The lowest bits of its mark: tells two versions of one revision apart.
        let check: UInt32
    }

    private static let headCount = 4 + MultisetSum.byteCount
    private static let entryByteCount = ItemID.byteCount + 8 + 4

    /// The sum of the marks of all items.
    private(set) var sum = MultisetSum()
    /// Ordered by item.
    private(set) var entries: [Entry] = []

    init() {}

    init(_ plain: UnsafeRawBufferPointer) throws {
        let (count, sum) = try Self.head(plain)
        self.sum = sum
        entries.reserveCapacity(count + 1)
        for index in 0..<count {
            let start = Self.headCount + index * Self.entryByteCount
            let item = UnsafeRawBufferPointer(
                rebasing: plain[start..<(start + ItemID.byteCount)])
            guard let item = ItemID(bytes: item) else { continue }
            entries.append(
                Entry(
                    item: item,
                    revision: plain.loadUnaligned(
                        fromByteOffset: start + 16, as: Int64.self
                    ).littleEndian,
                    check: plain.loadUnaligned(
                        fromByteOffset: start + 24, as: UInt32.self
                    ).littleEndian))
        }
    }

    /// Reads the number of items and the sum only.
    static func head(_ plain: UnsafeRawBufferPointer) throws -> (count: Int, sum: MultisetSum) {
        guard plain.count >= headCount else { throw VaultError.unreadable("list of items") }
        let count = Int(plain.loadUnaligned(as: UInt32.self).littleEndian)
        guard count <= (plain.count - headCount) / entryByteCount else {
            throw VaultError.unreadable("list of items")
        }
        let sum = UnsafeRawBufferPointer(rebasing: plain[4..<headCount])
        return (count, MultisetSum(bytes: sum))
    }

    func entry(of item: ItemID) -> Entry? {
        let place = entries.firstPlace { $0.item >= item }
        return place < entries.count && entries[place].item == item ? entries[place] : nil
    }

    mutating func insert(_ item: ItemID, _ revision: Int64, _ mark: MultisetSum) {
        let entry = Entry(item: item, revision: revision, check: mark.check)
        entries.insert(entry, at: entries.firstPlace { $0.item >= item })
        sum += mark
    }

    mutating func remove(_ item: ItemID, _ mark: MultisetSum) {
        entries.removeAll { $0.item == item }
        sum -= mark
    }

    func encoded() -> SecretWriter {
        let writer = SecretWriter(capacity: 4096)
        writer.integer(UInt32(entries.count))
        sum.write(to: writer)
        for entry in entries {
            writer.integer(entry.item.high.bigEndian)
            writer.integer(entry.item.low.bigEndian)
            writer.integer(entry.revision)
            writer.integer(entry.check)
        }
        return writer
    }
}

extension ItemID {
    /// The bucket that the item belongs to: its first ten bits.
    var bucket: Int { Int(high >> 54) }

    /// The stored form of the first and the last id of a bucket.
    static func bounds(ofBucket number: Int) -> (first: ItemID, last: ItemID) {
        let first = UInt64(number) << 54
        return (ItemID(high: first, low: 0), ItemID(high: first | ((1 << 54) - 1), low: .max))
    }
}
