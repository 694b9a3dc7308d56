/// Finds for each new row the old one with the same identity, and whether its content is the same.
struct RowMatching {
    /// By new offset: the old offset; `nil` for a row that came.
    private(set) var partners: [Int?]
    /// By new offset: whether the content differs from that of the old row.
    private(set) var isChanged: [Bool]

    /// Matches rows by the hashes of their identities and two questions about an old and a new offset.
    ///
    /// Contents are compared right after identities, while the old row is still in a cache.
    init(
        _ old: [Int], _ new: [Int], _ isIdentical: (Int, Int) -> Bool,
        _ isEqual: (Int, Int) -> Bool
    ) {
        partners = Array(repeating: nil, count: new.count)
        isChanged = Array(repeating: false, count: new.count)
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start], isIdentical(start, start) {
            pair(start, start, isEqual)
            start += 1
        }
        var tail = 0
        while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail],
            isIdentical(old.count - 1 - tail, new.count - 1 - tail)
        {
            tail += 1
            pair(old.count - tail, new.count - tail, isEqual)
        }
        var table = RowTable(old, start..<(old.count - tail))
        var expected = start
        for offset in start..<(new.count - tail) {
            // Most rows follow the one before: then nothing has to be looked up.
            if let next = table.take(expected, hash: new[offset], { isIdentical($0, offset) }) {
                pair(next, offset, isEqual)
                expected = next + 1
            } else if let found = table.take(hash: new[offset], { isIdentical($0, offset) }) {
                pair(found, offset, isEqual)
                expected = found + 1
            }
        }
    }

    private mutating func pair(_ old: Int, _ new: Int, _ isEqual: (Int, Int) -> Bool) {
        partners[new] = old
        isChanged[new] = !isEqual(old, new)
    }
}

/// Old rows by the hash of their identity, each to be taken once: an open table with linear probing.
private struct RowTable {
    private let hashes: [Int]
    private let range: Range<Int>
    private let mask: Int
    /// For each hash the last row that has it, by its offset and one more; 0 where nothing is.
    private var slots: [Int32]
    /// By row that is in a slot: the first row with its hash that may not be taken yet.
    private var heads: [Int32]
    /// By row: the next one with its hash; -1 at the end.
    private var next: [Int32]
    private var isTaken: [Bool]

    init(_ hashes: [Int], _ range: Range<Int>) {
        self.hashes = hashes
        self.range = range
        var capacity = 8
        while capacity < range.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = Array(repeating: 0, count: capacity)
        heads = Array(repeating: -1, count: range.count)
        next = heads
        isTaken = Array(repeating: false, count: range.count)
        for index in (0..<range.count).reversed() {
            let slot = slot(of: hashes[range.lowerBound + index])
            if slots[slot] == 0 { slots[slot] = Int32(index + 1) }
            let owner = Int(slots[slot]) - 1
            next[index] = heads[owner]
            heads[owner] = Int32(index)
        }
    }

    /// Takes the row at an offset if it has the identity that is looked for and is not taken.
    mutating func take(_ offset: Int, hash: Int, _ isIdentical: (Int) -> Bool) -> Int? {
        guard range.contains(offset), hashes[offset] == hash,
            !isTaken[offset - range.lowerBound], isIdentical(offset)
        else { return nil }
        isTaken[offset - range.lowerBound] = true
        return offset
    }

    /// Takes the first row with the identity that is looked for.
    mutating func take(hash: Int, _ isIdentical: (Int) -> Bool) -> Int? {
        let owner = Int(slots[slot(of: hash)]) - 1
        guard owner >= 0 else { return nil }
        while heads[owner] >= 0, isTaken[Int(heads[owner])] {
            heads[owner] = next[Int(heads[owner])]
        }
        var index = Int(heads[owner])
        while index >= 0 {
            let offset = range.lowerBound + index
            if let found = take(offset, hash: hash, isIdentical) { return found }
            index = Int(next[index])
        }
        return nil
    }

    /// Where a hash is, or where it would be put.
    private func slot(of hash: Int) -> Int {
        var slot = hash & mask
        while slots[slot] != 0, hashes[range.lowerBound + Int(slots[slot]) - 1] != hash {
            slot = (slot + 1) & mask
        }
        return slot
    }
}
