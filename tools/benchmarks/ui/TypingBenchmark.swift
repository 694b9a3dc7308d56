import BenchmarkReport
import TenonCore
import TenonTerminal
import TenonTesting
import TenonUI

/// A letter typed into a form, from the key to the frame of a terminal, beside drawing that frame alone.
enum TypingBenchmark {
    private static let rounds = 101
    private static let localizer = Localizer(language: "en")
    private static let name = "field-0"

    static func run() async throws -> [Figure] {
        var figures: [Figure] = []
        for count in [10, 100] { figures.append(try await figure(fields: count)) }
        return figures
    }

    /// Half of the fields are secrets.
    private static func figure(fields count: Int) async throws -> Figure {
        let pilot = try await SessionPilot(plugins: [], at: "form") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(pattern: "form") {
                        FormScene(at: $0.location, fields: count)
                    }
                ]
            }
        }
        let session = pilot.session
        try session.send(
            .edit(
                Dictionary(
                    uniqueKeysWithValues: (0..<count).map { number in
                        ("field-\(number)", FormScene.value(number, "typed before"))
                    })))
        var alone = TerminalRendering.Display(localizer: localizer, columns: 80, rows: 50)
        var typed = alone
        let screens = try ["a", "b"].map { letter in
            try type(letter, session)
            return session.screen
        }
        let (time, drawing) = try await best(of: rounds) { round in
            try type(round % 2 == 0 ? "a" : "b", session)
            try draw(session.screen, on: &typed)
        } beside: { round in
            try draw(screens[round % 2], on: &alone)
        }
        await pilot.stop()
        return Figure(
            name: "type a letter, terminal of 80 × 50", items: count, time,
            yardstick: "drawing the same frame", drawing, atMost: 1.5)
    }

    private static func type(_ letter: String, _ session: Session) throws {
        try session.send(.edit([name: FormScene.value(0, "typed \(letter)")]))
    }

    private static func draw(
        _ screen: Screen?, on display: inout TerminalRendering.Display
    ) throws {
        guard let screen, !display.bytes(of: screen).isEmpty else { throw NothingSeen() }
    }
}

/// What is typed is not seen.
private struct NothingSeen: Error {}

/// A form that nobody else changes.
private final class FormScene: Scene {
    let screen: Screen

    init(at location: Location, fields count: Int) {
        let fields = (0..<count).map { number in
            Field(
                id: "field-\(number)", label: "Field \(number)",
                kind: number % 2 == 0
                    ? .text("as it was", isMultiline: false) : .secret(isSet: true))
        }
        let save = Action(id: "save", title: "Save", role: .primary)
        screen = Screen(
            location: location, title: "Form",
            blocks: [.form(FormBlock(id: "form", fields: fields, actions: [save]))])
    }

    static func value(_ number: Int, _ text: String) -> FieldValue {
        number % 2 == 0 ? .text(text) : .secret(SecretText(text))
    }

    func start(changed: @escaping @Sendable () -> Void) {}
    func receive(_ input: SceneInput) -> Bool { input != .back }
    func stop() {}
}
