import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// The tables of the article, by their headings.
private struct Schema {
    /// A key of an object.
    struct Key {
        let name: String
        let form: String
        let isOptional: Bool
    }

    /// What a heading describes.
    enum Part {
        case object([Key])
        /// By the `type`.
        case kinds([String: [Key]])
        case words(Set<String>)
    }

    let parts: [String: Part]

    init(article: String) throws {
        var parts: [String: Part] = [:]
        for section in article.split(separator: "\n### ") {
            let lines = section.split(separator: "\n")
            let rows = lines.filter { $0.hasPrefix("|") }.map { line in
                line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
            guard let head = rows.first, let name = lines.first.map(String.init) else { continue }
            switch head[0] {
            case "key":
                parts[name] = .object(try rows.dropFirst(2).map { try Key("\($0[0]) \($0[1])") })
            case "type":
                let kinds = try rows.dropFirst(2).map { row in
                    let keys = try row[1].split(separator: ", ").map { try Key(String($0)) }
                    return (Self.word(row[0]), keys)
                }
                parts[name] = .kinds(try Self.unique(kinds))
            default:
                parts[name] = .words(Set(rows.dropFirst(2).map { Self.word($0[0]) }))
            }
        }
        self.parts = parts
    }

    private static func word(_ cell: String) -> String { cell.replacing("`", with: "") }

    private static func unique(_ kinds: [(String, [Key])]) throws -> [String: [Key]] {
        let dictionary = Dictionary(kinds) { first, _ in first }
        try #require(dictionary.count == kinds.count)
        return dictionary
    }
}

extension Schema.Key {
    /// Reads `` `parent`? text ``.
    fileprivate init(_ text: String) throws {
        let match = try #require(text.wholeMatch(of: /`(\w+)`(\?)? (.+)/), "\(text)")
        self.init(
            name: String(match.1), form: String(match.3), isOptional: match.2 != nil)
    }
}

/// Compares JSON with the article, and remembers what of the article was seen.
private struct SchemaComparison {
    let schema: Schema
    /// Each as `Screen.title`, `Phase(ready)` or `Phase(loading).message`.
    var seen: Set<String> = []
    var faults: Set<String> = []

    init(_ schema: Schema) { self.schema = schema }

    /// All that the article describes, but for words.
    var described: Set<String> {
        Set(
            schema.parts.flatMap { name, part -> [String] in
                switch part {
                case .object(let keys): keys.map { "\(name).\($0.name)" }
                case .kinds(let kinds):
                    kinds.flatMap { kind, keys in
                        ["\(name)(\(kind))"] + keys.map { "\(name)(\(kind)).\($0.name)" }
                    }
                case .words: []
                }
            })
    }

    mutating func compare(_ value: Any, with form: String, at place: String) {
        if form.hasPrefix("["), let values = value as? [Any] {
            for value in values {
                compare(value, with: String(form.dropFirst().dropLast()), at: place)
            }
        } else if form.hasPrefix("{"), let values = value as? [String: Any] {
            for value in values.values {
                compare(value, with: String(form.dropFirst().dropLast()), at: place)
            }
        } else if let part = schema.parts[form] {
            compare(value, with: part, named: form, at: place)
        } else if !Self.isPlain(value, form) {
            faults.insert("\(place) is no \(form)")
        }
    }

    private mutating func compare(
        _ value: Any, with part: Schema.Part, named name: String, at place: String
    ) {
        switch (part, value) {
        case (.words(let words), let word as String) where words.contains(word): break
        case (.object(let keys), let object as [String: Any]):
            compare(object, with: keys, named: name)
        case (.kinds(let kinds), var object as [String: Any]):
            let tag = name == "Event" ? "event" : "type"
            let kind = object.removeValue(forKey: tag) as? String ?? ""
            guard let keys = kinds[kind] else {
                faults.insert("\(place) has the type '\(kind)'")
                return
            }
            seen.insert("\(name)(\(kind))")
            compare(object, with: keys, named: "\(name)(\(kind))")
        default:
            faults.insert("\(place) is no \(name)")
        }
    }

    private mutating func compare(
        _ object: [String: Any], with keys: [Schema.Key], named name: String
    ) {
        for key in keys {
            if let value = object[key.name] {
                seen.insert("\(name).\(key.name)")
                compare(value, with: key.form, at: "\(name).\(key.name)")
            } else if !key.isOptional {
                faults.insert("\(name).\(key.name) is missing")
            }
        }
        for name in Set(object.keys).subtracting(keys.map(\.name)) {
            faults.insert("\(name) is not in the article, but in \(object)")
        }
    }

    private static func isPlain(_ value: Any, _ form: String) -> Bool {
        if form == "text" { return value is String }
        guard let number = value as? NSNumber else { return false }
        // What was written as true or false is a number of one character for Foundation.
        let isFlag = String(cString: number.objCType) == "c"
        return switch form {
        case "true or false": isFlag
        case "number": !isFlag
        case "whole number": !isFlag && number.doubleValue.rounded() == number.doubleValue
        default: false
        }
    }
}

@Suite("The articles about screens, forms and questions as JSON", .serialized)
struct SchemaArticleTests {
    private static let articles = ["ScreensAsJSON", "FormsAndQuestionsAsJSON"].map { name in
        URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Modules/Presentation/Headless/TenonHeadless.docc/\(name).md"
        ).standardizedFileURL
    }

    /// The samples of the conformance suite, and what is done on them so that all is seen.
    private static let samples: [(name: String, input: [String])] = [
        ("text", []), ("richText", []), ("image", []),
        ("tone", []), ("table", []), ("chart", []), ("progress", []), ("group", []),
        ("form", []), ("jar", []), ("keys", []), ("actions", []), ("loading", []), ("empty", []),
        ("failed", []),
        ("long", []), ("list", []), ("selecting", []), ("home", []),
        ("facts", [#"{"do":"act","action":"reveal","target":"password","settle":true}"#]),
        (
            "qrCode",
            ["reveal", "conceal"].map { #"{"do":"act","action":"\#($0)","settle":true}"# }
        ),
        (
            "secret",
            [
                #"{"do":"act","action":"make","target":"new","settle":true}"#,
                #"{"do":"act","action":"keep","settle":true}"#,
            ]
        ),
        ("many", [#"{"do":"watch","changes":true}"#, #"{"do":"look"}"#, search]),
        ("questions", questions.map { #"{"do":"act","action":"\#($0)"}"# } + [look]),
        ("questions", messages.map { #"{"do":"act","action":"\#($0)","settle":true}"# } + [undo]),
    ]
    private static let search = #"{"do":"search","text":"12","settle":true}"#
    private static let look = #"{"do":"look","settle":true}"#
    private static let questions = ["choices", "mild", "moderate", "severe", "prompt"]
    private static let messages = ["notice", "caution", "progress", "finish", "nothing", "tower"]
    private static let undo = #"{"do":"undo","notice":"u1","settle":true}"#
    /// No sample moves a row, and what has words of its own for "no" is refused here, not asked.
    private static let unseen: Set = [
        "Confirmation.cancelTitle", "Confirmation.alternative", "Move.from", "Move.to",
    ]

    private static func schema() throws -> Schema {
        let texts = try articles.map { try String(contentsOf: $0, encoding: .utf8) }
        return try Schema(article: texts.joined(separator: "\n"))
    }

    @Test("describes all that an application writes, and nothing else, and so does the JSON Schema")
    func describes() async throws {
        var comparison = SchemaComparison(try Self.schema())
        var lines: [String] = []
        for (sample, input) in Self.samples {
            let program = try ChildProgram(
                "conformance-headless", arguments: ["--open=conformance:\(sample)"])
            for line in input { try program.send(line) }
            try program.closeInput()
            #expect(await program.wait() == 0)
            for line in program.output.split(separator: 0x0A) {
                lines.append(String(decoding: line, as: UTF8.self))
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
                if let error = object["error"] {
                    comparison.compare(error, with: "Problem", at: "error")
                } else if object["reply"] == nil {
                    comparison.compare(object, with: "Event", at: sample)
                }
            }
        }
        #expect(comparison.faults.sorted() == [])
        let unseen = comparison.described.subtracting(comparison.seen)
        #expect(unseen.sorted() == Self.unseen.sorted())
        #expect(lines.count > 50)
        #expect(try await ScreenSchema.faults(in: lines) == "")
    }

    @Test("has the words of every enumeration")
    func words() throws {
        let schema = try Self.schema()
        func words(_ heading: String) throws -> Set<String> {
            guard case .words(let words) = try #require(schema.parts[heading]) else { return [] }
            return words
        }
        #expect(try words("Scope") == Set(Action.Scope.allCases.map(\.rawValue)))
        #expect(try words("Role") == Set(Action.Role.allCases.map(\.rawValue)))
        #expect(try words("Tone") == Set(Tone.allCases.map(\.rawValue)))
        #expect(try words("Chart") == Set(ChartBlock.Kind.allCases.map(\.rawValue)))
        #expect(try words("SpanStyle") == Set(TextSpan.Style.allCases.map(\.rawValue)))
        #expect(try words("Autofill") == Set(Field.Autofill.allCases.map(\.rawValue)))
    }
}
