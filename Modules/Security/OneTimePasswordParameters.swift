import TenonCore
import TenonMemory

/// The part of an `otpauth:` address behind the question mark; lent, valid only as long as its bytes.
struct OneTimePasswordParameters {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The value of the first parameter with a name, as a secret.
    func secret(_ name: String) -> SecretText? {
        value(of: name).map { value in
            let decoded = SecretBytes(count: value.count) { target in
                target.copyMemory(from: value)
                let count = Self.decodePercents(in: target)
                UnsafeMutableRawBufferPointer(rebasing: target[count...]).wipe()
            }
            return decoded.withBytes { bytes in
                // A decoded zero is not a character of a secret either.
                SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 }))
            }
        }
    }

    /// The value of the first parameter with a name, for values that are not secret.
    func text(_ name: String) -> String? {
        value(of: name).map { value in
            var copy = Array(value)
            let count = copy.withUnsafeMutableBytes { Self.decodePercents(in: $0) }
            return String(decoding: copy[..<count], as: UTF8.self)
        }
    }

    /// The number that the first parameter with a name holds, or `nil` when it is not there or empty.
    ///
    /// - Throws: `SecurityError` (`securityOneTimePassword`) when it is not such a number.
    func number<Number: FixedWidthInteger>(_ name: String) throws -> Number? {
        guard let text = text(name), !text.isEmpty else { return nil }
        guard let number = Number(text) else {
            throw OneTimePassword.refusal(
                "The otpauth address has no valid number for “\(name)”.")
        }
        return number
    }

    /// Decodes percent escapes in place, and plus signs as spaces, as forms write them.
    ///
    /// A percent sign that begins no escape stays what it is.
    ///
    /// - Returns: The number of bytes that are left.
    static func decodePercents(in bytes: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexadecimalValue(bytes[index + 1]),
                let low = hexadecimalValue(bytes[index + 2])
            {
                byte = high << 4 | low
                index += 2
            } else if byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            }
            bytes[count] = byte
            count += 1
            index += 1
        }
        return count
    }

    /// The undecoded value of the first parameter with a name, in any case.
    private func value(of name: String) -> UnsafeRawBufferPointer? {
        for parameter in bytes.split(separator: UInt8(ascii: "&")) {
            let key = parameter.prefix { $0 != UInt8(ascii: "=") }
            guard key.count < parameter.count,
                String(decoding: key, as: UTF8.self).lowercased() == name
            else { continue }
            return UnsafeRawBufferPointer(rebasing: parameter.dropFirst(key.count + 1))
        }
        return nil
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
