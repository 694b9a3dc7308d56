import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("A field that was wrong")
struct CorrectedFieldTests {
    private func problem(_ world: World) -> String? {
        world.session.screen?.field("text")?.problem
    }

    /// Says what is wrong with the text of a form.
    private func say(_ problem: String, on screen: inout Screen) {
        guard case .form(var block) = screen.blocks[0] else { return }
        block.fields[0].problem = problem
        screen.blocks[0] = .form(block)
    }

    @Test("is not said to be wrong any more when it is changed, until the scene has judged it")
    func corrected() async throws {
        let (stream, go) = AsyncStream.makeStream(of: Void.self)
        var form = DraftTests.form("a").reacting { input, scene in
            guard case .act("save", _, _, _) = input else { return input != .back }
            scene.context.hooks.activity(1)
            Task {
                for await _ in stream { break }
                scene.context.hooks.activity(-1)
            }
            return true
        }
        say("It is wrong.", on: &form.screen)
        let world = try await World([form])
        try await world.send(.edit(["secret": .secret(SecretText("s3cret"))]))
        #expect(problem(world) == "It is wrong.")
        try await world.send(.edit(["text": .text("new")]))
        #expect(problem(world) == nil && world.session.hasUnsent)
        try world.session.send(.act("save", target: nil, fields: [:]))
        #expect(problem(world) == nil)
        // The scene says the same as before, so that its screen does not change.
        go.yield()
        await world.session.settle()
        #expect(problem(world) == "It is wrong." && world.session.hasUnsent)
        try await world.send(.edit(["text": .text("newer")]))
        #expect(problem(world) == nil)
        try world.scene("a").change { say("It is worse.", on: &$0) }
        await world.session.settle()
        #expect(problem(world) == "It is worse.")
    }
}
