package import TenonMemory

/// Percent-encoding of segments and query values (RFC 3986, section 2.1).
package enum PercentCoding {
    /// Encodes everything but the unreserved characters of RFC 3986, section 2.3.
    static func encode(_ text: String) -> String { encode(text.utf8) { !isUnreserved($0) } }

    /// Encodes the bytes for which a condition holds.
    package static func encode(
        _ bytes: some Sequence<UInt8>, where isEncoded: (UInt8) -> Bool
    ) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isEncoded(byte) {
                result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a byte is an unreserved character of RFC 3986, section 2.3: a letter or digit of ASCII,
    /// or one of `-._~`.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Decodes escapes; the result must be UTF-8 without control characters.
    package static func decode(_ text: Substring.UTF8View, in whole: String) throws -> String {
        if !text.contains(where: { $0 == UInt8(ascii: "%") || isControl($0) }) {
            return String(Substring(text))
        }
        var bytes: [UInt8] = []
        guard decode(text, { bytes.append($0) }) else { throw RoutingError.malformed(whole) }
        guard let result = String(validating: bytes, as: UTF8.self),
            !bytes.contains(where: isControl)
        else { throw RoutingError.malformed(whole) }
        return result
    }

    /// Whether a byte is an ASCII control character.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// Hands over bytes one by one, decoded; a percent sign that begins no escape stays what it is.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - plusIsSpace: Whether a plus sign stands for a space, as in forms.
    ///   - take: Takes a decoded byte.
    /// - Returns: Whether each percent sign begins an escape.
    @discardableResult
    package static func decode(
        _ bytes: some Collection<UInt8>, plusIsSpace: Bool = false, _ take: (UInt8) -> Void
    ) -> Bool {
        var isWhole = true
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                if let high = rest.first?.hexadecimalValue,
                    let low = rest.dropFirst().first?.hexadecimalValue
                {
                    take(high << 4 | low)
                    rest = rest.dropFirst(2)
                } else {
                    take(byte)
                    isWhole = false
                }
            } else {
                take(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return isWhole
    }
}

extension SecretBuffer {
    /// Appends bytes, decoded; a percent sign that begins no escape stays what it is.
    package func append(percentDecoding bytes: some Collection<UInt8>) {
        PercentCoding.decode(bytes) { append($0) }
    }
}
