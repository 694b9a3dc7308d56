/// Text from anywhere, made safe to print on a terminal.
///
/// Control characters could move the cursor, change the title or answer for the person; marks that
/// turn the direction of writing could make one thing look like another. They are replaced by
/// visible signs. Letters of right-to-left scripts stay as they are, and so do marks that isolate a
/// part of a line (UAX #9, FSI and PDI) when both are there: they change nothing around them. Marks above
/// and below a letter are left out where they would reach into other lines.
package enum HarmlessText {
    /// How many marks a letter may have, as many as in stream-safe text (UAX #15, section 13).
    private static let mostMarks = 30

    /// The text with its line breaks.
    package static func lines(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return text }
        var result = String.UnicodeScalarView()
        var wasReturn = false
        var marks = 0
        let isolates = isolates(in: text.unicodeScalars)
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            defer { wasReturn = scalar == "\r" }
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= mostMarks else { continue }
            switch scalar {
            case "\u{2068}", "\u{2069}":
                result.append(isolates.contains(index) ? scalar : replacement(of: scalar))
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

    /// JSON with escapes instead of such characters, which mean the same to a program.
    ///
    /// Line breaks and other characters of ASCII stay: outside texts they are part of the layout,
    /// and inside texts JSON has escaped them already.
    package static func json(_ json: String) -> String {
        if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if scalar.value >= 0x7F, isDangerous(scalar) {
                append(escapeOf: scalar, to: &result)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Appends a character as JSON escapes it (RFC 8259, section 7).
    package static func append(escapeOf scalar: Unicode.Scalar, to json: inout String) {
        for unit in String(scalar).utf16 { json += "\\u" + unit.hexadecimal() }
    }

    /// Whether a text has characters that would not be printed as they are, tabs apart.
    package static func isNeeded(for text: String) -> Bool {
        text.unicodeScalars.contains { $0 != "\t" && isDangerous($0) }
    }

    /// Whether a character could do something to a terminal, or turn the writing around it.
    package static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Where marks begin and end the isolation of a part of a line (UAX #9, FSI and PDI); others
    /// could end one early, or never.
    package static func isolates(in scalars: String.UnicodeScalarView) -> Set<String.Index> {
        var open: [String.Index] = []
        var found: Set<String.Index> = []
        for index in scalars.indices {
            switch scalars[index] {
            case "\u{2068}": open.append(index)
            case "\u{2069}": if let begin = open.popLast() { found.formUnion([begin, index]) }
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": open = []
            default: break
            }
        }
        return found
    }

    /// Whether a character is drawn above, below or around the one before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: isDangerous(scalar) ? "\u{FFFD}" : scalar
        }
    }
}
