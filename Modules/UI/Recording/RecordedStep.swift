import TenonCore

/// One step of a recorded session: an input, that it was refused, or the end.
public struct RecordedStep: Sendable, Codable, Equatable {
    enum Kind: String, Sendable, Codable {
        case act, edit, answer, undo, open, back, search, window
        /// The input before was refused, with the error whose code is `id`.
        case refused
        case end
    }

    private enum CodingKeys: String, CodingKey {
        case kind = "do"
        case id, target, fields, question, answer, location, text, from, count, screen, questions
    }

    let kind: Kind
    /// The id of the action, list or undo, or the code of an error.
    var id: String?
    var target: String?
    var fields: [String: RecordedValue]?
    /// How many open questions were older than the one that was answered.
    var question: Int?
    var answer: RecordedValue?
    var location: Location?
    var text: String?
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
        case .act(let id, let target, let fields):
            self.init(.act)
            self.id = id
            self.target = target
            self.fields = Self.recorded(fields, on: screen)
        case .edit(let fields):
            self.init(.edit)
            self.fields = Self.recorded(fields, on: screen)
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
        case .search(let text):
            self.init(.search)
            self.text = text
        case .window(let id, let range):
            self.init(.window)
            self.id = id
            from = range.lowerBound
            count = range.count
        }
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
        switch kind {
        case .act: .act(id ?? "", target: target, fields: values(given))
        case .edit: .edit(values(given))
        case .answer: answered(given: given[""], open: open)
        case .undo: id.map { .undo($0) }
        case .open: location.map { .open($0) }
        case .back: .back
        case .search: .search(text ?? "")
        case .window: .window(id ?? "", range)
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
    /// The screen without what must not be written down: revealed secrets and live codes.
    var recorded: Screen {
        var copy = self
        copy.blocks = blocks.map(\.recorded)
        return copy
    }
}

extension Block {
    fileprivate var recorded: Block {
        switch self {
        case .facts(var block):
            for index in block.facts.indices {
                switch block.facts[index].value {
                case .revealed: block.facts[index].value = .concealed
                case .code(_, secondsLeft: _, let period):
                    block.facts[index].value = .code("", secondsLeft: 0, period: period)
                case .text, .concealed, .link: break
                }
            }
            return .facts(block)
        case .group(var block):
            block.blocks = block.blocks.map(\.recorded)
            return .group(block)
        case .qrCode(var block):
            if block.isRevealed { block.content = .concealed }
            return .qrCode(block)
        case .text, .list, .table, .chart, .form, .progress:
            return self
        }
    }
}
