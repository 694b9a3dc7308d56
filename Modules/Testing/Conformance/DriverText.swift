/// Text as the conformance suite compares it, whatever a front end did to make it fit.
public enum DriverText {
    /// The text without white space and without marks of writing direction.
    ///
    /// Front ends may break lines anywhere, and may isolate text of the other direction with the
    /// characters of UAX #9.
    public static func normalized(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where !scalar.properties.isWhitespace && !scalar.properties.isBidiControl {
            result.append(scalar)
        }
        return String(result)
    }

    /// Whether a person who sees a text sees a part of it.
    public static func contains(_ text: String, _ part: String) -> Bool {
        missing([part], in: text).isEmpty
    }

    /// The parts that a person who sees a text does not see.
    static func missing(_ parts: [String], in text: String) -> [String] {
        let text = normalized(text)
        return parts.filter { !text.contains(normalized($0)) }
    }
}
