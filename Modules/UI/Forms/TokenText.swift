import TenonCore

/// Tokens as one text, in which people type them: `work, "Miller, Inc."`.
///
/// Commas part them, also the Arabic one. What has a comma of its own stands between quotes, as in
/// RFC 4180, section 2.
package struct TokenText {
    private static let commas: Set<Character> = [",", "\u{60C}"]

    /// The tokens, each once and without space around it.
    package private(set) var tokens: [String] = []
    /// What is typed after the last comma, which ``tokens`` hold, too.
    private var last = ""
    /// How many tokens are before the last comma.
    private var finished = 0

    /// Reads a text; quotes that are not closed end with it.
    package init(_ text: String) {
        var characters = text.makeIterator()
        var next = characters.next()
        var isQuoted = false
        while let character = next {
            next = characters.next()
            switch character {
            case "\"" where isQuoted && next == "\"":
                last.append(character)
                next = characters.next()
            case "\"" where isQuoted:
                isQuoted = false
            case "\"" where last.allSatisfy(\.isWhitespace):
                (last, isQuoted) = ("", true)
            case _ where Self.commas.contains(character) && !isQuoted:
                finish()
                last = ""
                finished = tokens.count
            default:
                last.append(character)
            }
        }
        finish()
    }

    private mutating func finish() {
        let token = last.trimmed
        if !token.isEmpty, !tokens.contains(token) { tokens.append(token) }
    }

    /// The text in which people read tokens and go on to type.
    package static func text(of tokens: [String]) -> String {
        tokens.map { token in
            guard token.contains(where: commas.contains) || token.hasPrefix("\"")
            else { return token }
            return "\"\(token.replacing("\"", with: "\"\""))\""
        }.joined(separator: ", ")
    }

    /// The tokens that what is typed last may become, without regard to case; none when nothing is.
    package func completions(from suggestions: [String]) -> [String] {
        let typed = last.trimmed.lowercased()
        guard !typed.isEmpty else { return [] }
        return suggestions.filter {
            $0.lowercased().hasPrefix(typed) && !tokens.contains($0)
        }
    }

    /// The text with a token in place of what is typed last.
    package func completed(by token: String) -> String {
        Self.text(of: tokens.prefix(finished) + [token])
    }
}
