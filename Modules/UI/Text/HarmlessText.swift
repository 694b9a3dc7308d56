/// Text from anywhere, made safe to print on a terminal.
///
/// Control characters could move the cursor, change the title or answer for the person; marks that
/// turn the direction of writing could make one thing look like another. They are replaced by
/// visible signs. Letters of right-to-left scripts stay as they are.
package enum HarmlessText {
    /// The text with its line breaks.
    package static func lines(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return text }
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            defer { wasReturn = scalar == "\r" }
            switch scalar {
            case "\n" where wasReturn: continue
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
            case "\t": result.append(contentsOf: "    ".unicodeScalars)
            default: result.append(replacement(of: scalar))
            }
        }
        return String(result)
    }

    /// The text on one line: line breaks become spaces.
    package static func line(_ text: String) -> String {
        let lines = lines(text)
        return lines.contains("\n") ? lines.replacing("\n", with: " ") : lines
    }

    /// Whether a text has characters that would not be printed as they are, tabs apart.
    package static func isNeeded(for text: String) -> Bool {
        text.unicodeScalars.contains { $0 != "\t" && replacement(of: $0) != $0 }
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            "\u{FFFD}"
        default: scalar
        }
    }
}
