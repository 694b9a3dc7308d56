/// A string literal in a Swift source, as much of it as tells its text.
struct StringLiteral {
    /// The text, with `{0}`, `{1}` … in the places of the interpolations.
    let pattern: String
    /// The sources of the interpolations.
    let interpolations: [String]

    /// Reads the literal that begins at a quotation mark, and moves past its end.
    ///
    /// - Returns: `nil` for a literal that has no end.
    init?(_ source: Substring, at index: inout String.Index) {
        var reader = Reader(rest: source[index...])
        guard reader.read() else { return nil }
        pattern = reader.isMultiline ? reader.text.unindented : reader.text
        interpolations = reader.interpolations
        index = reader.rest.startIndex
    }

    private struct Reader {
        var rest: Substring
        var text = ""
        var interpolations: [String] = []
        var isMultiline = false

        mutating func read() -> Bool {
            isMultiline = rest.hasPrefix("\"\"\"")
            let mark = isMultiline ? "\"\"\"" : "\""
            rest.removeFirst(mark.count)
            while let character = rest.first {
                if rest.hasPrefix(mark) {
                    rest.removeFirst(mark.count)
                    return true
                }
                rest.removeFirst()
                if character == "\\" { escape() } else { text.append(character) }
            }
            return false
        }

        private mutating func escape() {
            guard let character = rest.popFirst() else { return }
            switch character {
            case "(":
                text += "{\(interpolations.count)}"
                interpolations.append(interpolation())
            case "n": text += "\n"
            // The line goes on in the next one, without the indentation of that.
            case "\n": rest = rest.drop { $0 == " " }
            default: text.append(character)
            }
        }

        private mutating func interpolation() -> String {
            let start = rest
            var depth = 1
            while let character = rest.first {
                if character == "\"" {
                    var index = rest.startIndex
                    guard StringLiteral(rest, at: &index) != nil else { break }
                    rest = rest[index...]
                    continue
                }
                rest.removeFirst()
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if depth == 0 { return String(start[..<rest.startIndex].dropLast()) }
            }
            return String(start)
        }
    }
}

extension String {
    /// The content of a multi-line literal: without the first and last line, and without what the
    /// last line is indented by.
    fileprivate var unindented: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        guard let indentation = lines.popLast()?.count else { return "" }
        return lines.map { $0.dropFirst($0.hasPrefix(" ") ? indentation : 0) }
            .joined(separator: "\n")
    }
}
