import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("What was typed and is not saved")
struct DraftTests {
    /// A scene with a form.
    static func form(
        _ name: String, isLive: Bool = false, accelerator: Accelerator? = nil
    ) -> Stub {
        Stub(name) { screen in
            screen.blocks = [
                .form(
                    FormBlock(
                        id: "form",
                        fields: [
                            Field(
                                id: "text", label: "Text", kind: .text("old", isMultiline: false),
                                isLive: isLive),
                            Field(id: "secret", label: "Secret", kind: .secret(isSet: false)),
                        ], actions: [Action(id: "save", title: "Save", accelerator: accelerator)]))
            ]
            screen.actions = [Action(id: "cancel", title: "Cancel", role: .cancel)]
        }
    }

    static let typed: [String: FieldValue] = [
        "text": .text("new"), "secret": .secret(SecretText("s3cret")),
    ]

    private func world(_ coordinators: [any Coordinator] = []) async throws -> World {
        let world = try await World(
            [Self.form("a"), Self.form("b"), Stub("c")], coordinators: coordinators)
        return world
    }

    func kinds(_ world: World) -> [Field.Kind] {
        world.session.screen?.fields.map(\.kind) ?? []
    }

    let new: [Field.Kind] = [.text("new", isMultiline: false), .secret(isSet: true)]
    private let old: [Field.Kind] = [.text("old", isMultiline: false), .secret(isSet: false)]

    /// Answers the question that must be open.
    func answer(_ answer: Answer, _ world: World) async throws {
        let question = try #require(world.session.questions.first)
        #expect(question.kind == .discarding(world.session.container[.localizer]))
        #expect(world.session.questions.count == 1)
        try await world.send(.answer(question.id, answer))
    }

    @Test("is on the screen, secrets only as being there, and goes along with the next action")
    func shown() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        #expect(kinds(world) == new)
        #expect(world.session.hasUnsent)
        try await world.send(.act("save"))
        let given = SceneInput.act("save", target: nil, fields: Self.typed, input: nil)
        #expect(try world.scene("a").inputs == [.appear, given])
        #expect(!world.session.hasUnsent)
        try await world.send(.open(.at("c")))
        #expect(world.title == "c")
    }

    @Test("is what comes with an action, which an empty secret leaves as it was typed")
    func given() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        let fields: [String: FieldValue] = [
            "text": .text("newer"), "secret": .secret(SecretText("")),
        ]
        try await world.send(.act("save", fields: fields))
        let expected = Self.typed.merging(["text": .text("newer")]) { $1 }
        let given = SceneInput.act("save", target: nil, fields: expected, input: nil)
        #expect(try world.scene("a").inputs.last == given)
    }

    @Test("is on the screen at once when it comes with an action that is asked about")
    func givenAndAsked() async throws {
        let world = try await world()
        try await world.send(.act("cancel", fields: Self.typed))
        #expect(kinds(world) == new)
        try await answer(.cancel, world)
        #expect(kinds(world) == new && world.session.hasUnsent)
    }

    @Test("is nothing when it is what the fields said anyway")
    func restored() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        try await world.send(.edit(["text": .text("old"), "secret": .secret(SecretText(""))]))
        #expect(kinds(world) == old)
        #expect(!world.session.hasUnsent)
    }

    @Test(
        "is lost by going back, going elsewhere and cancelling only when the person says so",
        arguments: [SessionInput.back, .open(.at("c")), .act("cancel")])
    func leaving(_ input: SessionInput) async throws {
        let world = try await world()
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        #expect(world.session.asks(before: input))
        try await world.send(input)
        try await answer(.cancel, world)
        #expect(world.title == "b" && kinds(world) == new)
        #expect(try !world.scene("b").inputs.contains { $0 == .back })
        try await world.send(input)
        try await answer(.confirm, world)
        #expect(!world.session.hasUnsent)
        switch input {
        case .back: #expect(world.title == "a")
        case .open: #expect(world.title == "c")
        default:
            let old: [String: FieldValue] = [
                "text": .text("old"), "secret": .secret(SecretText("")),
            ]
            let act = SceneInput.act("cancel", target: nil, fields: old, input: nil)
            #expect(try world.scene("b").inputs.last == act)
        }
    }

    /// What a form does when it is saved.
    enum Saving: CaseIterable, Sendable { case stays, goesBack, refuses }

    static func saved(_ name: String, _ saving: Saving) -> Stub {
        form(name, accelerator: .save).reacting { input, scene in
            switch (input, saving) {
            case (.back, _): return false
            case (.act("save", _, _, _), .goesBack): scene.context.navigator.back()
            case (.act("save", _, _, _), .refuses):
                scene.change { screen in
                    let text = TextBlock("The disk is full.", tone: .critical)
                    screen.blocks.insert(.text(text), at: 0)
                }
            default: break
            }
            return true
        }
    }

    @Test(
        "is saved where the form offers that, before it is left by whatever way",
        arguments: [SessionInput.back, .open(.at("c")), .act("cancel"), .close()], Saving.allCases)
    func savedOnTheWay(_ input: SessionInput, _ saving: Saving) async throws {
        let world = try await World([Stub("a"), Self.saved("b", saving), Stub("c")])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try await world.send(input)
        let question = try #require(world.session.questions.first)
        let localizer = world.session.container[.localizer]
        #expect(question.kind.isDiscarding(localizer) && question.kind != .discarding(localizer))
        let scene = try world.scene("b")
        try await world.send(.answer(question.id, .choice("save")))
        let given = SceneInput.act("save", target: nil, fields: Self.typed, input: nil)
        #expect(scene.inputs.contains(given))
        switch (saving, input) {
        case (.refuses, _):
            #expect(world.title == "b" && kinds(world) == new && world.session.hasUnsent)
        case (_, .close): #expect(world.session.isEnded)
        case (_, .open): #expect(world.title == "c")
        case (.goesBack, _), (_, .back): #expect(world.title == "a" && !world.session.isEnded)
        default:
            let act = SceneInput.act("cancel", target: nil, fields: Self.typed, input: nil)
            #expect(scene.inputs.last == act)
        }
    }

    @Test("is not offered to be saved where no one action saves all of it")
    func notSaved() async throws {
        func kind(_ change: (inout Action) -> Void) async throws -> Question.Kind? {
            var form = Self.form("b", accelerator: .save)
            guard case .form(var block) = form.screen.blocks[0] else { return nil }
            change(&block.actions[0])
            form.screen.blocks[0] = .form(block)
            let world = try await World([Stub("a"), form])
            try await world.send(.open(.at("b")))
            try await world.send(.edit(Self.typed))
            try await world.send(.back)
            return world.session.questions.first?.kind
        }
        let localizer = try await world().session.container[.localizer]
        let offered = try await kind { _ in }
        #expect(offered == .discarding(localizer, saving: Action(id: "save", title: "Save")))
        #expect(try await kind { $0.accelerator = nil } == .discarding(localizer))
        #expect(
            try await kind { $0.availability = .disabled(reason: "No.") } == .discarding(localizer))
        #expect(try await kind { $0.input = Prompt(title: "Why?") } == .discarding(localizer))
        let sure = Confirmation(title: "Sure?", message: "", confirmTitle: "Yes")
        #expect(try await kind { $0.confirmation = sure } == .discarding(localizer))
        // Two screens.
        let world = try await World(
            [Stub("a"), Self.form("b", accelerator: .save), Self.form("c", accelerator: .save)])
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try world.scene("b").context.navigator.open(.at("c"))
        await world.session.settle()
        try await world.send(.edit(Self.typed))
        try await world.send(.close())
        try await answer(.cancel, world)
        try await world.send(.back)
        let question = try #require(world.session.questions.first)
        await #expect(throws: SessionError.self) {
            try await world.send(.answer(question.id, .choice("other")))
        }
        #expect(world.session.questions.count == 1)
    }

    @Test("is asked about before an action of the application by which all is left, such as a lock")
    func leftByAction() async throws {
        let count = ApplicationActionTests.Counter()
        let confirmation = Confirmation(title: "Sure?", message: "", confirmTitle: "Yes")
        let world = try await World(
            [Self.form("a"), Stub("c")],
            applicationActions: [("lock", nil), ("sure", confirmation)].map { id, confirmation in
                ApplicationAction(effect: .leave { _ in count.increment() }) { _ in
                    Action(id: id, title: id, scope: .application, confirmation: confirmation)
                }
            })
        try await world.send(.act("lock"))
        #expect(count.value == 1 && world.session.questions.isEmpty)
        try await world.send(.edit(Self.typed))
        try world.scene("a").context.navigator.open(.at("c"))
        await world.session.settle()
        #expect(world.session.asks(before: .act("lock")))
        try await world.send(.act("lock"))
        try await answer(.cancel, world)
        try await world.send(.act("sure"))
        try await world.pilot.answer(.confirm)
        try await answer(.cancel, world)
        #expect(count.value == 1)
        try await world.send(.back)
        #expect(kinds(world) == new)
        try await world.send(.act("lock"))
        try await answer(.confirm, world)
        #expect(count.value == 2 && !world.session.hasUnsent)
        try await world.send(.edit(Self.typed))
        try await world.send(.forced(.act("lock")))
        #expect(count.value == 3 && world.session.questions.isEmpty)
    }

    @Test("is asked about once, however often one wants to leave")
    func once() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        for _ in 0..<3 { try await world.send(.open(.at("c"))) }
        try await answer(.cancel, world)
        #expect(world.session.questions.isEmpty)
        try await world.send(.back)
        try await answer(.cancel, world)
    }

    @Test("is asked about before the session ends")
    func closing() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        try await world.send(.close())
        try await answer(.cancel, world)
        #expect(!world.session.isEnded && kinds(world) == new)
        try await world.send(.close())
        try await answer(.confirm, world)
        #expect(world.session.isEnded)
    }

    @Test("is given up without a question by force")
    func forced() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        try await world.send(.forced(.open(.at("c"))))
        #expect(world.title == "c" && !world.session.hasUnsent)
        try await world.send(.back)
        #expect(kinds(world) == old)
    }

    @Test("stays with a screen that another scene covers, and is asked about when both are left")
    func covered() async throws {
        let world = try await world()
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try world.scene("b").context.navigator.open(.at("c"))
        await world.session.settle()
        #expect(world.title == "c" && world.session.hasUnsent)
        try await world.send(.open(.at("a")))
        try await answer(.cancel, world)
        try await world.send(.back)
        #expect(world.title == "b" && kinds(world) == new)
    }

    /// Types into the form of a scene, whose action refuses it.
    private func refuse(_ world: World) async throws {
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        try await world.send(.act("save"))
        try world.scene("b").change { screen in
            screen.blocks.insert(.text(TextBlock("The disk is full.", tone: .critical)), at: 0)
        }
        await world.session.settle()
    }

    @Test("is not come back to when it was given up on the way to another place")
    func givenUp() async throws {
        let world = try await world()
        try await refuse(world)
        try await world.send(.open(.at("c")))
        try await answer(.confirm, world)
        #expect(world.title == "c")
        try await world.send(.open(.at("b")))
        #expect(kinds(world) == old && world.scenes.count { $0.context.location == .at("b") } == 2)
        // The former one is nowhere on the way back.
        for title in ["c", "a"] {
            try await world.send(.back)
            #expect(world.title == title)
        }
    }

    @Test("is kept with its secret while the scene works and shows how far it is")
    func working() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        try await world.send(.act("save"))
        let scene = try world.scene("a")
        let form = scene.screen.blocks
        scene.change { $0.blocks = [.progress(ProgressBlock(id: "p", label: "P"))] }
        await world.session.settle()
        #expect(world.session.screen?.fields.isEmpty == true)
        let problem = TextBlock("No.", tone: .critical)
        scene.change { $0.blocks = form + [.text(problem)] }
        await world.session.settle()
        #expect(kinds(world) == new && world.session.hasUnsent)
        // Where there is neither a form nor work, it is over.
        scene.change { $0.blocks = [.text(TextBlock("Done."))] }
        await world.session.settle()
        scene.change { $0.blocks = form }
        await world.session.settle()
        #expect(kinds(world) == old)
    }

    @Test("is not saved when it is what a scene shows and has refused")
    func refusedAgain() async throws {
        let world = try await world()
        try await world.send(.edit(["text": .text("a")]))
        try await world.send(.act("save"))
        try world.scene("a").change { screen in
            guard case .form(var form) = screen.blocks[0] else { return }
            form.fields[0].kind = .text("a", isMultiline: false)
            form.fields[0].problem = "No."
            screen.blocks[0] = .form(form)
        }
        await world.session.settle()
        for text in ["ab", "a"] { try await world.send(.edit(["text": .text(text)])) }
        #expect(world.session.hasUnsent)
        try await world.send(.open(.at("c")))
        try await answer(.cancel, world)
        #expect(kinds(world)[0] == .text("a", isMultiline: false))
    }

    @Test("is not kept as a secret that was sent, below another screen")
    func sentSecret() async throws {
        let world = try await world()
        try await world.send(.edit(Self.typed))
        try await world.send(.act("save"))
        try world.scene("a").context.navigator.open(.at("c"))
        await world.session.settle()
        try await world.send(.back)
        #expect(kinds(world) == [.text("new", isMultiline: false), .secret(isSet: false)])
    }

    @Test("is kept with its secret and asked about when the scene refuses it")
    func refused() async throws {
        let world = try await world()
        try await refuse(world)
        #expect(world.session.hasUnsent)
        try world.scene("b").context.navigator.open(.at("c"))
        await world.session.settle()
        try await world.send(.back)
        #expect(kinds(world) == new)
        try await world.send(.back)
        try await answer(.cancel, world)
        #expect(world.title == "b" && kinds(world) == new)
    }

    @Test("goes when the session begins again behind a lock, which says so, and nothing after it")
    func locked() async throws {
        let (stream, events) = AsyncStream.makeStream(of: NavigationEvent.self)
        var lock = Stub("lock")
        lock.offersApplicationActions = false
        let flow = StubFlow(stream: stream) { event in
            if case .start(nil) = event { .reset([.at("lock")]) } else { nil }
        }
        let world = try await World([Self.form("a"), lock], coordinators: [flow])
        try await world.send(.edit(Self.typed))
        // A question about it must not hold up the lock.
        try await world.send(.back)
        events.yield(.start(nil))
        try await world.pilot.wait("the lock") { world.title == "lock" }
        await world.session.settle()
        #expect(world.session.questions.isEmpty && !world.session.hasUnsent)
        let said = "A form was not saved: what you had typed into it is gone."
        #expect(world.session.screen?.blocks == [.text(TextBlock(said, tone: .caution))])
        try await world.send(.open(.at("a")))
        #expect(kinds(world) == old)
        #expect(world.pilot.notices.isEmpty)
        // Without anything typed, the next lock has nothing to say.
        events.yield(.start(nil))
        try await world.pilot.wait("the lock once more") { world.title == "lock" }
        #expect(world.session.screen?.blocks == [])
        try await world.send(.open(.at("a")))
        try await world.send(.edit(Self.typed))
        try await world.send(.back)
        try await answer(.cancel, world)
    }

    @Test("reaches the scene at once only from fields that are live")
    func live() async throws {
        let world = try await World([Self.form("a", isLive: true)])
        try await world.send(.edit(Self.typed))
        #expect(try world.scene("a").inputs == [.appear, .edit(["text": .text("new")])])
        #expect(kinds(world) == new)
        try world.scene("a").change { screen in
            guard case .form(var form) = screen.blocks[0] else { return }
            form.fields[0].kind = .text("generated", isMultiline: false)
            screen.blocks[0] = .form(form)
        }
        #expect(kinds(world) == [.text("generated", isMultiline: false), .secret(isSet: true)])
    }

    @Test("is recorded as one step without its secrets, which a replay asks for with the action")
    func recorded() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let world = try await World(
            [Self.form("a"), Stub("c")], observers: [recorder])
        for text in ["n", "ne", "new"] { try await world.send(.edit(["text": .text(text)])) }
        try await world.send(.edit(["secret": .secret(SecretText("s3cret"))]))
        try await world.send(.open(.at("c")))
        try await answer(.cancel, world)
        try await world.send(.act("save"))
        try await world.send(.forced(.open(.at("c"))))
        let recording = try #require(recorder.recording)
        let lines = try SessionRecording(lines: recording.lines())
        #expect(lines.steps.count == 5)
        #expect(!String(decoding: try recording.lines(), as: UTF8.self).contains("s3cret"))
        let replay = SessionReplay(lines)
        #expect(replay.secrets.map(\.label) == ["Secret"])
        let other = try await World([Self.form("a"), Stub("c")])
        let given = Dictionary(
            uniqueKeysWithValues: replay.secrets.map { ($0, SecretText("s3cret")) })
        try await replay.play(in: other.session, given: given)
        let act = SceneInput.act("save", target: nil, fields: Self.typed, input: nil)
        #expect(try other.scene("a").inputs.contains(act))
        #expect(other.title == "c")
    }
}
