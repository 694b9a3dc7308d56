public import TenonCore

/// Base 32 of RFC 4648, section 6, as the secrets of one-time passwords are written.
///
/// Reading is as tolerant as the apps that people use: case, spaces, hyphens and padding do not
/// matter, and bits at the end that do not fill a byte are dropped.
public enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Reads the bytes that a text stands for.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`) when there is nothing to read, or for a
    ///   character that is none of `A` to `Z` and `2` to `7`; it names the place, not the character.
    public static func decode(_ text: SecretText) throws -> SecretBytes {
        try text.withBytes { text in
            let digitCount = try countDigits(in: text)
            return SecretBytes(count: digitCount * 5 / 8) { target in
                var window = UInt16(0)
                var bits = 0
                var next = 0
                for value in text.lazy.compactMap(value(of:)) {
                    window = window << 5 | UInt16(value)
                    bits += 5
                    guard bits >= 8, next < target.count else { continue }
                    bits -= 8
                    target[next] = UInt8(truncatingIfNeeded: window >> UInt16(bits))
                    next += 1
                }
            }
        }
    }

    /// Writes bytes in upper case and without padding.
    public static func encode(_ bytes: SecretBytes) -> SecretText {
        let digitCount = (bytes.count * 8 + 4) / 5
        let text = SecretBytes(count: digitCount) { target in
            bytes.withBytes { bytes in
                for digit in target.indices {
                    // The 5 bits of a digit lie in one or two neighbouring bytes.
                    let first = digit * 5 / 8
                    let next = first + 1 < bytes.count ? bytes[first + 1] : 0
                    let window = UInt16(bytes[first]) << 8 | UInt16(next)
                    let value = window >> UInt16(11 - digit * 5 % 8) & 31
                    target[digit] = digits[Int(value)]
                }
            }
        }
        return text.withBytes { SecretText(utf8: $0) }
    }

    /// Checks every character and counts the digits.
    private static func countDigits(in text: UnsafeRawBufferPointer) throws -> Int {
        var count = 0
        var isPadded = false
        for (index, byte) in text.enumerated() {
            if value(of: byte) != nil, !isPadded {
                count += 1
            } else if byte == UInt8(ascii: "=") {
                isPadded = true
            } else if !isFiller(byte) {
                throw SecurityError(
                    .securityOneTimePassword,
                    "Character \(index + 1) of the one-time-password secret is not base 32.",
                    remedy: "Such secrets have the letters A to Z and the digits 2 to 7 only.")
            }
        }
        guard count >= 2 else {
            throw OneTimePassword.refusal("The one-time-password secret is empty.")
        }
        return count
    }

    private static func isFiller(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || (0x09...0x0D).contains(byte)
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
