import TenonSecurity

/// Names an item for ever: 128 random bits, written as 26 lower-case digits of Crockford's base 32.
///
/// Those of items from files look random to everybody without the key of the vault (`Vault.importNames(for:)`).
package struct ItemID: Hashable, Sendable, Codable, LosslessStringConvertible {
    /// The number of bytes of the stored form.
    static let byteCount = 16

    private static let digitCount = 26
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The first eight bytes, as a big-endian number.
    let high: UInt64
    /// The last eight bytes, as a big-endian number.
    let low: UInt64

    /// Makes a new name with the kernel's random generator.
    package init() {
        var words = (high: UInt64(0), low: UInt64(0))
        withUnsafeMutableBytes(of: &words) { $0.fillWithRandomBytes() }
        self.init(high: words.high, low: words.low)
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Takes the stored form; `nil` when it has not 16 bytes.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Reads the text form, in any case; `o` is taken for `0`, `i` and `l` for `1`.
    package init?(_ text: String) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            guard let value = Self.value(of: byte) else { return nil }
            // 26 digits have 130 bits: two of the first digit must be zero.
            guard count > 0 || value < 8 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
            count += 1
        }
        guard count == Self.digitCount else { return nil }
        self.init(high: high, low: low)
    }

    /// Reads the text form.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let id = ItemID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is not the name of an item.")
        }
        self = id
    }

    /// Writes the text form.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The text form: 26 characters that are safe in URLs, file names and locations.
    package var description: String {
        var high = high
        var low = low
        var text = [UInt8](repeating: 0, count: Self.digitCount)
        for position in text.indices.reversed() {
            text[position] = Self.digits[Int(low & 31)]
            low = low >> 5 | high << 59
            high >>= 5
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The stored form.
    var bytes: [UInt8] {
        withUnsafeBytes(of: high.bigEndian) { high in
            withUnsafeBytes(of: low.bigEndian) { low in Array(high) + Array(low) }
        }
    }

    private static func value(of byte: UInt8) -> UInt8? {
        let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
        switch lower {
        case UInt8(ascii: "o"): return 0
        case UInt8(ascii: "i"), UInt8(ascii: "l"): return 1
        default: return digits.firstIndex(of: lower).map { UInt8($0) }
        }
    }
}

extension ItemID: Comparable {
    /// Orders by the stored bytes.
    package static func < (left: ItemID, right: ItemID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
