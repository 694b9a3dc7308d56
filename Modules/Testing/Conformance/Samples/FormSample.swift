import Foundation
import TenonCore
import TenonUI

/// A form with all kinds of fields, and what was sent with it.
enum FormSample {
    private struct State: Equatable {
        var values: [String: FieldValue] = [:]
        var size: Int?
        var problem: String?
        var isSaved = false

        func text(_ id: String, default other: String = "") -> String {
            if case .text(let text) = values[id] { text } else { other }
        }
    }

    static let sample = Sample("form", state: State()) { state in
        .sample("form", "A form", blocks: [.form(form(state))] + report(state))
    } respond: { input, _, _ in
        switch input {
        case .edit(let fields):
            .just { state in state.values.merge(fields) { $1 } }
        case .act("save", _, let fields, _):
            .run("save") { emit in
                let size = try size(of: fields["file"])
                emit { state in
                    // An empty secret means "as it was".
                    state.values.merge(fields.filter { $1 != .secret(SecretText("")) }) { $1 }
                    let isNamed = !state.text("name", default: "Ada").isEmpty
                    state.problem = isNamed ? nil : "A name is needed. Type at least one letter."
                    state.size = size ?? state.size
                    state.isSaved = isNamed
                }
            }
        default: nil
        }
    }

    private static func form(_ state: State) -> FormBlock {
        FormBlock(
            id: "form", title: "All fields",
            fields: [
                Field(
                    id: "name", label: "Your name", help: "As on the envelope.",
                    kind: .text(state.text("name", default: "Ada"), isMultiline: false),
                    isRequired: true, problem: state.problem, isLive: true),
                Field(
                    id: "notes", label: "Some notes",
                    kind: .text(state.text("notes"), isMultiline: true)),
                Field(
                    id: "secret", label: "A secret", kind: .secret(isSet: false),
                    autofill: .newPassword),
                Field(
                    id: "amount", label: "An amount",
                    kind: .number(state.text("amount"), currency: "EUR")),
                Field(id: "day", label: "A day", kind: .date(state.text("day"))),
                Field(id: "month", label: "A month", kind: .month(state.text("month"))),
                Field(
                    id: "labels", label: "Some labels",
                    kind: .tokens(
                        labels(state), suggestions: ["fragile", "frozen", "this side up"])),
                Field(
                    id: "wish", label: "A wish",
                    kind: .toggle(state.values["wish"] == .toggle(true))),
                Field(
                    id: "color", label: "A colour",
                    kind: .choice(state.text("color", default: "red"), options: colors)),
                Field(
                    id: "sizes", label: "Several sizes",
                    kind: .choices(sizes(state), options: sizeOptions)),
                Field(
                    id: "file", label: "A file",
                    kind: .file(name: fileName(state), accepts: [".csv", ".txt"])),
            ],
            actions: [Action(id: "save", title: "Save the form", role: .primary)])
    }

    private static let colors = [
        Field.Option(id: "red", title: "Red as fire"),
        Field.Option(id: "green", title: "Green as grass"),
    ]

    private static let sizeOptions = [
        Field.Option(id: "s", title: "Small ones"), Field.Option(id: "m", title: "Middle ones"),
        Field.Option(id: "l", title: "Large ones"),
    ]

    private static func report(_ state: State) -> [Block] {
        let live: Block = .text(
            TextBlock("The name has \(state.text("name", default: "Ada").count) letters."))
        guard state.isSaved else { return [live] }
        var secretLength = 0
        if case .secret(let secret) = state.values["secret"] { secretLength = secret.count }
        let facts = [
            ("Saved name", state.text("name", default: "Ada")),
            ("Saved notes", "\(state.text("notes")) (\(lines(state)) lines)"),
            ("Saved secret", "\(secretLength) bytes"),
            ("Saved amount", "<\(state.text("amount"))>"), ("Saved day", "<\(state.text("day"))>"),
            ("Saved month", "<\(state.text("month"))>"),
            ("Saved labels", "<\(labels(state).joined(separator: "+"))>"),
            ("Saved wish", state.values["wish"] == .toggle(true) ? "granted" : "refused"),
            ("Saved colour", "<\(state.text("color", default: "red"))>"),
            ("Saved sizes", "<\(sizes(state).joined(separator: "+"))>"),
            ("Saved file", state.size.map { "\(fileName(state)) of \($0) bytes" } ?? "none"),
        ]
        return [
            live,
            .facts(
                FactsBlock(
                    id: "report", title: "What was saved",
                    facts: facts.map { Fact(id: $0.0, label: $0.0, value: .text($0.1)) })),
        ]
    }

    private static func lines(_ state: State) -> Int {
        state.text("notes").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .count
    }

    private static func sizes(_ state: State) -> [String] {
        if case .choices(let ids) = state.values["sizes"] { ids.sorted() } else { ["m"] }
    }

    private static func labels(_ state: State) -> [String] {
        if case .choices(let labels) = state.values["labels"] { labels } else { [] }
    }

    private static func fileName(_ state: State) -> String {
        if case .file(let file) = state.values["file"] { file.name } else { "" }
    }

    /// The number of bytes of a chosen file, wherever they are.
    private static func size(of value: FieldValue?) throws -> Int? {
        guard case .file(let file) = value else { return nil }
        switch file.content {
        case .bytes(let bytes): return bytes.count
        case .path(let path): return try Data(contentsOf: URL(filePath: path)).count
        }
    }
}
