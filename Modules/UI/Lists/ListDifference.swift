/// What changed between two lists of identified rows, moves included.
///
/// Rows that keep their order among each other stay; as few as possible move. A list becomes the
/// other one by taking out what was removed or moved, and then putting in what was inserted or
/// moved, in the order of the new offsets.
///
/// The time is linear in the number of rows, and n log n in those that both lists have; a shuffled
/// list takes about as long as one with few edits. Rows with the same identity are told apart by
/// their order.
public struct ListDifference: Hashable, Sendable {
    /// A row that is in both lists.
    public struct Pair: Hashable, Sendable {
        /// The offset in the old list.
        public let old: Int
        /// The offset in the new list.
        public let new: Int

        init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }

    /// The offsets in the old list of the rows that are gone, ascending.
    public let removals: [Int]
    /// The offsets in the new list of the rows that came, ascending.
    public let insertions: [Int]
    /// The rows that moved among those that stayed, by their new offsets.
    public let moves: [Pair]
    /// The rows whose content has changed, moved or not, by their new offsets.
    public let changes: [Pair]

    /// Whether the lists are the same.
    public var isEmpty: Bool {
        removals.isEmpty && insertions.isEmpty && moves.isEmpty && changes.isEmpty
    }

    /// Compares two lists of rows.
    @inlinable
    public init<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
        // Through pointers, since an element of an array is copied before it is compared, with all that
        // it refers to.
        self = old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                Self(
                    oldHashes: old.indices.map { old[$0].id.hashValue },
                    newHashes: new.indices.map { new[$0].id.hashValue },
                    isIdentical: { old[$0].id == new[$1].id }, isEqual: { old[$0] == new[$1] })
            }
        }
    }

    /// Compares two lists whose rows are known by the hashes of their identities and by two
    /// questions about an old and a new offset.
    ///
    /// - Parameters:
    ///   - oldHashes: The hash of the identity of each old row.
    ///   - newHashes: The hash of the identity of each new row.
    ///   - isIdentical: Whether the identities are equal.
    ///   - isEqual: Whether the contents are equal; asked of rows with equal identities.
    public init(
        oldHashes: [Int], newHashes: [Int], isIdentical: (Int, Int) -> Bool,
        isEqual: (Int, Int) -> Bool
    ) {
        let matching = RowMatching(oldHashes, newHashes, isIdentical, isEqual)
        var isKept = Array(repeating: false, count: oldHashes.count)
        var insertions: [Int] = []
        var pairs: [Pair] = []
        pairs.reserveCapacity(newHashes.count)
        for (new, old) in matching.partners.enumerated() {
            guard let old else {
                insertions.append(new)
                continue
            }
            isKept[old] = true
            pairs.append(Pair(old: old, new: new))
        }
        self.insertions = insertions
        removals = isKept.indices.filter { !isKept[$0] }
        changes = pairs.filter { matching.isChanged[$0.new] }
        moves = Self.moves(among: pairs)
    }

    /// The new list, made of the old one and of the rows that came.
    ///
    /// - Parameters:
    ///   - old: The old list.
    ///   - row: The row at an offset of the new list; asked for those that were inserted or changed.
    public func apply<Row>(to old: [Row], row: (Int) -> Row) -> [Row] {
        var isTaken = Array(repeating: false, count: old.count)
        for offset in removals { isTaken[offset] = true }
        for move in moves { isTaken[move.old] = true }
        var staying = old.indices.lazy.filter { !isTaken[$0] }.makeIterator()
        var coming = (insertions[...], moves[...])
        let count = old.count - removals.count + insertions.count
        var result: [Row] = []
        result.reserveCapacity(count)
        for offset in 0..<count {
            if coming.0.first == offset {
                coming.0.removeFirst()
                result.append(row(offset))
            } else if let move = coming.1.first, move.new == offset {
                coming.1.removeFirst()
                result.append(old[move.old])
            } else if let stayed = staying.next() {
                result.append(old[stayed])
            }
        }
        for change in changes { result[change.new] = row(change.new) }
        return result
    }

    /// What does not belong to a longest run of pairs whose old offsets ascend as well.
    private static func moves(among pairs: [Pair]) -> [Pair] {
        guard zip(pairs, pairs.dropFirst()).contains(where: { $0.old > $1.old }) else { return [] }
        // Patience sorting: for each length, the index of the pair with which a run ends lowest.
        var ends: [Int] = []
        // Their old offsets, side by side: the search looks at nothing else.
        var lowest: [Int] = []
        var previous = Array(repeating: -1, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var low = 0
            var high = ends.count
            // Most rows go on the longest run.
            if let last = lowest.last, last < pair.old { low = high }
            while low < high {
                let middle = (low + high) / 2
                if lowest[middle] < pair.old { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count {
                ends.append(index)
                lowest.append(pair.old)
            } else {
                ends[low] = index
                lowest[low] = pair.old
            }
        }
        var stays = Array(repeating: false, count: pairs.count)
        var index = ends.last ?? -1
        while index >= 0 {
            stays[index] = true
            index = previous[index]
        }
        return zip(pairs, stays).compactMap { $1 ? nil : $0 }
    }
}
