import BoundaryRules

/// Finds in Swift sources what is said to people by errors: the literals that become a `Sentence`.
///
/// Those are the literals directly in a call of a type whose name ends in `Error`, of `BootProblem`, of
/// `Sentence`, or of a function that takes a `Sentence`; those in a declaration of the type `Sentence`; and those
/// with the label `help`. A literal before a colon is the key of a dictionary, and not said.
struct SentenceScanner {
    /// A literal and where it begins.
    struct Finding {
        let pattern: String
        let line: Int
    }

    /// A function by its name and the label of its first parameter.
    private struct Callee: Hashable {
        let name: String
        let label: String
    }

    private let callees: Set<Callee>

    /// Makes a scanner that knows the functions of these sources.
    init(knowing sources: [String]) throws {
        // A type may stand between the name and the parameter; a line break as well.
        let functions = try Regex<(Substring, Substring, Substring)>(
            #"func (\w+)\(\s*(\w+)(?:[^()]|\([^()]*\))*:\s*\[?Sentence\b"#)
        let closures = try Regex<(Substring, Substring)>(#"let (\w+): \(Sentence\)"#)
        callees = Set(
            sources.flatMap { source in
                source.matches(of: functions).map {
                    Callee(name: String($0.1), label: $0.2 == "_" ? "" : String($0.2))
                } + source.matches(of: closures).map { Callee(name: String($0.1), label: "") }
            })
    }

    /// The sentences of a source.
    ///
    /// - Throws: `BoundaryError` when a literal of several lines has no end.
    func sentences(in source: String) throws -> [Finding] {
        var findings: [Finding] = []
        /// What was opened and not closed yet, with whether literals in it are sentences.
        var open: [Bool] = [false]
        for piece in try SwiftText(source).pieces {
            switch piece.kind {
            case .comment: break
            case .literal(let literal):
                let isKey = source[piece.text.endIndex...].hasPrefix(":")
                let isSaid = open.last == true || isMarked(source[..<piece.text.startIndex])
                if !isKey, isSaid, !literal.pattern.isEmpty {
                    findings.append(Finding(pattern: literal.pattern, line: piece.line))
                }
            case .code:
                for index in piece.text.indices { follow(source, at: index, &open) }
            }
        }
        return findings
    }

    /// Opens and closes what a character does.
    private func follow(_ source: String, at index: String.Index, _ open: inout [Bool]) {
        switch source[index] {
        case "(":
            open.append(
                isCall(source[..<index], source[index...].dropFirst(), within: open.last == true))
        case "{":
            open.append(open.last == true || isDeclaration(source[..<index]))
        case "[":
            open.append(open.last == true || source[..<index].hasSuffix(": [Sentence] = "))
        case ")", "}", "]":
            if open.count > 1 { open.removeLast() }
        default:
            break
        }
    }

    /// Whether what is in parentheses after a text is said; those of no call change nothing.
    private func isCall(
        _ before: Substring, _ arguments: Substring, within sentences: Bool
    ) -> Bool {
        let reversed = before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let name = String(reversed.reversed())
        guard !name.isEmpty else { return sentences }
        guard !before.dropLast(name.count).hasSuffix("func ") else { return false }
        let word = arguments.drop(while: \.isWhitespace).prefix { $0.isLetter || $0 == "_" }
        let isLabel = arguments[word.endIndex...].hasPrefix(":")
        return name.hasSuffix("Error") || name == "BootProblem" || name == "Sentence"
            || callees.contains(Callee(name: name, label: isLabel ? String(word) : ""))
    }

    private func isMarked(_ before: Substring) -> Bool {
        before.hasSuffix("help: ") || before.hasSuffix(": Sentence = ")
    }

    private func isDeclaration(_ before: Substring) -> Bool {
        before.hasSuffix(": Sentence ") || before.hasSuffix("-> Sentence ")
    }
}
