import Glibc

/// The first sixteen bytes of a folded title, as numbers that order like them; zeros behind the end.
struct TitlePrefix: BitwiseCopyable {
    let first: UInt64
    let second: UInt64

    /// - Parameter title: Has at least sixteen readable bytes, even when it is shorter.
    init(_ title: UnsafeRawPointer, count: Int) {
        first = Self.number(title, count)
        second = count > 8 ? Self.number(title + 8, count - 8) : 0
    }

    private static func number(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
        guard count > 0 else { return 0 }
        let word = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return count >= 8 ? word : word & ~(UInt64.max >> UInt64(count * 8))
    }
}

/// Sorts entries by folded title, then by id.
///
/// The first sixteen bytes decide nearly always, and lie together in a table that fits the cache.
struct TitleOrder {
    let prefixes: UnsafeMutableBufferPointer<TitlePrefix>
    let entries: UnsafeMutableBufferPointer<IndexEntry>
    let texts: SecretArena

    /// Returns the positions of all live entries in order.
    func sorted() -> [UInt32] {
        var order = entries.indices.filter { entries[$0].isLive }.map { UInt32($0) }
        order.sort(by: precedes)
        return order
    }

    /// Merges two orders.
    func merged(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
        var merged: [UInt32] = []
        merged.reserveCapacity(left.count + right.count)
        var (leftPlace, rightPlace) = (0, 0)
        while leftPlace < left.count, rightPlace < right.count {
            if precedes(right[rightPlace], left[leftPlace]) {
                merged.append(right[rightPlace])
                rightPlace += 1
            } else {
                merged.append(left[leftPlace])
                leftPlace += 1
            }
        }
        merged += left[leftPlace...]
        merged += right[rightPlace...]
        return merged
    }

    /// Where an entry belongs among entries in order.
    func place(of position: UInt32, in order: [UInt32]) -> Int {
        order.firstPlace { !precedes($0, position) }
    }

    /// Whether one entry comes before another.
    private func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        let (one, other) = (prefixes[Int(left)], prefixes[Int(right)])
        if one.first != other.first { return one.first < other.first }
        if one.second != other.second { return one.second < other.second }
        return precedesBeyondPrefix(entries[Int(left)], entries[Int(right)])
    }

    private func precedesBeyondPrefix(_ left: IndexEntry, _ right: IndexEntry) -> Bool {
        let common = Int(min(left.titleCount, right.titleCount))
        let difference = memcmp(texts.memory(at: left.text), texts.memory(at: right.text), common)
        if difference != 0 { return difference < 0 }
        if left.titleCount != right.titleCount { return left.titleCount < right.titleCount }
        return left.id < right.id
    }
}
