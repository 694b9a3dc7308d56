/// The directions in which text is written, where text of one is a part of the other (UAX #9).
enum WritingDirection {
    private static let begin: Unicode.Scalar = "\u{2068}"
    private static let end: Unicode.Scalar = "\u{2069}"

    /// Whether a value may be written in another direction than the text that it is a part of.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isRightToLeft: Whether the text is written from right to left; then all but plain digits
    ///     may differ, since signs between digits and letters turn with what is before them.
    static func mayDiffer(_ value: String, fromRightToLeft isRightToLeft: Bool) -> Bool {
        guard !isRightToLeft else { return !value.allSatisfy(\.isWholeNumber) }
        guard !value.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        return value.unicodeScalars.contains { scalar in
            rightToLeft.contains { $0.contains(scalar.value) }
        }
    }

    /// A value with marks around it that keep its direction to itself.
    ///
    /// Such marks in the value itself, which would end the isolation early, become visible signs.
    static func isolated(_ value: String) -> String {
        var result = String.UnicodeScalarView([begin])
        for scalar in value.unicodeScalars {
            result.append((0x2066...0x2069).contains(scalar.value) ? "\u{FFFD}" : scalar)
        }
        result.append(end)
        return String(result)
    }

    /// Where Unicode has the scripts that are written from right to left.
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
}
