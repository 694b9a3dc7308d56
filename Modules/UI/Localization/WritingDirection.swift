import TenonCore

/// The directions in which text is written, where text of one is a part of the other (UAX #9).
enum WritingDirection {
    private static let begin: Unicode.Scalar = "\u{2068}"
    private static let end: Unicode.Scalar = "\u{2069}"

    /// Whether a value may be written in another direction than the text that it is a part of.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isRightToLeft: Whether the text is written from right to left. Then numbers may differ as
    ///     well, when there is more than digits: signs between them turn with what is before them.
    static func mayDiffer(_ value: String, fromRightToLeft isRightToLeft: Bool) -> Bool {
        guard isRightToLeft else { return value.unicodeScalars.contains(where: runsLeft(_:)) }
        let letters = value.unicodeScalars.filter(\.properties.isAlphabetic)
        guard letters.isEmpty else { return !letters.allSatisfy(runsLeft(_:)) }
        return !value.allSatisfy(\.isWholeNumber)
    }

    /// A value with marks around it that keep its direction to itself.
    ///
    /// Marks in the value itself that would end the isolation early become visible signs.
    static func isolated(_ value: String) -> String {
        let scalars = value.unicodeScalars
        let isolates = HarmlessText.isolates(in: scalars)
        var result = String.UnicodeScalarView([begin])
        for index in scalars.indices {
            let isMark = (0x2066...0x2069).contains(scalars[index].value)
            result.append(isMark && !isolates.contains(index) ? "\u{FFFD}" : scalars[index])
        }
        result.append(end)
        return String(result)
    }

    /// What a format wrote, without its own marks of direction, which front ends do not let through:
    /// values are isolated as a whole.
    static func withoutMarks(_ text: String) -> String {
        let marks: Set<Unicode.Scalar> = ["\u{61C}", "\u{200E}", "\u{200F}"]
        guard text.unicodeScalars.contains(where: marks.contains) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !marks.contains($0) }))
    }

    /// Whether a character belongs to a script that is written from right to left.
    private static func runsLeft(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x590 && rightToLeft.contains { $0.contains(scalar.value) }
    }

    /// Where Unicode has the scripts that are written from right to left.
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
}
