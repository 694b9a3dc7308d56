import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionMemoryTests {
    @Test("nothing of a session is kept after its end")
    func end() async throws {
        let pilot = try await makePilot()
        weak var session: Session?
        do {
            let opened = try await SessionHost(pilot.application.container).openSession(
                at: .at("a"))
            session = opened
            opened.end()
        }
        try await pilot.wait("the session to go") { session == nil }
    }

    @Test("a session that is dropped ends: its scenes stop and its questions are cancelled")
    func dropped() async throws {
        let pilot = try await makePilot()
        weak var session: Session?
        var events: AsyncStream<SessionEvent>?
        do {
            let opened = try await SessionHost(pilot.application.container).openSession(
                at: .at("a"))
            session = opened
            events = opened.events()
            try opened.send(.act("ask"))
            await opened.settle()
            #expect(opened.questions.count == 1)
        }
        let told = await collect(try #require(events)) { _ in false }
        #expect(told.last == .ended)
        try await pilot.wait("the session to go") { session == nil }
    }

    private func makePilot() async throws -> SessionPilot {
        try await SessionPilot(plugins: [], at: "a") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("a")) { context in
                        let actions = [
                            Action(id: "ask", title: "Ask", input: Prompt(title: "What?"))
                        ]
                        return StubScene(
                            context,
                            screen: Screen(location: .at("a"), title: "A", actions: actions)
                        ) { _, _ in true }
                    }
                ]
            }
        }
    }
}
