/// Text from outside made harmless for a terminal: imported titles may hold anything.
public enum SafeText {
    /// One line: control characters and marks that reorder text become `�`, line breaks spaces.
    public static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                result.append(" ")
            } else {
                result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// Several lines, each made harmless.
    public static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line(String($0)) }
    }

    /// JSON with the same characters as escapes, which mean the same to a program.
    public static func escapingInJSON(_ json: String) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value >= 0x7F && isUnsafe(scalar)
        }
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if isEscaped(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a character could do something to a terminal, or turn what is written around it.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
