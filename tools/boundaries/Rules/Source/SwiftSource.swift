/// The facts about one Swift file that the rules need.
struct SwiftSource {
    /// All imports, also those under `#if`, whichever way the condition goes.
    let imports: [ImportDeclaration]
    /// All comments.
    let comments: [SwiftScanner.Comment]
    /// The types that are declared as plugins.
    let plugins: [PluginDeclaration]
    /// The types that plugin records lead to.
    let recordedPlugins: Set<String>

    /// Reads the text of a file.
    ///
    /// - Throws: `BoundaryError` when a comment or a literal has no end.
    init(_ text: String) throws {
        let scanner = try SwiftScanner(text)
        comments = scanner.comments
        imports = SwiftSource.imports(in: scanner.tokens)
        plugins = PluginDeclaration.all(in: scanner.tokens, comments: scanner.comments)
        recordedPlugins = PluginDeclaration.recorded(in: scanner.tokens)
    }

    // MARK: - Imports

    private static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
    ]
    private static let accessLevels: Set<String> = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    private static func imports(in tokens: [SwiftToken]) -> [ImportDeclaration] {
        tokens.indices.compactMap { index in
            guard tokens[index].kind == .word("import"),
                let attributes = attributes(before: index, in: tokens),
                let module = module(after: index, in: tokens)
            else { return nil }
            return ImportDeclaration(
                module: module, line: tokens[index].line, attributes: attributes)
        }
    }

    /// The attributes of a declaration, or nothing if the word at `index` does not start one.
    private static func attributes(before index: Int, in tokens: [SwiftToken]) -> Set<String>? {
        var found: Set<String> = []
        var end = index
        while true {
            let last = tokens[..<end].lastIndex { $0.kind != .newline }
            guard let last, tokens[last].kind != .symbol(";") else { return found }
            let startsLine = last < end - 1
            if let (name, start) = attribute(endingAt: last, in: tokens) {
                found.insert(name)
                end = start
            } else if !startsLine, let name = tokens[last].name, accessLevels.contains(name) {
                end = last
            } else {
                return startsLine ? found : nil
            }
        }
    }

    /// The attribute whose last token is at `index`, and where it starts.
    private static func attribute(
        endingAt index: Int, in tokens: [SwiftToken]
    ) -> (name: String, start: Int)? {
        var word = index
        if tokens[index].kind == .symbol(")") {
            guard let open = tokens[..<index].lastIndex(where: { $0.kind == .symbol("(") })
            else { return nil }
            word = open - 1
        }
        guard word > 0, tokens[word - 1].kind == .symbol("@"), let name = tokens[word].name
        else { return nil }
        return (name, word - 1)
    }

    /// The module named after the word at `index`, or nothing if that is not an import.
    private static func module(after index: Int, in tokens: [SwiftToken]) -> String? {
        let rest = tokens[(index + 1)...].drop { $0.kind == .newline }
        var names = rest.prefix(2).compactMap(\.name)
        if names.count == 2 {
            guard let kind = rest.first, case .word(let word) = kind.kind, kinds.contains(word)
            else { return nil }
            names.removeFirst()
        }
        guard let name = names.first,
            let place = rest.firstIndex(where: { $0.name == name })
        else { return nil }
        let next = rest[place...].dropFirst().first?.kind
        switch next {
        case nil, .newline, .symbol("."), .symbol(";"): return name
        default: return nil
        }
    }
}
