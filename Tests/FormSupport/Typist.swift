package import TenonCore
package import TenonTesting
package import TenonUI
import TestSupport

/// Somebody who types into forms and does whatever one can do meanwhile, by a seed, and knows what must be
/// there.
package struct Typist {
    /// Brings something from elsewhere, which has a word in it; `nil` where nothing can come.
    package var change: (@Sendable (String) async throws -> Void)?

    private let pilot: SessionPilot
    private let home: Location
    private let ways: [SessionInput]
    private let seed: UInt64
    private var random: SeededGenerator
    private var form: TypedForm
    /// What was typed and neither saved nor given up, by field.
    private var typed: [String: FieldValue] = [:]
    private var words = 0
    /// What was done, for a failure.
    private var log: [String] = []
    private var counts: [String: Int] = [:]

    /// Makes one.
    ///
    /// - Parameters:
    ///   - pilot: The session.
    ///   - seed: What is done is the same for the same seed.
    ///   - home: Where one goes in the end.
    ///   - ways: How a form can be left, beside going back, closing and cancelling.
    package init(_ pilot: SessionPilot, seed: UInt64, home: Location, ways: [SessionInput]) {
        self.pilot = pilot
        self.seed = seed
        self.home = home
        self.ways = ways
        random = SeededGenerator(seed: seed)
        form = TypedForm(home)
    }

    /// Types into forms, one after the other, and does a number of things in each.
    ///
    /// - Returns: How often each thing was done until now.
    /// - Throws: `TestingError` when something that was typed is lost.
    package mutating func use(
        _ forms: [TypedForm], steps: Int = 20
    ) async throws -> [String: Int] {
        for form in forms {
            try await begin(at: form)
            for _ in 0..<steps {
                let name = try await step()
                counts[name, default: 0] += 1
            }
            try await leave()
        }
        print("Typed text: seed \(seed), \(counts.sorted { $0.key < $1.key })")
        return counts
    }

    private var session: Session { pilot.session }

    private func require(_ holds: Bool, _ expectation: String) throws {
        if !holds { throw unmet(expectation) }
    }

    private func unmet(_ expectation: String) -> TestingError {
        .unmet("\(expectation) (seed \(seed): \(log.joined(separator: ", ")))", seen: pilot.see())
    }

    private mutating func pick<Value>(_ values: [Value]) throws -> Value {
        guard let value = values.randomElement(using: &random) else {
            throw TestingError.cannot("choose one of nothing", seen: pilot.see())
        }
        return value
    }

    private mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func send(_ input: SessionInput, _ name: String) async throws {
        log.append(name)
        try session.send(input)
        await session.settle()
    }

    private mutating func answerNo() async throws {
        while let question = session.questions.first {
            try await send(.answer(question.id, .cancel), "answer no")
        }
    }

    private mutating func begin(at form: TypedForm) async throws {
        (log, self.form, typed) = ([], form, [:])
        try await goToForm()
    }

    private mutating func goToForm() async throws {
        try await send(.open(form.location), "open \(form.location)")
        try await form.prepare(pilot)
        try require(try pilot.screen().location == form.location, "the form")
        try require(try !pilot.screen().fields.isEmpty, "fields")
    }

    /// Gives up what is typed.
    private mutating func leave() async throws {
        try await send(.forced(.open(home)), "end")
        try require(session.questions.isEmpty && !session.hasUnsent, "nothing typed")
    }

    /// Does something, and looks whether everything is there.
    ///
    /// - Returns: What was done.
    private mutating func step() async throws -> String {
        let name =
            switch TypedStep.next(using: &random) {
            case .type: try await type()
            case .act: try await act()
            case .save: try await save()
            case .change: try await changeOrReopen()
            case .leave: try await form.isKept ? comeBack() : leaveOrStay()
            }
        try check()
        return name
    }

    // MARK: - What is done

    private mutating func type() async throws -> String {
        let isKept = form.isKept
        let fields = try pilot.screen().fields.filter { isKept || $0.isDraft }
        guard !fields.isEmpty else { return "nothing" }
        let field = try pick(fields)
        words += 1
        let word = "word\(words)"
        let value: FieldValue
        switch field.kind {
        case .text(_, let isMultiline):
            value = .text(isMultiline && once(in: 2) ? "\(word)\nb" : word)
        case .secret: value = .secret(SecretText(word))
        case .number: value = .text("\(words)")
        case .date: value = .text(once(in: 3) ? word : "2031-02-03")
        case .month: value = .text(once(in: 3) ? word : "2031-04")
        case .toggle(let isOn): value = .toggle(!isOn)
        case .choice(_, let options): value = .text(try pick(options).id)
        case .choices(_, let options):
            value = .choices(options.map(\.id).filter { _ in once(in: 2) })
        case .tokens: value = .choices([word])
        case .file: return "nothing"
        }
        try await send(.edit([field.id: value]), "type \(value) into \(field.id)")
        typed[field.id] = value
        return "type"
    }

    /// Does something else of the form, such as making or showing a secret.
    private mutating func act() async throws -> String {
        let screen = try pilot.screen()
        let avoided = form.avoided
        let ofScreen = screen.screenActions.filter {
            $0.scope != .application && $0.role != .primary && $0.role != .cancel
                && !avoided.contains($0.id)
        }.map { ($0, nil as String?) }
        let ofFields = screen.fields.flatMap { field in
            field.actions.map { ($0, field.id as String?) }
        }
        guard !(ofScreen + ofFields).isEmpty else { return "nothing" }
        let (action, target) = try pick(ofScreen + ofFields)
        guard action.isEnabled else { return "nothing" }
        try await send(.act(action.id, target: target), "act \(action.id) \(target ?? "")")
        try await answerNo()
        if let target, !["reveal", "conceal"].contains(where: action.id.hasPrefix) {
            let value = session.typed(in: target)
            typed[target] = value == .secret(SecretText("")) ? nil : value
        }
        if try pilot.screen().location != form.location { try await send(.back, "back") }
        return "act"
    }

    private mutating func save() async throws -> String {
        let screen = try pilot.screen()
        guard case .saved(let missing) = form.end,
            let action = screen.screenActions.first(where: { $0.role == .primary }),
            action.isEnabled
        else { return "nothing" }
        try await send(.act(action.id), "save")
        try require(session.questions.isEmpty, "no question")
        guard try pilot.screen().location != form.location || !session.hasUnsent else {
            return "refused"
        }
        let lost = try await missing(typed)
        try require(lost.isEmpty, "\(lost) to be saved")
        try await begin(at: form)
        return "save"
    }

    /// Something comes from elsewhere, or the same place is opened once more.
    private mutating func changeOrReopen() async throws -> String {
        if let change, once(in: 2) {
            words += 1
            log.append("change something elsewhere")
            try await change("other \(words)")
            await session.settle()
        } else {
            try await send(.open(form.location), "open the same place")
            try await answerNo()
        }
        return "change"
    }

    private mutating func leaveOrStay() async throws -> String {
        guard session.hasUnsent else { return "nothing" }
        let cancel = try pilot.screen().screenActions.first { $0.role == .cancel }
        let all: [SessionInput] =
            [.back, .close()] + ways + (cancel.map { [.act($0.id)] } ?? [])
        let way = try pick(all)
        try await send(way, "leave by \(way)")
        guard let question = session.questions.first else { throw unmet("a question") }
        try require(
            session.questions.count == 1
                && question.kind.isDiscarding(session.container[.localizer]),
            "the question before something typed is lost, and no other")
        guard case .open = way, !once(in: 3) else {
            try await send(.answer(question.id, .cancel), "stay")
            return "stay"
        }
        try await send(.answer(question.id, .confirm), "discard")
        try require(session.questions.isEmpty && !session.hasUnsent, "nothing typed")
        try await begin(at: form)
        let texts = try pilot.screen().fields.map { "\($0.kind)" }
        try require(!texts.contains { $0.contains("word\(words)") }, "an empty form")
        return "leave"
    }

    /// Leaves a form that is kept, and comes back.
    private mutating func comeBack() async throws -> String {
        let opening = ways.filter { if case .open = $0 { true } else { false } }
        let way = try pick([SessionInput.back] + opening)
        try await send(way, "leave by \(way)")
        try require(session.questions.isEmpty, "no question")
        try await goToForm()
        return "leave"
    }

    // MARK: - What must be so

    /// Everything that was typed is in its field, as long as there is one.
    private mutating func check() throws {
        let screen = try pilot.screen()
        try require(screen.location == form.location, "the form")
        for (id, value) in typed {
            guard let field = screen.field(id) else {
                typed[id] = nil
                continue
            }
            let isThere =
                switch (field.kind, value) {
                case (.secret(let isSet), .secret): isSet && session.typed(in: id) == value
                case (.text(let text, _), .text(let new)), (.date(let text), .text(let new)),
                    (.month(let text), .text(let new)), (.choice(let text, _), .text(let new)),
                    (.number(let text, _, _), .text(let new)):
                    text == new
                case (.toggle(let isOn), .toggle(let new)): isOn == new
                case (.choices(let ids, _), .choices(let new)),
                    (.tokens(let ids, _), .choices(let new)):
                    ids == new
                default: false
                }
            try require(isThere, "\(value) in \(id)")
        }
    }
}
