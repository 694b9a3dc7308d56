/// How many columns of a terminal text takes at most.
///
/// Wide characters are those of East Asian Width W and F (UAX #11) and those shown as pictures;
/// marks that combine with the character before them take no column. Terminals differ in how they
/// show pictures that are joined to one. Such pictures count as in a terminal that shows the parts
/// one by one, so that nothing is ever lost at the end of a line.
package enum DisplayWidth {
    /// The columns of a text without line breaks and control characters.
    package static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one character; more than 2 when it is made of several.
    package static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count == 1 { return of(first) }
        let sum = scalars.reduce(0) { $0 + of($1) }
        // A variation selector makes a picture of what comes before.
        if scalars.contains(where: { $0.value == 0xFE0F }) { return max(2, sum) }
        return max(1, sum)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        if isZeroWidth(scalar) { return 0 }
        // Two letters make a flag.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
        return isWide(scalar) ? 2 : 1
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        // Vowels and final consonants of Korean join the consonant before them.
        if (0x1160...0x11FF).contains(scalar.value) { return true }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return true }
        return wideRanges.contains { $0.contains(scalar.value) }
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
        0x20000...0x3FFFD,
    ]
}
