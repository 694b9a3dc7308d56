import TenonCore

/// One step of a recorded session: an input, that it was refused, or the end.
public struct RecordedStep: Sendable, Codable, Equatable {
    enum Kind: String, Sendable, Codable {
        case act, select, edit, answer, undo, open, back, close, search, filter, window, reading
        /// The input before was refused, with the error whose code is `id`.
        case refused
        case end
    }

    private enum CodingKeys: String, CodingKey {
        case kind = "do"
        case id, target, fields, question, answer, location, text, ids, from, count, screen,
            questions, typed
    }

    /// What becomes of what was typed and is not saved.
    private enum Typed: String, Sendable, Codable {
        /// It is lost, and nobody is asked.
        case lost
    }

    let kind: Kind
    /// What becomes of what was typed; `nil` when the person is asked.
    private var typed: Typed?
    /// The id of the action, list, filter or undo, or the code of an error.
    var id: String?
    var target: String?
    var fields: [String: RecordedValue]?
    /// How many open questions were older than the one that was answered.
    var question: Int?
    var answer: RecordedValue?
    var location: Location?
    var text: String?
    /// The ids of rows or options.
    var ids: [String]?
    var from: Int?
    var count: Int?
    /// What the person saw, when that is recorded; without secrets that were revealed.
    public internal(set) var screen: Screen?
    /// The questions that were open, when that is recorded.
    public internal(set) var questions: [Question.Kind]?

    init(_ kind: Kind) { self.kind = kind }

    /// Keeps an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - screen: The screen that it was meant for.
    ///   - open: The questions that were open.
    init(_ input: SessionInput, on screen: Screen?, open: [Question]) {
        switch input {
        case .forced(let input):
            self.init(input, on: screen, open: open)
            typed = .lost
        case .act(let id, let target, let fields):
            self.init(.act)
            self.id = id
            self.target = target
            self.fields = Self.recorded(fields, on: screen)
        case .select(let id, let change):
            self.init(.select)
            self.id = id
            text = change.recorded.how
            ids = change.recorded.rows
        case .edit(let fields):
            self.init(.edit)
            self.fields = Self.recorded(fields, on: screen)
            for id in fields.keys where screen?.field(id)?.isLive == false {
                self.fields?[id]?.forgetSecret()
            }
        case .answer(let id, let answer):
            self.init(.answer)
            question = open.firstIndex { $0.id == id }
            self.answer = RecordedValue(answer, to: open.first { $0.id == id })
        case .undo(let id):
            self.init(.undo)
            self.id = id
        case .open(let location):
            self.init(.open)
            self.location = location
        case .back:
            self.init(.back)
        case .close(let action):
            self.init(.close)
            id = action
        case .search(let text):
            self.init(.search)
            self.text = text
        case .filter(let id, let options):
            self.init(.filter)
            self.id = id
            ids = options
        case .window(let id, let range):
            self.init(.window)
            self.id = id
            from = range.lowerBound
            count = range.count
        case .reading(let id, let row):
            self.init(.reading)
            self.id = id
            target = row
        }
    }

    /// Adds what was typed into the same screen, when nothing was done in between.
    mutating func merge(_ later: RecordedStep) {
        fields = (fields ?? [:]).merging(later.fields ?? [:]) { $1 }
    }

    /// What a replay has to ask for, by the id of the field; the id of an answer is empty.
    var missing: [String: RecordedValue] {
        var missing = (fields ?? [:]).filter(\.value.isMissing)
        if let answer, answer.isMissing { missing[""] = answer }
        return missing
    }

    /// The input of this step; `nil` when the step is not an input, or its question is not open.
    ///
    /// - Parameters:
    ///   - given: What the replay was given, as in ``missing``.
    ///   - open: The questions that are open now.
    func input(given: [String: SecretText], open: [Question]) -> SessionInput? {
        let input = plainInput(given: given, open: open)
        return typed == .lost ? input.map { .forced($0) } : input
    }

    private func plainInput(given: [String: SecretText], open: [Question]) -> SessionInput? {
        switch kind {
        case .act: .act(id ?? "", target: target, fields: values(given))
        case .select: SelectionChange(text, ids ?? []).map { .select(id ?? "", $0) }
        case .edit: .edit(values(given))
        case .answer: answered(given: given[""], open: open)
        case .undo: id.map { .undo($0) }
        case .open: location.map { .open($0) }
        case .back: .back
        case .close: .close(after: id)
        case .search: .search(text ?? "")
        case .filter: .filter(id ?? "", ids ?? [])
        case .window: .window(id ?? "", range)
        case .reading: .reading(id ?? "", row: target ?? "")
        case .refused, .end: nil
        }
    }

    /// The rows of a window; the numbers in a file may be anything.
    private var range: Range<Int> {
        let start = max(0, from ?? 0)
        let (end, isTooFar) = start.addingReportingOverflow(max(0, count ?? 0))
        return start..<(isTooFar ? Int.max : end)
    }

    private func answered(given: SecretText?, open: [Question]) -> SessionInput? {
        guard let answer = answer?.answer(given: given) else { return nil }
        // The session refused an answer to a question that was not open, and refuses it again.
        guard let question else { return .answer("", answer) }
        return open.indices.contains(question) ? .answer(open[question].id, answer) : nil
    }

    private func values(_ given: [String: SecretText]) -> [String: FieldValue] {
        (fields ?? [:]).reduce(into: [:]) { values, field in
            values[field.key] = field.value.fieldValue(given: given[field.key])
        }
    }

    private static func recorded(
        _ fields: [String: FieldValue], on screen: Screen?
    ) -> [String: RecordedValue]? {
        guard !fields.isEmpty else { return nil }
        return fields.reduce(into: [:]) { recorded, field in
            let found = screen?.fields.first { $0.id == field.key }
            recorded[field.key] = RecordedValue(field.value, of: found, id: field.key)
        }
    }
}

extension Screen {
    /// The screen without what must not be written down: revealed secrets and live codes; and
    /// without the words of moments, which say the same at another time in another way.
    var recorded: Screen {
        var copy = self
        copy.changeFacts { fact in
            switch fact.value {
            case .revealed: fact.value = .concealed
            case .code(_, secondsLeft: _, let period):
                fact.value = .code("", secondsLeft: 0, period: period)
            case .text, .concealed, .link, .spans, .moment, .person: break
            }
        }
        copy.changeForms { form in
            for index in form.fields.indices { form.fields[index].revealed = nil }
        }
        copy.changeBlocks { block in
            guard case .qrCode(var code) = block, code.isRevealed else { return }
            code.content = .concealed
            block = .qrCode(code)
        }
        copy.changeMoments { $0 = Moment($0.time) }
        return copy
    }
}

extension SelectionChange {
    /// How it changes, and the rows.
    fileprivate var recorded: (how: String, rows: [String]) {
        switch self {
        case .choose(let rows): ("choose", rows)
        case .release(let rows): ("release", rows)
        case .only(let rows): ("only", rows)
        }
    }

    /// Reads what was recorded; `nil` for another word.
    fileprivate init?(_ how: String?, _ rows: [String]) {
        switch how {
        case "choose": self = .choose(rows)
        case "release": self = .release(rows)
        case "only": self = .only(rows)
        default: return nil
        }
    }
}
