import TenonSecurity

/// The name of a vault, a device or an invitation: 16 bytes, as 26 digits of Crockford's base 32.
package struct SyncName: Hashable, Sendable, CustomStringConvertible {
    private static let byteCount = 16
    private static let digitCount = 26
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The text form, in lower case.
    package let description: String

    /// Reads the text form, which has only one spelling; `nil` for anything else.
    package init?(_ text: String) {
        // 26 digits have 130 bits: two of the first digit must be zero.
        guard text.utf8.count == Self.digitCount, text.utf8.allSatisfy(Self.digits.contains),
            text.utf8.first.map({ $0 < UInt8(ascii: "8") }) == true
        else { return nil }
        description = text
    }

    /// Takes the stored form; `nil` unless it has 16 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        description = Self.text(of: bytes)
    }

    /// The name of the device with a public key.
    package init(deviceWithKey publicKey: [UInt8]) {
        self = publicKey.withUnsafeBytes { SyncName(hashOf: $0) }
    }

    /// The first 16 bytes of the SHA-256 of something.
    package init(hashOf bytes: UnsafeRawBufferPointer) {
        description = Self.text(of: SecretHash.sha256(of: bytes).prefix(Self.byteCount))
    }

    private static func text(of bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        // Two zero bits come before the first byte.
        var (buffer, bits) = (UInt32(0), 2)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(buffer >> UInt32(bits) & 31)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
