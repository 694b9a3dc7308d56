package import TenonCore
import TenonMemory

/// What the number of a card reveals: brand, validity, and how it is written in groups.
package struct CardNumber {
    /// What may be wrong with a number.
    package enum Doubt: Sendable, Equatable {
        /// It has too few or too many digits for its brand.
        case length
        /// Its last digit does not fit the others, as when one was mistyped.
        case checkDigit
        /// It has something other than digits, spaces and hyphens.
        case characters
    }

    private let text: SecretText

    /// Looks at a number as it was entered.
    package init(_ text: SecretText) { self.text = text }

    /// How many digits it has.
    var digitCount: Int { text.withBytes { $0.count { Self.digit($0) != nil } } }

    /// The number without what separates its digits; as it is when it is not made of digits.
    package var digits: SecretText {
        guard doubt != .characters else { return text }
        return text.withBytes { bytes in
            withWipedMemory(bytes.count) { buffer in
                var written = 0
                for byte in bytes where Self.digit(byte) != nil {
                    buffer[written] = byte
                    written += 1
                }
                return SecretText(utf8: UnsafeRawBufferPointer(rebasing: buffer[..<written]))
            }
        }
    }

    /// The last four digits; fewer when there are fewer.
    package var lastFour: String {
        text.withBytes { bytes in
            String(decoding: bytes.filter { Self.digit($0) != nil }.suffix(4), as: UTF8.self)
        }
    }

    /// The brand, by the first six digits.
    package var brand: CardBrand? {
        text.withBytes { bytes in
            let first = bytes.lazy.compactMap(Self.digit).prefix(6)
            return first.count == 6 ? CardBrand(firstDigits: first.reduce(0) { $0 * 10 + $1 }) : nil
        }
    }

    /// Why it may not be a card number; `nil` when it seems to be one, or is empty.
    package var doubt: Doubt? {
        guard !text.isEmpty else { return nil }
        let isClean = text.withBytes { bytes in
            bytes.allSatisfy { Self.digit($0) != nil || $0 == 0x20 || $0 == 0x2D }
        }
        guard isClean else { return .characters }
        guard Self.lengths(of: brand).contains(digitCount) else { return .length }
        return hasCheckDigit ? nil : .checkDigit
    }

    /// Why it may not become a card number while it is being typed: further digits may still come.
    package var doubtWhileTyped: Doubt? {
        let (count, most) = (digitCount, Self.lengths(of: brand).upperBound)
        switch doubt {
        case .characters: return .characters
        case .length: return count > most ? .length : nil
        // Most numbers have sixteen digits, or as many as their brand has at most.
        case .checkDigit: return count >= min(16, most) ? .checkDigit : nil
        case nil: return nil
        }
    }

    /// Whether the last digit fits the others: the formula of Luhn, ISO/IEC 7812-1 annex B.
    package var hasCheckDigit: Bool {
        text.withBytes { bytes in
            var sum = 0
            var isDoubled = false
            for digit in bytes.reversed().lazy.compactMap(Self.digit) {
                let weighted = isDoubled ? digit * 2 : digit
                sum += weighted > 9 ? weighted - 9 : weighted
                isDoubled.toggle()
            }
            return sum % 10 == 0
        }
    }

    /// The number in the groups of its brand: 4-6-5 for American Express, 4-6-4 for Diners Club with
    /// 14 digits, and groups of four otherwise; as it is when it is not made of digits.
    package var grouped: SecretText {
        guard doubt != .characters else { return text }
        let count = digitCount
        var groups = [Int](repeating: 4, count: count / 4 + 1)
        if brand == .americanExpress && count == 15 { groups = [4, 6, 5] }
        if brand == .dinersClub && count == 14 { groups = [4, 6, 4] }
        return text.withBytes { bytes in
            let length = count + max(0, groups.count - 1)
            return withWipedMemory(length) { buffer in
                var written = 0
                var group = 0
                var inGroup = 0
                for byte in bytes where Self.digit(byte) != nil {
                    if group < groups.count - 1, inGroup == groups[group] {
                        buffer[written] = 0x20
                        written += 1
                        group += 1
                        inGroup = 0
                    }
                    buffer[written] = byte
                    written += 1
                    inGroup += 1
                }
                return SecretText(utf8: UnsafeRawBufferPointer(rebasing: buffer[..<written]))
            }
        }
    }

    private static func lengths(of brand: CardBrand?) -> ClosedRange<Int> {
        switch brand {
        case .americanExpress: 15...15
        case .dinersClub: 14...19
        case .mastercard, .elo: 16...16
        case .visa: 13...19
        case .maestro, nil: 12...19
        case .discover, .jcb, .mir, .unionPay: 16...19
        }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
    }
}
