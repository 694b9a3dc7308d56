import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct ApplicationActionTests {
    private struct Broken: ExplainedError {
        let code = ErrorCode("test.broken", .failure)
        let message: Sentence = "The pipe is broken."
        let remedy: Sentence = "Call a plumber."
    }

    private static func action(
        _ id: String, _ effect: ApplicationAction.Effect, confirmation: Confirmation? = nil
    ) -> ApplicationAction {
        ApplicationAction(effect: effect) { _ in
            Action(id: id, title: id, scope: .application, confirmation: confirmation)
        }
    }

    @Test("they are offered on every screen that wants them, after its own")
    func offered() async throws {
        var plain = Stub("b")
        plain.offersApplicationActions = false
        let world = try await World(
            [Stub("a") { $0.actions = [Action(id: "own", title: "own")] }, plain],
            applicationActions: [Self.action("go", .open(.at("b")))])
        #expect(try world.pilot.screen().actions.map(\.id) == ["own", "go"])
        try await world.pilot.choose("go")
        #expect(world.title == "b")
        #expect(try world.pilot.screen().actions.isEmpty)
    }

    @Test("they run with the ports of the session, and its questions arrive")
    func run() async throws {
        let world = try await World(
            [Stub("a")],
            applicationActions: [
                Self.action(
                    "ask",
                    .run { ports in
                        #expect(Environment.current?[.questionQueue] === ports[.questionQueue])
                        _ = try await ports[.alerts].present(Alert(title: "Hello", message: ""))
                    })
            ])
        try await world.pilot.choose("ask")
        #expect(world.pilot.sees("Hello"))
        try await world.pilot.answer(.cancel)
        #expect(world.session.questions.isEmpty)
    }

    @Test("their errors become alerts with the remedy")
    func errors() async throws {
        let world = try await World(
            [Stub("a")], applicationActions: [Self.action("break", .run { _ in throw Broken() })])
        try await world.pilot.choose("break")
        #expect(world.pilot.sees("That did not work"))
        #expect(world.pilot.sees("The pipe is broken. Call a plumber."))
    }

    @Test("they are confirmed like any other action")
    func confirmed() async throws {
        let count = Counter()
        let world = try await World(
            [Stub("a")],
            applicationActions: [
                Self.action(
                    "quit", .run { _ in count.increment() },
                    confirmation: Confirmation(title: "Quit?", message: "", confirmTitle: "Quit"))
            ])
        try await world.pilot.choose("quit")
        try await world.pilot.answer(.cancel)
        #expect(count.value == 0)
        try await world.pilot.choose("quit")
        try await world.pilot.answer(.confirm)
        #expect(count.value == 1)
    }

    final class Counter: Sendable {
        private let state = Mutex(0)
        var value: Int { state.withLock(\.self) }
        func increment() { state.withLock { $0 += 1 } }
    }
}
