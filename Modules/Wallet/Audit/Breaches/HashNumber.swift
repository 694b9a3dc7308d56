import TenonCore

/// Up to 40 hexadecimal digits as a number: hashes are sorted as numbers are.
struct HashNumber: Comparable {
    private var high = UInt64(0)
    private var middle = UInt64(0)
    private var low = UInt64(0)

    /// Reads digits in either case; `nil` when one is not a digit.
    init?(digits: some Sequence<UInt8>) {
        for digit in digits {
            guard let value = digit.hexadecimalValue else { return nil }
            append(value)
        }
    }

    /// Takes the last digits of a hash.
    init(_ hash: UnsafeRawBufferPointer, digitCount: Int) {
        for digit in (hash.count * 2 - digitCount)..<(hash.count * 2) {
            let byte = hash[digit / 2]
            append(digit.isMultiple(of: 2) ? byte >> 4 : byte & 0x0F)
        }
    }

    static func < (left: HashNumber, right: HashNumber) -> Bool {
        (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
    }

    private mutating func append(_ digit: UInt8) {
        high = high << 4 | middle >> 60
        middle = middle << 4 | low >> 60
        low = low << 4 | UInt64(digit)
    }
}
