/// Sorts entries by folded title, then by id.
///
/// Titles are compared eight bytes at a time, as one big-endian number fetched once per level; only
/// runs of equal numbers look at the next eight bytes.
struct TitleOrder {
    private struct Key {
        let value: UInt64
        let entry: UInt32
    }

    let entries: UnsafeMutableBufferPointer<IndexEntry>
    let texts: SecretArena

    /// Returns the positions of all live entries in order.
    func sorted() -> [UInt32] {
        var order = entries.indices.filter { entries[$0].isLive }.map { UInt32($0) }
        var pending = [(range: 0..<order.count, offset: 0)]
        while let (range, offset) = pending.popLast() {
            var keys = order[range].map { Key(value: key($0, at: offset), entry: $0) }
            keys.sort { $0.value < $1.value }
            var start = 0
            while start < keys.count {
                var end = start + 1
                while end < keys.count, keys[end].value == keys[start].value { end += 1 }
                let run = (range.lowerBound + start)..<(range.lowerBound + end)
                for index in start..<end { order[range.lowerBound + index] = keys[index].entry }
                if run.count > 1 {
                    let longest = order[run].map { entries[Int($0)].titleCount }.max() ?? 0
                    if Int(longest) > offset + 8 {
                        pending.append((run, offset + 8))
                    } else {
                        order[run].sort { entries[Int($0)].id < entries[Int($1)].id }
                    }
                }
                start = end
            }
        }
        return order
    }

    /// Whether one entry comes before another.
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        var offset = 0
        let longest = max(entries[Int(left)].titleCount, entries[Int(right)].titleCount)
        while offset < Int(longest) {
            let (leftKey, rightKey) = (key(left, at: offset), key(right, at: offset))
            if leftKey != rightKey { return leftKey < rightKey }
            offset += 8
        }
        return entries[Int(left)].id < entries[Int(right)].id
    }

    /// Where an entry belongs among entries in order.
    func place(of position: UInt32, in order: [UInt32]) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if precedes(order[middle], position) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Eight bytes of a folded title as a number that orders like them; zeros behind the end.
    private func key(_ position: UInt32, at offset: Int) -> UInt64 {
        let entry = entries[Int(position)]
        let rest = Int(entry.titleCount) - offset
        guard rest > 0 else { return 0 }
        let word = UInt64(
            bigEndian: texts.memory(at: entry.text)
                .loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        return rest >= 8 ? word : word & ~(UInt64.max >> UInt64(rest * 8))
    }
}
