import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct ConfirmedActionTests {
    private static func stub(_ severity: Severity, input: Prompt? = nil) -> Stub {
        Stub("a") { screen in
            screen.actions = [
                Action(
                    id: "wipe", title: "Wipe",
                    confirmation: Confirmation(
                        title: "Sure?", message: "", confirmTitle: "Wipe", severity: severity),
                    input: input),
                Action(id: "name", title: "Name", input: Prompt(title: "Which?")),
            ]
        }
    }

    private func acts(_ world: World) throws -> [SceneInput] {
        try world.scene("a").inputs.filter { ![.appear, .disappear].contains($0) }
    }

    @Test(
        "the scene hears of a confirmed action only after the yes",
        arguments: [Severity.mild, .moderate])
    func confirmed(_ severity: Severity) async throws {
        let world = try await World([Self.stub(severity)])
        try await world.pilot.choose("Wipe")
        #expect(try acts(world).isEmpty)
        try await world.pilot.answer(.confirm)
        #expect(try acts(world) == [.act("wipe", target: nil, fields: [:], input: nil)])
        #expect(world.session.questions.isEmpty)
    }

    @Test(
        "the scene never hears of a refused action", arguments: [Severity.mild, .severe(name: "N")])
    func refused(_ severity: Severity) async throws {
        let world = try await World([Self.stub(severity)])
        try await world.pilot.choose("Wipe")
        try await world.pilot.answer(.cancel)
        #expect(try acts(world).isEmpty)
    }

    @Test("a severe confirmation takes the name and nothing else")
    func severe() async throws {
        let world = try await World([Self.stub(.severe(name: "Vault"))])
        try await world.pilot.choose("Wipe")
        let id = try #require(world.session.questions.first?.id)
        for wrong: Answer in [
            .confirm, .text(SecretText("vault")), .text(SecretText("")), .choice("x"),
        ] {
            #expect(world.refusal(.answer(id, wrong)) == "session.wrong-name")
        }
        #expect(try acts(world).isEmpty)
        try await world.pilot.answer(.text("Vault"))
        #expect(try acts(world).count == 1)
    }

    @Test("text that an action asks for comes with it")
    func input() async throws {
        let world = try await World([Self.stub(.mild)])
        try await world.pilot.choose("Name")
        try await world.pilot.answer(.text("Ada"))
        #expect(
            try acts(world) == [.act("name", target: nil, fields: [:], input: SecretText("Ada"))])
    }

    @Test("without the text nothing happens")
    func cancelledInput() async throws {
        let world = try await World([Self.stub(.mild)])
        try await world.pilot.choose("Name")
        try await world.pilot.answer(.cancel)
        #expect(try acts(world).isEmpty)
    }

    @Test("first comes the confirmation, then the text")
    func both() async throws {
        let world = try await World([Self.stub(.moderate, input: Prompt(title: "Why?"))])
        try await world.pilot.choose("Wipe")
        #expect(!world.pilot.sees("Why?"))
        try await world.pilot.answer(.confirm)
        #expect(world.pilot.sees("Why?"))
        try await world.pilot.answer(.text("old"))
        #expect(
            try acts(world) == [.act("wipe", target: nil, fields: [:], input: SecretText("old"))])
    }

    @Test("a yes for a screen that was left meanwhile does nothing")
    func leftMeanwhile() async throws {
        let world = try await World([Self.stub(.mild), Stub("b")])
        try await world.pilot.choose("Wipe")
        try await world.send(.open(.at("b")))
        try await world.pilot.wait("screen b") { world.title == "b" }
        try await world.pilot.answer(.confirm)
        #expect(try acts(world).isEmpty)
        #expect(try world.scene("b").inputs == [.appear])
    }

    @Test("a new stack cancels the question, and questions can be asked there")
    func stackReplaced() async throws {
        let lock = StubFlow { event in
            if case .open(let location) = event { .reset([location]) } else { nil }
        }
        let world = try await World(
            [
                Self.stub(.mild, input: Prompt(title: "Why?")),
                Stub("b") { screen in
                    screen.actions = [Action(id: "c", title: "C", input: Prompt(title: "What?"))]
                },
            ], coordinators: [lock])
        try await world.pilot.choose("Wipe")
        let id = try #require(world.session.questions.first?.id)
        try world.session.send(.open(.at("b")))
        try await world.pilot.wait("screen b") { world.title == "b" }
        await world.session.settle()
        #expect(world.session.questions.isEmpty)
        #expect(world.refusal(.answer(id, .confirm)) == "session.unknown-question")
        #expect(try acts(world).isEmpty)
        try await world.pilot.choose("C")
        try await world.pilot.answer(.text("new"))
        #expect(
            try world.scene("b").inputs.contains(
                .act("c", target: nil, fields: [:], input: SecretText("new"))))
    }
}
