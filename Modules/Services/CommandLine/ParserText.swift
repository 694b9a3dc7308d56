import TenonCore

/// ArgumentParser's output, in the person's language.
///
/// The library speaks English only. Its lines are few, so they are recognised by their form and
/// translated; an unknown line stays as it is.
struct ParserText {
    /// The lines of which the library makes its help and its errors; of two that fit, the first.
    static let lines: [Sentence] = [
        "OVERVIEW: \(0)", "USAGE: \(0)", "Usage: \(0)", "Help:  \(0)",
        "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:",
        "\(0)Show help information.", "\(0)Show the version.",
        "  See '\(0)' for detailed help.", "  See '\(0)' for more information.",
        "error: Unknown option '\(0)'. Did you mean '\(1)'?", "error: Unknown option '\(0)'",
        "error: Missing expected argument '\(0)'", "error: Missing value for '\(0)'",
        "error: The value '\(0)' is invalid for '\(1)'. Please provide one of \(2).",
        "error: The value '\(0)' is invalid for '\(1)'",
        "error: The option '\(0)' does not take any value, but '\(1)' was specified.",
        "error: Unexpected argument '\(0)'", "error: \(0) unexpected arguments: \(1)",
        "error: \(0)",
    ]
    /// Words within the lines of an option.
    private static let values: Sentence = "(values: "
    private static let standard: Sentence = "default: "

    let text: String

    /// The text as a translator says it.
    func translated(by reporter: EndingReporter) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { translated(String($0), by: reporter) }.joined(separator: "\n")
    }

    private func translated(_ line: String, by reporter: EndingReporter) -> String {
        let prefix = "Error: "
        let line = line.hasPrefix(prefix) ? "error: " + line.dropFirst(prefix.count) : line
        for known in Self.lines {
            if let sentence = Sentence(line, as: known.pattern) {
                return reporter.text(of: sentence)
            }
        }
        return [Self.values, Self.standard].reduce(line) { line, words in
            line.replacing("\(words)", with: reporter.text(of: words))
        }
    }
}

extension Sentence {
    /// Takes a text for what a pattern made; `nil` when it has another form.
    init?(_ text: String, as pattern: String) {
        let words = pattern.split(separator: /\{\d\}/, omittingEmptySubsequences: false)
        var rest = text[...]
        var values: [Value] = []
        for (index, word) in words.enumerated() {
            if index == 0 {
                guard rest.hasPrefix(word) else { return nil }
                rest = rest.dropFirst(word.count)
            } else if index == words.count - 1, word.isEmpty {
                values.append(.text(String(rest)))
                rest = ""
            } else {
                guard let range = rest.firstRange(of: word) else { return nil }
                values.append(.text(String(rest[..<range.lowerBound])))
                rest = rest[range.upperBound...]
            }
        }
        guard rest.isEmpty else { return nil }
        self.init(pattern: pattern, values: values)
    }
}
