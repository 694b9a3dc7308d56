import TenonCore
import TenonUI

/// Prints every screen; a line of input is the title of an action.
struct PrintedFrontEnd: ScreenFrontEnd {
    var input: Int32 = 0
    var output: Int32 = 1

    func run(_ host: SessionHost) async throws -> ExitStatus {
        let session = try await host.openSession()
        let reader = LineReader(descriptor: input, maximumLength: 4096)
        let writer = OutputWriter(descriptor: output)
        let inbox = SessionInbox()
        defer {
            session.end()
            reader.stop()
            inbox.close()
        }
        inbox.connect(session)
        reader.start { inbox.add($0) }
        while true {
            switch await inbox.next() {
            case .event(.screen(let screen)):
                await writer.send(PrintedScreen.text(of: screen))
            case .event(.notice(let notice)):
                await writer.send("\(notice.text)\n")
            case .event(.question(let question)):
                // A real one asks here; this one can only dismiss.
                try? session.send(.answer(question.id, .cancel))
            case .line(.text(let line)):
                if !choose(line.reveal(), in: session) {
                    await writer.send("There is no such action.\n")
                }
                await session.settle()
            case .event(.ended), .line(.end):
                return .success
            case .cancelled:
                throw CancellationError()
            case .event(.covered), .event(.progress), .event(.questionClosed), .event(.undoClosed),
                .line(.notUTF8), .line(.tooLong), .settled, .timeout:
                continue
            }
        }
    }

    /// Does the action with a title, of the screen or of the first row that has it.
    private func choose(_ title: String, in session: Session) -> Bool {
        guard let screen = session.screen else { return false }
        let rows = screen.allBlocks.flatMap { block in
            if case .list(let list) = block { list.rows } else { [Row]() }
        }
        let choices =
            screen.screenActions.map { ($0, nil) }
            + rows.flatMap { row in row.actions.map { ($0, Optional(row.id)) } }
        guard let (action, target) = choices.first(where: { $0.0.title == title }) else {
            return false
        }
        return (try? session.send(.act(action.id, target: target))) != nil
    }
}

/// A screen as text: a pure function, which a test calls without any session.
enum PrintedScreen {
    static func text(of screen: Screen) -> String {
        ([screen.title, screen.summary] + screen.blocks.flatMap(lines)).joined(separator: "\n")
            + "\n"
    }

    private static func lines(of block: Block) -> [String] {
        switch block {
        case .text(let text): [text.text]
        case .richText(let text): text.paragraphs.map { self.text(of: $0) }
        case .facts(let facts): facts.facts.map { "\($0.label): \(text(of: $0.value))" }
        case .list(let list): list.rows.map { "- \($0.title) \($0.value)" }
        case .table(let table): [table.caption] + table.rows.map { $0.joined(separator: " | ") }
        case .chart(let chart): [chart.title, chart.summary]
        case .qrCode(let code): [code.title, "\(code.alternative): \(code.text ?? "…")"]
        case .image(let block): [block.image.alternative]
        case .form(let form): form.fields.map { "\($0.label): \($0.problem ?? "")" }
        case .progress(let progress): [progress.label]
        case .group(let group): [group.title] + group.blocks.flatMap(lines)
        }
    }

    private static func text(of value: Fact.Value) -> String {
        switch value {
        case .text(let text), .revealed(let text): text
        case .link(let text, let address): "\(text) <\(address)>"
        case .code(let code, _, _): code
        case .spans(let spans): self.text(of: spans)
        case .moment(let moment): "\(moment.text) (\(moment.exact))"
        case .person(let person, _): "\(person.name) \(person.handle)"
        case .concealed: "…"
        }
    }

    private static func text(of spans: [TextSpan]) -> String { spans.map(\.text).joined() }
}

/// What is said outside any session, where nobody can answer.
struct SilentPresenter: Presenting {
    func present(_ alert: Alert) async -> String? { nil }
    func confirm(_ confirmation: Confirmation) async -> Bool { false }
    func prompt(_ prompt: Prompt) async -> SecretText? { nil }
    func notify(_ notice: Notice) {}
    func report(_ progress: TaskProgress) {}
}

/// The front end, and the ports by which anything below it speaks to the person.
enum PrintedPresentation: Plugin {
    static let manifest = PluginManifest(
        name: "presentation.printed", version: "1.0.0", summary: "Prints screens")

    static func register(in registrar: inout Registrar) {
        registrar.require(.sceneRouter, .localizer, .application)
        registrar.provide(.frontEnd) { PrintedFrontEnd() }
        registrar.provideQuestions { SilentPresenter() }
    }
}
