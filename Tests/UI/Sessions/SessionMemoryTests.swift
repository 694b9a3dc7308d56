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

    /// Has always the same.
    private struct Keeper: DraftKeeping {
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
        weak var session: Session?
        var events: AsyncStream<SessionEvent>?
        do {
            let opened = try await SessionHost(pilot.application.container).openSession(
                at: .at("a"))
            session = opened
            for await event in opened.events() { if case .question = event { break } }
            events = opened.events()
        }
        let told = await collect(try #require(events)) { _ in false }
        #expect(told.last == .ended)
        try await pilot.wait("the session to go") { session == nil }
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
