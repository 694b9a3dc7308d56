import TenonCore
import TenonTesting
import TenonUI
import Testing

extension DraftTests {
    /// Leads from one place to a form.
    private struct Gate: RoutePolicy {
        func verdict(on request: RouteRequest) -> RouteVerdict {
            request.location == .at("items") ? .gated(by: .at("a")) : .allowed
        }
    }

    @Test("is asked about before a gate takes the whole stack away, also below an empty form")
    func gated() async throws {
        let world = try await World(
            [Self.form("a"), Self.form("b"), Stub("items")], policies: [Gate()])
        try await world.send(.edit(Self.typed))
        try world.scene("a").context.navigator.open(.at("b"))
        await world.session.settle()
        let input = SessionInput.open(.at("items"))
        #expect(world.session.asks(before: input))
        try await world.send(input)
        try await answer(.cancel, world)
        #expect(world.title == "b")
        try await world.send(.back)
        #expect(world.title == "a" && kinds(world) == new)
        try world.scene("a").context.navigator.open(.at("b"))
        await world.session.settle()
        try await world.send(input)
        try await answer(.confirm, world)
        #expect(world.title == "a" && kinds(world) != new)
        #expect(!world.session.canGoBack && !world.session.hasUnsent)
        #expect(world.session.questions.isEmpty)
    }

    @Test(
        "is asked about once before a coordinator begins again in place of what a person opens",
        arguments: [NavigationDecision.reset([.at("c")]), .restart(Location.at("c"))],
        [true, false])
    func begunAgain(_ decision: NavigationDecision, isOnTop: Bool) async throws {
        let flow = StubFlow { event in
            if case .open(let location) = event, location == .at("c") { decision } else { nil }
        }
        let world = try await World(
            [Self.form("a"), Self.form("b"), Stub("c")], coordinators: [flow])
        try await world.send(.edit(Self.typed))
        try world.scene("a").context.navigator.open(.at("b"))
        await world.session.settle()
        if isOnTop { try await world.send(.edit(Self.typed)) }
        try await world.send(.open(.at("c")))
        try await answer(.cancel, world)
        #expect(world.title == "b" && (kinds(world) == new) == isOnTop)
        try await world.send(.open(.at("c")))
        try await answer(.confirm, world)
        #expect(world.title == "c" && !world.session.canGoBack && !world.session.hasUnsent)
        #expect(world.session.questions.isEmpty && world.pilot.notices.isEmpty)
    }

    @Test(
        "is asked about before the outcome of a scene above it takes it away",
        arguments: [
            NavigationDecision.reset([.at("c")]), .restart(Location.at("c")), .show(.at("a")),
        ])
    func takenByOutcome(_ decision: NavigationDecision) async throws {
        let flow = StubFlow { event in
            if case .finished = event { decision } else { nil }
        }
        let world = try await World(
            [Self.form("a"), Self.form("b"), Self.form("d"), Stub("c")], coordinators: [flow])
        for (scene, next) in [("a", "b"), ("b", "d")] {
            if scene == "b" { try await world.send(.edit(Self.typed)) }
            try world.scene(scene).context.navigator.open(.at(next))
            await world.session.settle()
        }
        // That of the scene itself is what it has come to.
        try await world.send(.edit(Self.typed))
        for choice in [Answer.cancel, .confirm] {
            #expect(world.title == "d")
            try world.scene("d").context.navigator.finish(Named(name: "done"))
            await world.session.settle()
            try await answer(choice, world)
        }
        #expect(world.title == (decision == .show(.at("a")) ? "a" : "c"))
        #expect(!world.session.hasUnsent && world.session.questions.isEmpty)
    }
}
