import Glibc
public import TenonCore

/// A printed code that opens a vault whose passphrase was forgotten.
///
/// 160 random bits in Crockford's base 32, followed by its check symbol (the number modulo 37), in
/// groups of four, the last one of five. The check symbol tells a typing mistake from a
/// code of another vault: every single wrong symbol and every swap of neighbours is noticed.
public enum RecoveryCode {
    private static let randomByteCount = 20
    private static let digitCount = 32
    /// Crockford's digits, followed by the five symbols that only the check may be.
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U".utf8)

    /// Makes a new code with the kernel's random generator.
    public static func make() -> SecretText {
        make(from: .random(count: randomByteCount))
    }

    /// Returns the 20 random bytes of a code as a person typed it.
    ///
    /// Case, spaces and hyphens do not matter; `O` is read as `0`, `I` and `L` as `1`.
    ///
    /// - Throws: `SecurityError` (`securityRecoveryCode`) when the code is mistyped. A well-formed
    ///   code of another vault is not an error here.
    public static func key(_ typed: SecretText) throws -> SecretBytes {
        let values = try values(of: typed)
        return try values.withBytes { values in
            guard checkValue(of: values.prefix(digitCount)) == values[digitCount] else {
                throw mistyped("A symbol of the recovery code is wrong, or two are swapped.")
            }
            return SecretBytes(count: randomByteCount) { key in
                for index in key.indices {
                    // The 8 bits of a byte lie in two or three neighbouring digits of 5 bits.
                    let first = index * 8 / 5
                    let offset = index * 8 % 5
                    var window = UInt16(0)
                    for digit in 0..<3 {
                        let value = first + digit < digitCount ? values[first + digit] : 0
                        window = window << 5 | UInt16(value)
                    }
                    key[index] = UInt8(truncatingIfNeeded: window >> (7 - offset))
                }
            }
        }
    }

    /// Writes 20 bytes as digits, check symbol and hyphens.
    private static func make(from key: SecretBytes) -> SecretText {
        let values = SecretBytes(count: digitCount + 1) { values in
            key.withBytes { key in
                for digit in 0..<digitCount {
                    let first = digit * 5 / 8
                    let next = first + 1 < key.count ? key[first + 1] : 0
                    let window = UInt16(key[first]) << 8 | UInt16(next)
                    values[digit] = UInt8(truncatingIfNeeded: window >> (11 - digit * 5 % 8)) & 31
                }
            }
            values[digitCount] = checkValue(of: UnsafeRawBufferPointer(values).prefix(digitCount))
        }
        let separators = digitCount / 4 - 1
        let code = SecretBytes(count: digitCount + 1 + separators) { code in
            values.withBytes { values in
                var position = 0
                for index in values.indices {
                    if index % 4 == 0, index > 0, index < digitCount {
                        code[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    code[position] = symbols[Int(values[index])]
                    position += 1
                }
            }
        }
        return code.withBytes { SecretText(utf8: $0) }
    }

    /// Reads the 33 symbols of a typed code as numbers, 0...31 for digits and 0...36 for the check.
    private static func values(of typed: SecretText) throws -> SecretBytes {
        var count = 0
        let values = try SecretBytes(count: digitCount + 1) { values in
            try typed.withBytes { bytes in
                var iterator = bytes.makeIterator()
                var decoder = UTF8()
                while let scalar = try nextScalar(&iterator, &decoder) {
                    if isSeparator(scalar) { continue }
                    guard let value = value(of: scalar), value < 32 || count == digitCount else {
                        throw mistyped("Symbol \(count + 1) is wrong at that place of the code.")
                    }
                    if count <= digitCount { values[count] = value }
                    count += 1
                }
            }
        }
        guard count == digitCount + 1 else {
            throw mistyped("The recovery code has \(digitCount + 1) symbols, not \(count).")
        }
        return values
    }

    private static func nextScalar(
        _ iterator: inout UnsafeRawBufferPointer.Iterator, _ decoder: inout UTF8
    ) throws -> Unicode.Scalar? {
        switch decoder.decode(&iterator) {
        case .scalarValue(let scalar): return scalar
        case .emptyInput: return nil
        case .error: throw mistyped("The recovery code is not valid UTF-8 text.")
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func value(of scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.isASCII else { return nil }
        let upper = scalar.value & 0xDF
        let isLetter = (0x41...0x5A).contains(upper)
        var symbol = isLetter ? UInt8(upper) : UInt8(scalar.value)
        switch symbol {
        case UInt8(ascii: "O"): symbol = UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): symbol = UInt8(ascii: "1")
        default: break
        }
        return symbols.firstIndex(of: symbol).map { UInt8($0) }
    }

    private static func checkValue(of digits: Slice<UnsafeRawBufferPointer>) -> UInt8 {
        UInt8(digits.reduce(0) { ($0 * 32 + Int($1)) % 37 })
    }

    private static func mistyped(_ message: Sentence) -> SecurityError {
        SecurityError(
            .securityRecoveryCode, message,
            remedy: "Compare it with the printed code, group by group.")
    }
}
