import TenonMemory

/// Base64 (RFC 4648) of bytes that may be secrets.
enum Base64 {
    /// The digits, and whether padding follows them.
    struct Alphabet: Sendable {
        /// The one that is usual (section 4).
        static let standard = Alphabet("+/", isPadded: true)
        /// The one for addresses and names of files (section 5), without padding.
        static let url = Alphabet("-_", isPadded: false)

        fileprivate let digits: [UInt8]
        fileprivate let values: [UInt8]
        fileprivate let isPadded: Bool

        private init(_ last: String, isPadded: Bool) {
            digits = Array(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
            var values = [UInt8](repeating: 0xFF, count: 256)
            for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
            self.values = values
            self.isPadded = isPadded
        }
    }

    private static let padding = UInt8(ascii: "=")

    /// Decodes text; white space is passed over.
    ///
    /// - Returns: `nil` when it is not base64.
    static func decode(
        _ text: UnsafeRawBufferPointer, _ alphabet: Alphabet = .standard
    ) -> SecretBuffer? {
        let result = SecretBuffer(capacity: text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var digits = 0
        var paddings = 0
        for byte in text {
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20: continue
            case padding: paddings += 1
            default:
                let value = alphabet.values[Int(byte)]
                guard value != 0xFF, paddings == 0 else { return nil }
                digits += 1
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                }
            }
        }
        guard paddings <= 2, (digits + paddings).isMultiple(of: 4) || paddings == 0, digits % 4 != 1
        else { return nil }
        return result
    }

    /// Decodes text that is not a secret.
    static func decode(
        _ text: some StringProtocol, _ alphabet: Alphabet = .standard
    ) -> [UInt8]? {
        Array(text.utf8).withUnsafeBytes { decode($0, alphabet).map { Array($0.bytes) } }
    }

    /// Appends the encoded form of bytes.
    static func encode(
        _ bytes: UnsafeRawBufferPointer, _ alphabet: Alphabet = .standard, to result: SecretBuffer
    ) {
        var index = 0
        while index < bytes.count {
            let left = min(3, bytes.count - index)
            var bits: UInt32 = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < left ? UInt32(bytes[index + offset]) : 0)
            }
            for digit in 0..<4 {
                let value = Int(bits >> UInt32(18 - 6 * digit)) & 0x3F
                if digit <= left {
                    result.append(alphabet.digits[value])
                } else if alphabet.isPadded {
                    result.append(padding)
                }
            }
            index += 3
        }
    }

    /// The encoded form of bytes that are not secret.
    static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
        let result = SecretBuffer(capacity: bytes.count / 3 * 4 + 4)
        bytes.withUnsafeBytes { encode($0, alphabet, to: result) }
        return result.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
