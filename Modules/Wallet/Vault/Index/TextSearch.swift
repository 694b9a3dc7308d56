import Glibc

/// Finds a word in folded text.
///
/// Compares 16 places at once with the first and the last byte of the word, and looks closer only
/// where both fit.
struct TextSearch {
    private let word: [UInt8]
    private let first: SIMD16<UInt8>
    private let last: SIMD16<UInt8>

    /// Takes a word that is not empty.
    init(_ word: [UInt8]) {
        self.word = word
        first = SIMD16(repeating: word.first ?? 0)
        last = SIMD16(repeating: word.last ?? 0)
    }

    /// Whether the word occurs in a text, behind whose end 16 more bytes can be read.
    @inline(__always)
    func occurs(in text: UnsafeRawPointer, count: Int) -> Bool {
        let lastOffset = word.count - 1
        var position = 0
        // The number of places where the word could start.
        let places = count - lastOffset
        while position < places {
            let place = text + position
            let heads = place.loadUnaligned(as: SIMD16<UInt8>.self) .== first
            let tails =
                (place + lastOffset).loadUnaligned(as: SIMD16<UInt8>.self) .== last
            let both = heads .& tails
            if any(both), isExact(both, at: place, places: min(16, places - position)) {
                return true
            }
            position += 16
        }
        return false
    }

    @inline(never)
    private func isExact(
        _ fits: SIMDMask<SIMD16<Int8>>, at place: UnsafeRawPointer, places: Int
    ) -> Bool {
        word.withUnsafeBytes { word in
            guard let start = word.baseAddress else { return false }
            return (0..<places).contains {
                fits[$0] && memcmp(place + $0, start, word.count) == 0
            }
        }
    }
}
