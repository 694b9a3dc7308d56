import TenonCore

/// Text in mdoc, the language of manual pages (mdoc(7)): escapes what has a meaning there.
struct ManualText {
    private static let width = 78

    private(set) var lines: [String] = []

    /// The page so far.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a line with a macro; its arguments must be escaped.
    mutating func macro(_ line: String) { lines.append(line) }

    /// Begins a section.
    mutating func section(_ title: String) { lines.append(".Sh \(title)") }

    /// Begins a subsection.
    mutating func subsection(_ title: String) { lines.append(".Ss \(Self.argument(title))") }

    /// Adds running text; each sentence begins a line, as the language wants it.
    mutating func paragraph(_ text: String) {
        for sentence in Self.sentences(of: text) {
            var line = ""
            for word in sentence {
                if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > Self.width {
                    lines.append(line)
                    line = ""
                }
                // A point at the beginning of a line would be a macro.
                if line.isEmpty, word.first == "." || word.first == "'" { line = "\\&" }
                line += line.isEmpty || line == "\\&" ? word : " \(word)"
            }
            if !line.isEmpty { lines.append(line) }
        }
    }

    /// Adds several paragraphs; lines that begin with two spaces are shown as they are.
    mutating func text(_ text: String) {
        var isFirst = true
        var literal: [String] = []
        var running: [String] = []
        func endRunning(_ page: inout ManualText) {
            guard !running.isEmpty else { return }
            if !isFirst { page.macro(".Pp") }
            page.paragraph(running.joined(separator: " "))
            running = []
            isFirst = false
        }
        func endLiteral(_ page: inout ManualText) {
            page.literal(literal)
            isFirst = isFirst && literal.isEmpty
            literal = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  ") {
                endRunning(&self)
                literal.append(String(line.dropFirst(2)))
            } else {
                endLiteral(&self)
                if line.isEmpty { endRunning(&self) } else { running.append(String(line)) }
            }
        }
        endRunning(&self)
        endLiteral(&self)
    }

    /// Adds lines that are shown as they are.
    mutating func literal(_ text: [String]) {
        guard !text.isEmpty else { return }
        macro(".Bd -literal -offset indent")
        for line in text {
            let escaped = Self.escaped(line)
            macro(escaped.first == "." || escaped.first == "'" ? "\\&\(escaped)" : escaped)
        }
        macro(".Ed")
    }

    /// Adds a list of terms, whose lines are macros, and what they mean.
    mutating func terms(_ terms: [(macro: String, meaning: String)]) {
        guard !terms.isEmpty else { return }
        macro(".Bl -tag -width Ds")
        for term in terms {
            macro(".It \(term.macro)")
            paragraph(term.meaning)
        }
        macro(".El")
    }

    /// Text as the argument of a macro: one word, in quotation marks when it has spaces.
    static func argument(_ text: String) -> String {
        let escaped = escaped(text)
        guard !escaped.isEmpty else { return "\"\"" }
        // Short words may be names of macros.
        if escaped.contains(where: { $0 == " " || $0 == "\t" }) || escaped.utf8.count <= 3 {
            return "\"\\&\(escaped.replacing("\"", with: "\\(dq"))\""
        }
        return "\\&\(escaped.replacing("\"", with: "\\(dq"))"
    }

    /// Text in which nothing has a meaning to the formatter, in ASCII.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\t": result += " "
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                result += "\\[u\(scalar.value.hexadecimal(digits: 4, uppercase: true))]"
            }
        }
        return result
    }

    /// The words of each sentence, escaped.
    private static func sentences(of text: String) -> [[String]] {
        var sentences: [[String]] = [[]]
        for word in text.split(whereSeparator: \.isWhitespace) {
            sentences[sentences.count - 1].append(escaped(String(word)))
            if let last = word.last, ".!?".contains(last) { sentences.append([]) }
        }
        return sentences.filter { !$0.isEmpty }
    }
}
