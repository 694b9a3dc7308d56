import Foundation
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import TestSupport

/// Uses the headless front end by its documented lines, from another process.
final class HeadlessDriver: FrontEndDriver {
    private struct State {
        var program: ChildProgram?
        /// How many bytes of output were looked at.
        var read = 0
        var screen: Screen?
        var questions: [Question] = []
        var undoable: [String] = []
        var isEnded = false
        /// Notices and progress since the last input.
        var passing: [String] = []
        var replies: [Int: Problem?] = [:]
        var next = 1
        /// A request that was refused because something that was typed would be lost.
        var refused: Data?
    }

    private struct Reply: Decodable {
        let reply: Int
        let error: Problem?
    }

    let asksBeforeLoss = false
    private let state = Mutex(State())
    private let language: String
    private let program: String
    private let environment: [String: String]
    private let waitsForLocation: Bool

    /// Makes a driver of the conformance application, or of another program.
    ///
    /// - Parameter waitsForLocation: Whether what is asked for is the first that is there: not where something is to be
    ///   unlocked before.
    init(
        language: String = "en", program: String = "conformance-headless",
        environment: [String: String] = [:], waitsForLocation: Bool = true
    ) {
        self.waitsForLocation = waitsForLocation
        self.language = language
        self.program = program
        self.environment = environment
    }

    func start(at location: String, isNarrow: Bool) async throws {
        try await finish()
        let program = try ChildProgram(
            self.program, arguments: ["--open=\(location)", "--language=\(language)"],
            environment: environment)
        state.withLock { $0 = State(program: program) }
        let waits = waitsForLocation
        try await wait("for a screen") { state in
            waits ? state.screen?.location.description == location : state.screen != nil
        }
    }

    func see() async throws -> String {
        try look()
        return state.withLock { state in
            let screen = state.screen.map { ScreenText.lines(of: $0) } ?? []
            let questions = state.questions.flatMap(Self.texts)
            let lines =
                screen + (state.screen?.allBlocks ?? []).compactMap(Self.further) + questions
                + state.passing
            return Self.harmless(lines.joined(separator: "\n"))
        }
    }

    func everything() async throws -> String {
        let program = state.withLock(\.program)
        return String(decoding: program?.output ?? Data(), as: UTF8.self)
            + (program?.errors ?? "")
    }

    func choose(_ title: String, on label: String?) async throws {
        guard let label else {
            let action = try await find("choose \(title)") { screen in
                let ofRows = screen.selectableLists.flatMap { $0.selection?.actions ?? [] }
                return (screen.screenActions + ofRows).first { Self.isSame($0.title, title) }
            }
            return try await ask(["do": "act", "action": action.id])
        }
        let (target, action) = try await find("choose \(title) on \(label)") {
            Self.action(title, on: label, $0)
        }
        try await ask(["do": "act", "target": target, "action": action])
    }

    func press(_ accelerator: Accelerator) async throws -> Bool {
        let action = try await find("press \(accelerator)") { screen in
            screen.screenActions.first { $0.accelerator == accelerator }
        }
        try await ask(["do": "act", "action": action.id])
        return true
    }

    func follow(_ text: String) async throws {
        let link = try await find("follow \(text)") { screen in
            screen.allBlocks.flatMap { Self.links(in: $0) }.first { Self.isSame($0.0, text) }
        }
        try await ask(["do": "open", "location": link.1.description])
    }

    func go(to title: String) async throws {
        let place = try await find("go to \(title)") { screen in
            screen.destinations.first { Self.isSame($0.title, title) }
        }
        try await ask(["do": "open", "location": place.location.description])
    }

    func currentPlace() async throws -> String? {
        try look()
        return state.withLock { $0.screen?.destinations.first(where: \.isCurrent)?.title }
    }

    func fill(_ label: String, with value: DriverValue) async throws {
        let field = try await find("fill in \(label)") { screen in
            screen.fields.first { Self.isSame($0.label, label) }
        }
        try await ask(["do": "edit", "fields": [field.id: Self.json(of: value, for: field)]])
    }

    func answer(_ answer: DriverAnswer) async throws {
        try await wait("for a question") { $0.refused != nil || !$0.questions.isEmpty }
        if let refused = state.withLock({ $0.refused }) {
            return try await self.answer(answer, to: refused)
        }
        guard let question = state.withLock({ $0.questions.first }) else {
            throw TestingError.cannot("answer", seen: "no question")
        }
        var json: [String: String]
        switch (answer, question.kind) {
        case (.cancel, _): json = ["type": "cancel"]
        case (.confirm, _): json = ["type": "confirm"]
        case (.text(let text), _): json = ["type": "text", "text": text]
        case (.choice(let title), .alert(let alert)):
            let choice = alert.choices.first { Self.isSame($0.title, title) }
            json = ["type": "choice", "choice": choice?.id ?? ""]
        case (.choice, _): throw TestingError.cannot("choose", seen: "no choices")
        }
        try await ask(["do": "answer", "question": question.id, "answer": json])
    }

    /// Does what a program does after a refusal: nothing, the same by force, or what saves.
    private func answer(_ answer: DriverAnswer, to refused: Data) async throws {
        state.withLock { ($0.refused, $0.passing) = (nil, []) }
        switch answer {
        case .cancel: return
        case .choice(let title): try await choose(title, on: nil)
        case .confirm:
            guard var request = try JSONSerialization.jsonObject(with: refused) as? [String: Any]
            else { return }
            request["force"] = true
            try await ask(request)
        case .text: throw TestingError.cannot("answer with text", seen: "a refusal")
        }
    }

    func undo() async throws {
        // It comes with its notice, which has been seen.
        try look()
        guard let id = state.withLock({ $0.undoable.last }) else {
            throw TestingError.cannot("undo", seen: try await see())
        }
        try await ask(["do": "undo", "notice": id])
    }

    func search(_ text: String) async throws { try await ask(["do": "search", "text": text]) }

    func select(_ titles: [String]) async throws {
        let list = try await find("choose \(titles)") { $0.selectableLists.first }
        let rows = list.rows.filter { row in titles.contains { Self.isSame($0, row.title) } }
        try await ask(["do": "select", "list": list.id, "only": rows.map(\.id)])
    }

    func filter(_ filter: String, by options: [String]) async throws {
        let found = try await find("filter by \(filter)") { screen in
            screen.filters.first { Self.isSame($0.title, filter) }
        }
        let chosen = found.options.filter { options.contains($0.title) }
        try await ask(["do": "filter", "filter": found.id, "options": chosen.map(\.id)])
    }

    func back() async throws { try await ask(["do": "back"]) }

    func showMore(of list: String) async throws {
        let block = try await find("show more of \(list)") { screen in
            screen.allBlocks.lazy.compactMap { block -> ListBlock? in
                guard case .list(let block) = block, Self.isSame(block.title, list) else {
                    return nil
                }
                return block
            }.first
        }
        let next = block.offset + block.rows.count
        try await ask(["do": "window", "list": block.id, "from": next, "count": block.rows.count])
    }

    func close() async throws { try await ask(["do": "end"]) }

    func reload() async throws {
        state.withLock { ($0.screen, $0.questions, $0.undoable) = (nil, [], []) }
        try await ask(["do": "look"])
        try await wait("for the screen once more") { $0.screen != nil }
    }

    func finish() async throws {
        guard let program = state.withLock({ $0.program }) else { return }
        state.withLock { $0.program = nil }
        try? program.closeInput()
        let status = await program.wait()
        let output = String(decoding: program.output, as: UTF8.self)
        guard status == 0, output.hasSuffix("{\"event\":\"ended\"}\n") else {
            throw TestingError.unmet(
                "it ends well", seen: "status \(status), \(output.suffix(200))\n\(program.errors)")
        }
        state.withLock { $0.screen = nil }
    }

    // MARK: - Lines

    /// Sends a request and waits for its reply.
    private func ask(_ request: [String: Any]) async throws {
        let (id, program) = state.withLock { state in
            defer { state.next += 1 }
            state.passing = []
            return (state.next, state.program)
        }
        var request = request
        request["id"] = id
        let json = try JSONSerialization.data(withJSONObject: request)
        try program?.write(json + Data("\n".utf8))
        try await wait("for the reply to \(id)") { $0.replies[id] != nil }
        if case .some(.some(let problem)) = state.withLock({ $0.replies[id] }) {
            if problem.code == "headless.unsaved" {
                return state.withLock { state in
                    state.refused = json
                    state.passing.append(problem.message)
                }
            }
            throw TestingError.cannot("do it", seen: problem.message)
        }
    }

    private func wait(
        _ what: String, until condition: @Sendable (borrowing State) -> Bool
    ) async throws {
        try await until("the end of the wait \(what)") {
            try look()
            return state.withLock { condition($0) }
        } instead: {
            try await everything()
        }
    }

    /// Looks at the screen until there is what is looked for: a reply may come before its screen.
    private func find<Found: Sendable>(
        _ what: String, _ pick: (Screen) -> Found?
    ) async throws -> Found {
        try await lookFor("what it takes to \(what)") {
            try look()
            return state.withLock(\.screen).flatMap(pick)
        } instead: {
            try await see()
        }
    }

    /// Takes in the lines that have come.
    private func look() throws {
        try state.withLock { state in
            guard let output = state.program?.output else { return }
            let rest = output[(output.startIndex + state.read)...]
            guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
            state.read = end + 1 - output.startIndex
            for line in rest[...end].split(separator: UInt8(ascii: "\n")) {
                try Self.take(Data(line), &state)
            }
        }
    }

    private static func take(_ line: Data, _ state: inout State) throws {
        if let reply = try? JSONDecoder().decode(Reply.self, from: line) {
            return state.replies[reply.reply] = .some(reply.error)
        }
        if String(decoding: line, as: UTF8.self).contains("\"event\":\"hello\"") { return }
        switch try JSONDecoder().decode(SessionEvent.self, from: line) {
        case .screen(let screen):
            state.screen = screen
        case .covered(let screen):
            throw TestingError.unmet("only the present screen is reported", seen: screen.title)
        case .question(let question): state.questions.append(question)
        case .questionClosed(let id): state.questions.removeAll { $0.id == id }
        case .notice(let notice):
            state.passing.append("\(notice.tone) \(notice.text)")
            if let id = notice.undo { state.undoable.append(id) }
        case .undoClosed(let id): state.undoable.removeAll { $0 == id }
        case .progress(let task): state.passing.append(task.title)
        case .ended: state.isEnded = true
        }
    }

    // MARK: - Finding things by what a person reads

    private static func isSame(_ left: String, _ right: String) -> Bool {
        DriverText.normalized(left) == DriverText.normalized(right)
    }

    private static func action(
        _ title: String, on label: String, _ screen: Screen
    ) -> (target: String, action: String)? {
        var targets: [(id: String, label: String, actions: [Action])] = []
        for block in screen.allBlocks {
            switch block {
            case .facts(let facts): targets += facts.facts.map { ($0.id, $0.label, $0.actions) }
            case .list(let list): targets += list.rows.map { ($0.id, $0.title, $0.actions) }
            case .form(let form):
                targets += form.fields.map { ($0.id, $0.label, $0.actions) }
            case .text, .richText, .table, .chart, .qrCode, .image, .progress, .group:
                continue
            }
        }
        for target in targets where isSame(target.label, label) {
            for action in target.actions where isSame(action.title, title) {
                return (target.id, action.id)
            }
        }
        return nil
    }

    /// The texts of a block that lead elsewhere in the application, with where they lead.
    private static func links(in block: Block) -> [(String, Location)] {
        switch block {
        case .richText(let text): return text.paragraphs.flatMap { links(of: $0) }
        case .facts(let facts):
            return facts.facts.flatMap { fact -> [(String, Location)] in
                switch fact.value {
                case .spans(let spans): links(of: spans)
                case .person(let person, let location?): [(person.name, location)]
                case .text, .concealed, .revealed, .link, .code, .moment, .person: []
                }
            }
        case .text, .list, .table, .chart, .qrCode, .image, .form, .progress, .group: return []
        }
    }

    private static func links(of spans: [TextSpan]) -> [(String, Location)] {
        spans.compactMap { span -> (String, Location)? in
            guard case .location(let location) = span.link else { return nil }
            return (span.text, location)
        }
    }

    private static func json(of value: DriverValue, for field: Field) -> any Sendable {
        func id(_ title: String) -> String {
            switch field.kind {
            case .choice(_, let options), .choices(_, let options):
                options.first { isSame($0.title, title) }?.id ?? title
            case .text, .secret, .number, .date, .month, .toggle, .tokens, .file: title
            }
        }
        return switch value {
        case .text(let text), .secret(let text), .number(let text), .date(let text),
            .month(let text):
            text
        case .toggle(let isOn): isOn
        case .choice(let title): id(title)
        case .choices(let titles): titles.map(id)
        case .tokens(let tokens): tokens
        case .file(let path): ["path": path]
        }
    }

    /// What a block says beside its texts.
    private static func further(in block: Block) -> String? {
        switch block {
        case .text(let text): "tone: \(text.tone)"
        case .list(let list):
            "\(list.total) rows, \(list.selection?.chosen.count ?? 0) chosen"
        case .richText, .facts, .table, .chart, .qrCode, .image, .form, .progress, .group: nil
        }
    }

    private static func texts(of question: Question) -> [String] {
        switch question.kind {
        case .alert(let alert):
            return [alert.title, alert.message] + alert.choices.map(\.title)
        case .confirm(let confirmation):
            var name = ""
            if case .severe(let own) = confirmation.severity { name = own }
            return [confirmation.title, confirmation.message, confirmation.confirmTitle, name]
        case .prompt(let prompt):
            return [prompt.title, prompt.message]
        }
    }

    /// What a program would make of control characters before showing them to a person.
    private static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            result.append(isControl && scalar != "\n" ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
