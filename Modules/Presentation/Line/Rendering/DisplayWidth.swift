/// How many columns of a terminal text takes.
///
/// Wide characters are those of East Asian Width W and F (UAX #11) and those shown as pictures;
/// marks that combine with the character before them take no column.
enum DisplayWidth {
    /// The columns of a text without line breaks and control characters.
    static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one character, 0 to 2.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        let scalars = character.unicodeScalars
        if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
        if isZeroWidth(first) { return scalars.count == 1 ? 0 : 1 }
        return isWide(first) ? 2 : 1
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
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
