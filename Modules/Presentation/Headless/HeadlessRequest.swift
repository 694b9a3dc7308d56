import TenonCore
import TenonUI

/// What another program wants done.
struct HeadlessRequest {
    /// The names of all requests, the values of `do`.
    enum Name: String, CaseIterable {
        case act, select, edit, answer, undo, open, back, search, filter, window, watch, look, end
    }

    /// What is to be done.
    enum Demand: Equatable {
        /// Something for the session.
        case send(SessionInput)
        /// Screens that change in place are reported by their changes, or whole again.
        case watch(changes: Bool)
        /// The present screen, questions and tasks are reported once more.
        case look
        /// The session ends.
        case end
    }

    /// The most rows that a window may have.
    static let maximumWindow = 10_000

    let demand: Demand
    /// Whether the answer is to come when the session has settled.
    let settles: Bool
    /// Whether what was typed may be lost by it.
    let isForced: Bool

    /// Reads a request, without its id.
    ///
    /// - Parameters:
    ///   - members: The members of the request.
    ///   - screen: The present screen, which tells what kinds of fields there are.
    ///   - scheme: The scheme of the application, which locations may have.
    /// - Throws: ``HeadlessError``, or a `RoutingError` for a location that is malformed.
    init(_ members: inout JSONMembers, screen: Screen?, scheme: String) throws {
        settles = try members.flag("settle")
        guard let name = Name(rawValue: try members.requiredText("do")) else {
            throw HeadlessError.unknownRequest(Name.allCases.map(\.rawValue))
        }
        switch name {
        case .act, .open, .back, .end: isForced = try members.flag("force")
        case .select, .edit, .answer, .undo, .search, .filter, .window, .watch, .look:
            isForced = false
        }
        demand =
            switch name {
            case .act:
                .send(
                    .act(
                        try members.requiredText("action"), target: try members.text("target"),
                        fields: try Self.fields(&members, of: screen)))
            case .select:
                .send(try Self.selection(&members))
            case .edit:
                .send(.edit(try Self.fields(&members, of: screen)))
            case .answer:
                .send(
                    .answer(try members.requiredText("question"), try Self.answer(&members)))
            case .undo:
                .send(.undo(try members.requiredText("notice")))
            case .open:
                .send(
                    .open(
                        try Location(parsing: members.requiredText("location"), scheme: scheme)))
            case .back:
                .send(.back)
            case .search:
                .send(.search(try members.requiredText("text")))
            case .filter:
                .send(
                    .filter(
                        try members.requiredText("filter"), try members.texts("options") ?? []))
            case .window:
                .send(try Self.window(&members))
            case .watch:
                .watch(changes: try members.flag("changes"))
            case .look:
                .look
            case .end:
                .end
            }
        try members.finish()
    }

    private static func window(_ members: inout JSONMembers) throws -> SessionInput {
        let list = try members.requiredText("list")
        let first = try members.integer("from", in: 0...Int(Int32.max))
        let count = try members.integer("count", in: 1...maximumWindow)
        return .window(list, first..<first + count)
    }

    /// Exactly one of three keys says how the rows change.
    private static func selection(_ members: inout JSONMembers) throws -> SessionInput {
        let list = try members.requiredText("list")
        let changes = [
            try members.texts("choose").map { SelectionChange.choose($0) },
            try members.texts("release").map { .release($0) },
            try members.texts("only").map { .only($0) },
        ].compactMap(\.self)
        guard let change = changes.first, changes.count == 1 else {
            throw HeadlessError.missing("only")
        }
        return .select(list, change)
    }

    private static func answer(_ members: inout JSONMembers) throws -> Answer {
        guard var answer = try members.object("answer") else {
            throw HeadlessError.missing("answer")
        }
        let type = try answer.requiredText("type")
        let result: Answer
        switch type {
        case "cancel": result = .cancel
        case "confirm": result = .confirm
        case "choice": result = .choice(try answer.requiredText("choice"))
        case "text":
            guard let text = try answer.secret("text") else { throw HeadlessError.missing("text") }
            result = .text(text)
        default:
            throw HeadlessError.wrongType(
                "type", .string(type), expected: "cancel, confirm, choice or text")
        }
        try answer.finish()
        return result
    }

    private static func fields(
        _ members: inout JSONMembers, of screen: Screen?
    ) throws -> [String: FieldValue] {
        guard var object = try members.object("fields") else { return [:] }
        let kinds = Dictionary(
            (screen?.fields ?? []).map { ($0.id, $0.kind) }, uniquingKeysWith: { first, _ in first }
        )
        var result: [String: FieldValue] = [:]
        for (id, value) in object.takeAll() {
            result[id] = try fieldValue(value, id: id, kind: kinds[id])
        }
        return result
    }

    /// A value of a field.
    ///
    /// Without such a field the value is dropped, and the session reports the error.
    private static func fieldValue(
        _ value: JSONValue, id: String, kind: Field.Kind?
    ) throws -> FieldValue {
        switch (kind, value) {
        case (nil, _):
            return .toggle(false)
        case (.secret, .string(let text)):
            return .secret(text)
        case (.text, .string(let text)), (.number, .string(let text)), (.date, .string(let text)),
            (.month, .string(let text)), (.choice, .string(let text)):
            return .text(text.reveal())
        case (.toggle, .bool(let isOn)):
            return .toggle(isOn)
        case (.choices, .array(let values)), (.tokens, .array(let values)):
            return .choices(
                try values.map { element in
                    guard case .string(let text) = element else {
                        throw HeadlessError.wrongType(id, element, expected: "an array of texts")
                    }
                    return text.reveal()
                })
        case (.file, .object):
            return .file(try file(value, id: id))
        case (.text, _), (.secret, _), (.number, _), (.date, _), (.month, _), (.choice, _):
            throw HeadlessError.wrongType(id, value, expected: "text")
        case (.toggle, _):
            throw HeadlessError.wrongType(id, value, expected: "true or false")
        case (.choices, _), (.tokens, _):
            throw HeadlessError.wrongType(id, value, expected: "an array of texts")
        case (.file, _):
            throw HeadlessError.wrongType(
                id, value, expected: "an object with \"path\", or with \"name\" and \"content\"")
        }
    }

    private static func file(_ value: JSONValue, id: String) throws -> FileValue {
        var members = try JSONMembers(value, name: id)
        let path = try members.text("path")
        let name = try members.text("name")
        let content = try members.secret("content")
        try members.finish()
        if let path {
            let last = path.split(separator: "/").last.map(String.init) ?? path
            return FileValue(name: name ?? last, content: .path(path))
        }
        guard let content else { throw HeadlessError.missing("path") }
        guard let name else { throw HeadlessError.missing("name") }
        return FileValue(name: name, content: .bytes(content))
    }
}
