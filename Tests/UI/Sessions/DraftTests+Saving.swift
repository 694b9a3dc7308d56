import TenonCore
import TenonTesting
import TenonUI
import Testing

extension DraftTests {
    /// A form whose action goes on until a test ends it, after it has asked what a test wants.
    private func slow(asking title: String? = nil) -> (Stub, end: @Sendable () -> Void) {
        let (stream, go) = AsyncStream.makeStream(of: Void.self)
        let stub = Self.form("b").reacting { input, scene in
            guard case .act("save", _, _, _) = input else { return input != .back }
            scene.context.hooks.activity(1)
            Task {
                if let title {
                    let confirmation = Confirmation(title: title, message: "", confirmTitle: "Yes")
                    _ = try? await scene.context.ports[.confirmations].confirm(confirmation)
                } else {
                    for await _ in stream { break }
                }
                scene.context.hooks.activity(-1)
            }
            return true
        }
        return (stub, { go.yield() })
    }

    @Test(
        "is not saved while its action is under way",
        arguments: [SessionInput.back, .open(.at("c")), .act("cancel"), .close()])
    func underWay(_ input: SessionInput) async throws {
        let (form, end) = slow()
        let world = try await World([Stub("a"), form, Stub("c")])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try world.session.send(.act("save", target: nil, fields: [:]))
        #expect(world.session.hasUnsent && world.session.asks(before: input))
        try await world.send(input)
        try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        let question = try #require(world.session.questions.first)
        try world.session.send(.answer(question.id, .cancel))
        #expect(world.title == "b" && kinds(world) == new)
        end()
        await world.session.settle()
        #expect(!world.session.hasUnsent && !world.session.asks(before: input))
    }

    @Test("stays unsaved after a no, whatever is asked and answered with no later")
    func declinedTwice() async throws {
        let (form, _) = slow(asking: "Really?")
        let world = try await World([Stub("a"), form])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try await world.send(.act("save"))
        try await world.send(.answer(try #require(world.session.questions.first).id, .cancel))
        #expect(world.session.hasUnsent)
        // Something else that the scene does asks as well.
        let scene = try world.scene("b")
        scene.context.hooks.activity(1)
        let confirmations = try scene.context.ports[.confirmations]
        // As a task that the scene has begun, which finds its session.
        let asking = Environment.$current.withValue(world.session.container) {
            Task {
                await confirmations.confirm(
                    Confirmation(title: "Another?", message: "", confirmTitle: "Yes"))
            }
        }
        try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        let question = try #require(world.session.questions.first)
        try world.session.send(.answer(question.id, .cancel))
        #expect(await asking.value == false)
        scene.context.hooks.activity(-1)
        #expect(world.session.hasUnsent && world.session.asks(before: .back))
    }

    @Test("is saved when its action has ended, whatever the scene does later")
    func laterActivity() async throws {
        let (form, end) = slow()
        let world = try await World([Stub("a"), form])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try world.session.send(.act("save", target: nil, fields: [:]))
        end()
        await world.session.settle()
        let scene = try world.scene("b")
        scene.context.hooks.activity(1)
        #expect(!world.session.hasUnsent && !world.session.asks(before: .back))
        scene.context.hooks.activity(-1)
    }

    @Test("takes along what others have typed only when it is given up", arguments: [true, false])
    func endAsking(isSaved: Bool) async throws {
        let world = try await World([Self.saved("b", .stays)], at: "b")
        try await world.send(.edit(Self.typed))
        let count = ApplicationActionTests.Counter()
        world.session.endAsking { count.increment() }
        try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        let question = try #require(world.session.questions.first)
        try world.session.send(.answer(question.id, isSaved ? .choice("save") : .confirm))
        try await world.pilot.wait("the end") { world.session.isEnded }
        #expect(count.value == (isSaved ? 0 : 1))
    }

    @Test("is left once when what was under way leads away while the person is asked")
    func leftMeanwhile() async throws {
        let (form, end) = slow()
        let world = try await World([Stub("a"), Stub("c"), form])
        try await world.send(.open(.at("c")))
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try world.session.send(.act("save", target: nil, fields: [:]))
        try await world.send(.back)
        try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        try world.scene("b").context.navigator.back()
        try await world.pilot.wait("the screen below") { world.title == "c" }
        let question = try #require(world.session.questions.first)
        try world.session.send(.answer(question.id, .confirm))
        end()
        await world.session.settle()
        #expect(world.title == "c" && !world.session.isEnded)
    }

    @Test("is not saved when the person says no to what the action asks")
    func declined() async throws {
        let (form, _) = slow(asking: "Really?")
        let world = try await World([Stub("a"), form, Stub("c")])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        for isSure in [false, true] {
            try await world.send(.act("save"))
            let question = try #require(world.session.questions.first)
            try await world.send(.answer(question.id, isSure ? .confirm : .cancel))
            #expect(kinds(world) == new && world.session.hasUnsent == !isSure)
            guard !isSure else { break }
            try await world.send(.back)
            try await answer(.cancel, world)
        }
        try await world.send(.back)
        #expect(world.title == "a")
    }
}
