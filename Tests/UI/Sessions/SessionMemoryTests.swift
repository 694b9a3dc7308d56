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
        try await expectEnd(in: try await makePilot()) { session in
            try session.send(.act("ask"))
            await session.settle()
            #expect(session.questions.count == 1)
        }
    }

    /// Opens a session, uses it, drops it, and expects that it ends and goes.
    private func expectEnd(
        in pilot: SessionPilot, after use: (Session) async throws -> Void
    ) async throws {
        weak var session: Session?
        var events: AsyncStream<SessionEvent>?
        do {
            let opened = try await SessionHost(pilot.application.container).openSession(
                at: .at("a"))
            session = opened
            events = opened.events()
            try await use(opened)
        }
        let told = await collect(try #require(events)) { _ in false }
        #expect(told.last == .ended)
        try await pilot.wait("the session to go") { session == nil }
    }

    /// Has always the same.
    private struct Keeper: DraftKeeping {
        let outlivesProgram = false
        func keep(_ drafts: [KeptDraft]) async {}
        func kept() async -> [KeptDraft] {
            [KeptDraft(location: .at("a"), title: "A", values: ["t": .text("x")])]
        }
        func forget(_ draft: KeptDraft) async {}
    }

    @Test("a session that asks whether to go on with what was typed before goes as any other")
    func offering() async throws {
        let pilot = try await makePilot { registrar in
            registrar.provide(.draftKeeper) { Keeper() }
        }
        try await expectEnd(in: pilot) { session in
            for await event in session.events() { if case .question = event { break } }
        }
    }

    private func makePilot(
        _ others: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) async throws -> SessionPilot {
        try await SessionPilot(plugins: [], at: "a") { registrar in
            others(&registrar)
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
