/// Breaks text into lines that fit, at spaces if possible, and loses none of it.
package enum TextWrapping {
    /// The lines of a text.
    ///
    /// - Parameters:
    ///   - text: Harmless text; its own line breaks are kept.
    ///   - width: The most columns of a line, at least 2.
    package static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { isolating(wrap($0, width: max(2, width))) }
    }

    /// A text with spaces up to a width.
    package static func padded(_ text: String, to width: Int, flushRight: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
        return flushRight ? spaces + text : text + spaces
    }

    /// The beginning of a harmless text that fits, with a sign where something is left out.
    package static func shortened(_ text: String, to width: Int) -> String {
        guard DisplayWidth.of(text) > width else { return text }
        var result = ""
        var used = 0
        for character in text {
            let size = DisplayWidth.of(character)
            guard used + size < width else { break }
            result.append(character)
            used += size
        }
        return isolating([result + "…"])[0]
    }

    /// Lines of one paragraph, in each of which the marks that isolate a part of it (UAX #9) begin
    /// and end, since a terminal knows nothing of the lines above.
    private static func isolating(_ lines: [String]) -> [String] {
        guard lines.contains(where: { $0.contains("\u{2068}") }) else { return lines }
        var open = 0
        return lines.map { line in
            let begin = String(repeating: "\u{2068}", count: open)
            for scalar in line.unicodeScalars {
                if scalar == "\u{2068}" { open += 1 }
                if scalar == "\u{2069}" { open = max(0, open - 1) }
            }
            return begin + line + String(repeating: "\u{2069}", count: open)
        }
    }

    private static func wrap(_ text: Substring, width: Int) -> [String] {
        if DisplayWidth.of(text) <= width { return [String(text)] }
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in words(of: text) {
            let size = DisplayWidth.of(word)
            if used + size <= width {
                line += word
                used += size
            } else if word.allSatisfy(\.isWhitespace) {
                // The break stands for the spaces.
                lines.append(line)
                (line, used) = ("", 0)
            } else {
                if used > 0 {
                    lines.append(trimmed(line))
                    (line, used) = ("", 0)
                }
                for character in word {
                    let size = DisplayWidth.of(character)
                    if used + size > width {
                        lines.append(line)
                        (line, used) = ("", 0)
                    }
                    line.append(character)
                    used += size
                }
            }
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line) }
        return lines
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Runs of spaces, and what lies between them; wide characters are words of their own.
    private static func words(of text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            let ends = next == text.endIndex || isBoundary(text[index], text[next])
            if ends {
                words.append(text[start..<next])
                start = next
            }
            index = next
        }
        return words
    }

    private static func isBoundary(_ left: Character, _ right: Character) -> Bool {
        if (left == " ") != (right == " ") { return true }
        return left != " " && (DisplayWidth.of(left) == 2 || DisplayWidth.of(right) == 2)
    }
}
