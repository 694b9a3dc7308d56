/// A set of places in an order, visited from the first to the last.
struct PlaceSet {
    private var words: [UInt64]

    init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ place: UInt32) {
        words[Int(place >> 6)] |= 1 << UInt64(place & 63)
    }

    func forEach(_ body: (Int) throws -> Void) rethrows {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                try body(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
