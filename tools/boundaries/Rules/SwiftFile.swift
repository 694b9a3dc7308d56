import Foundation

/// A Swift file, and the facts about it that the rules need.
///
/// Imports are read line by line, which is enough for what the formatter lets pass: each stands on a
/// line of its own.
struct SwiftFile {
    /// One `import`.
    struct Import {
        /// The module, also where only one of its declarations is imported.
        let module: String
        /// Where it is, counted from 1.
        let line: Int
        /// Whether importers of this file's module get the imported one as well.
        let isReexport: Bool
        /// Whether it opens what is internal to the module.
        let isTestable: Bool
    }

    /// A type that is declared as a plugin.
    struct Plugin {
        /// The name of the type.
        let name: String
        /// Where it is declared, counted from 1.
        let line: Int
        /// Whether its documentation says that applications name it by hand.
        let isNamedByHand: Bool
    }

    /// The path, relative to the root of the repository.
    let path: String
    /// The name of the target that compiles it, or nothing if none does.
    let target: String?
    /// All imports, also those under `#if`, whichever way the condition goes.
    let imports: [Import]
    private let lines: [Substring]
    /// Each line without its comment and its literals.
    private let code: [Substring]

    /// Reads the text of a file.
    ///
    /// - Throws: `BoundaryError` when a literal of several lines has no end.
    init(path: String, target: String?, text: String) throws {
        self.path = path
        self.target = target
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        do {
            code = try SwiftFile.code(of: SwiftText(text))
        } catch {
            throw BoundaryError("\(path): \(error)")
        }
        imports = zip(1..., code).compactMap { SwiftFile.importing($1, line: $0) }
    }

    /// The text of each comment, with the line that it is on.
    var comments: [(line: Int, text: Substring)] {
        zip(1..., lines).compactMap { number, line in
            line.range(of: "//").map { (number, line[$0.lowerBound...]) }
        }
    }

    /// The types that are declared as plugins.
    var plugins: [Plugin] {
        let text = code.joined(separator: "\n")
        let declaration = /\b(?:enum|struct|class|actor) (\w+)[^{]*:[^{]*\bPlugin\b/
        return text.matches(of: declaration).map { match in
            let before = text[..<match.range.lowerBound].split(
                separator: "\n", omittingEmptySubsequences: false)
            let documentation = lines[..<(before.count - 1)].reversed().prefix {
                $0.drop(while: \.isWhitespace).hasPrefix("//")
            }
            return Plugin(
                name: String(match.1), line: before.count,
                isNamedByHand: documentation.contains { $0.contains("by hand") })
        }
    }

    /// The types that plugin records lead to: `X` of each `X.self` in a `PluginRecord`.
    var recordedPlugins: [String] {
        code.joined(separator: "\n").matches(of: /PluginRecord[^}]*/).flatMap { record in
            record.output.matches(of: /(\w+)\.self/).map { String($0.1) }
        }
    }

    private static func code(of text: SwiftText) -> [Substring] {
        let code = text.pieces.map { piece in
            switch piece.kind {
            case .code: String(piece.text)
            case .comment: ""
            case .literal: String(piece.text.filter(\.isNewline))
            }
        }
        return code.joined().split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static let kinds: Set<Substring> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
    ]
    private static let accessLevels: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    private static func importing(_ line: Substring, line number: Int) -> Import? {
        guard line.contains("import") else { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        let attributes = words.prefix { $0.hasPrefix("@") }
        var rest = words.dropFirst(attributes.count)
        if let level = rest.first, accessLevels.contains(level) { rest.removeFirst() }
        guard rest.popFirst() == "import" else { return nil }
        if let kind = rest.first, kinds.contains(kind) { rest.removeFirst() }
        guard rest.count == 1, let module = rest.first?.split(separator: ".").first else {
            return nil
        }
        return Import(
            module: module.trimmingCharacters(in: ["`"]), line: number,
            isReexport: attributes.contains("@_exported"),
            isTestable: attributes.contains("@testable"))
    }
}
