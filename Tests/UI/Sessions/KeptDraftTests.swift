import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("What was typed when a session ended")
struct KeptDraftTests {
    /// What was kept, without the names of the drafts.
    private var kept: [[String: FieldValue]] { keeper.all.map(\.values) }

    private let keeper = MemoryDraftKeeper()
    private static let typed: [String: FieldValue] = [
        "text": .text("new"), "secret": .secret(SecretText("s3cret")),
    ]
    private static let draft = KeptDraft(location: .at("b"), title: "b", values: typed)

    private func world(_ others: [Stub] = [], at location: String = "a") async throws -> World {
        let form = DraftTests.form("b", isLive: true)
        return try await World(
            [Stub("a"), form, Stub("c")] + others, keeper: keeper, at: location)
    }

    /// Answers the question that comes; `nil` dismisses it.
    private func answer(_ choice: String?, _ world: World) async throws {
        try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        let question = try #require(world.session.questions.first)
        guard case .alert(let alert) = question.kind else {
            Issue.record("Another question is asked.")
            return
        }
        #expect(alert.title == "Go on with what you typed?")
        #expect(alert.message.contains("“b”"))
        #expect(alert.choices.map(\.title) == ["Go on", "Discard"])
        try await world.send(.answer(question.id, choice.map { .choice($0) } ?? .cancel))
    }

    private func waitForForm(_ text: String, _ world: World) async throws {
        try await world.pilot.wait("the form") {
            world.session.screen?.fields.first?.kind == .text(text, isMultiline: false)
        }
        await world.session.settle()
    }

    @Test("is kept with its secrets, and offered to the next one, which goes on with it")
    func goesOn() async throws {
        let first = try await world()
        try await first.send(.open(.at("b")))
        try await first.send(.edit(Self.typed))
        await first.pilot.stop()
        #expect(kept == [Self.typed] && keeper.all.first?.title == "b")
        let second = try await world()
        try await answer("go-on", second)
        try await waitForForm("new", second)
        #expect(second.title == "b" && second.session.hasUnsent)
        try await second.pilot.wait("it is let go") { keeper.all.isEmpty }
        // What the scene hears of at once, it hears of.
        #expect(try second.scene("b").inputs.contains(.edit(["text": .text("new")])))
        try await second.send(.act("save"))
        let given = SceneInput.act("save", target: nil, fields: Self.typed, input: nil)
        #expect(try second.scene("b").inputs.last == given)
        await second.pilot.stop()
        #expect(keeper.all.isEmpty)
    }

    @Test("stays for later ones when one does not go on now, and is gone when it is discarded")
    func postponed() async throws {
        await keeper.keep([Self.draft])
        for _ in 1...2 {
            let world = try await world()
            try await answer(nil, world)
            #expect(world.title == "a" && !world.session.hasUnsent)
            await world.pilot.stop()
        }
        let unanswered = try await world()
        try await unanswered.pilot.wait("the question") { !unanswered.session.questions.isEmpty }
        await unanswered.pilot.stop()
        #expect(keeper.all == [Self.draft])
        let world = try await world()
        try await answer("discard", world)
        try await world.pilot.wait("it is let go") { keeper.all.isEmpty }
        #expect(world.title == "a" && !world.session.hasUnsent)
        await world.pilot.stop()
        #expect(keeper.all.isEmpty)
    }

    @Test("is offered again each time that its screen is opened, when one does not go on now")
    func dismissed() async throws {
        await keeper.keep([Self.draft])
        let world = try await world()
        try await answer(nil, world)
        for choice in [nil, "go-on"] {
            try await world.pilot.wait("the question") {
                // Opened once more for as long as the dismissal is not heard of.
                if world.session.questions.isEmpty { try? world.session.send(.open(.at("b"))) }
                return !world.session.questions.isEmpty
            }
            #expect(keeper.all == [Self.draft])
            try await answer(choice, world)
        }
        try await waitForForm("new", world)
        #expect(world.session.hasUnsent)
        await world.pilot.stop()
    }

    @Test("is said to be gone by a lock with which it goes", arguments: [true, false])
    func lost(isAsked: Bool) async throws {
        let (stream, events) = AsyncStream.makeStream(of: NavigationEvent.self)
        var lock = Stub("lock")
        lock.offersApplicationActions = false
        let flow = StubFlow(stream: stream) { event in
            if case .start(nil) = event { .reset([.at("lock")]) } else { nil }
        }
        let form = DraftTests.form("b")
        let keeper = MemoryDraftKeeper(outlivesProgram: false)
        await keeper.keep([Self.draft])
        let world = try await World(
            [Stub("a"), form, lock], coordinators: [flow], keeper: keeper, at: "a")
        if isAsked {
            try await world.pilot.wait("the question") { !world.session.questions.isEmpty }
        } else {
            try await answer("go-on", world)
            try await waitForForm("new", world)
            try await world.pilot.wait("it is let go") { keeper.all.isEmpty }
        }
        await keeper.forget(Self.draft)
        events.yield(.start(nil))
        // Either what was kept, or the form into which it has come.
        let said = "A form was not saved: what you had typed into it is gone."
        try await world.pilot.wait("to be told") {
            world.title == "lock"
                && world.session.screen?.blocks == [.text(TextBlock(said, tone: .caution))]
        }
        #expect(world.session.questions.isEmpty)
        await world.pilot.stop()
    }

    /// What a session has told.
    private final class Told: Sendable {
        private let state = Mutex((title: "", hasLost: false))

        var title: String { state.withLock { $0.title } }
        /// Whether it has said that something is gone.
        var hasLost: Bool { state.withLock { $0.hasLost } }

        func take(_ event: SessionEvent) {
            state.withLock { state in
                switch event {
                case .screen(let screen):
                    state.title = screen.title
                    state.hasLost = state.hasLost || !screen.blocks.isEmpty
                case .notice: state.hasLost = true
                default: break
                }
            }
        }
    }

    @Test(
        "is said to be gone once in a process, and never where another program may have decided",
        arguments: [true, false])
    func lostOnce(outlivesProgram: Bool) async throws {
        let keeper = MemoryDraftKeeper(outlivesProgram: outlivesProgram)
        await keeper.keep([Self.draft])
        var lock = Stub("lock")
        lock.offersApplicationActions = false
        let world = try await World(
            [Stub("a"), DraftTests.form("b"), lock], keeper: keeper, at: "a")
        try await world.pilot.wait("the offer") { !world.session.questions.isEmpty }
        await keeper.keep([KeptDraft(location: .at("b"), title: "b", values: Self.typed)])
        let second = try await world.pilot.host.openSession(at: .at("a"))
        try await world.pilot.wait("the other offer") { !second.questions.isEmpty }
        for draft in keeper.all { await keeper.forget(draft) }
        let first = Told()
        let sessions = [(world.session, first), (second, Told())]
        for (session, told) in sessions {
            session.listen { told.take($0) }
            try session.send(.open(.at("lock")))
            try await world.pilot.wait("the lock") {
                told.title == "lock" && (outlivesProgram || first.hasLost)
            }
        }
        for (session, told) in sessions.reversed() {
            // It is offered only after it is known what the lock has taken along.
            await keeper.keep([KeptDraft(location: .at("b"), title: "next", values: Self.typed)])
            try session.send(.open(.at("a")))
            try await world.pilot.wait("the next offer") {
                session.questions.contains { question in
                    guard case .alert(let alert) = question.kind else { return false }
                    return alert.message.contains("“next”")
                }
            }
            // What was too late for the lock is said by the next one.
            try session.send(.open(.at("lock")))
            try await world.pilot.wait("the lock once more") { told.title == "lock" }
        }
        #expect(sessions.count { $0.1.hasLost } == (outlivesProgram ? 0 : 1))
        second.end()
        await world.pilot.stop()
    }

    @Test("is offered again when the discarding is taken back")
    func takenBack() async throws {
        await keeper.keep([Self.draft])
        let world = try await world()
        try await answer("discard", world)
        try await world.pilot.wait("it can be taken back") { !world.session.undoable.isEmpty }
        #expect(keeper.all.isEmpty)
        let notice = try #require(world.session.undoable.first)
        #expect(notice.text.contains("“b” was discarded"))
        try await world.send(.undo(try #require(notice.undo)))
        #expect(keeper.all == [Self.draft])
        try await answer("go-on", world)
        try await waitForForm("new", world)
        await world.pilot.stop()
    }

    @Test("is asked about once in a process, one after the other, and is not mixed with another")
    func several() async throws {
        let other = KeptDraft(location: .at("b"), title: "b", values: ["text": .text("other")])
        await keeper.keep([Self.draft, other])
        let world = try await world()
        try await answer("go-on", world)
        try await waitForForm("new", world)
        try await world.pilot.wait("it is let go") { keeper.all == [other] }
        // Its form has something else now, so that nobody is asked about the other.
        #expect(world.session.questions.isEmpty)
        let host = world.pilot.host
        let second = try await host.openSession(at: .at("a"))
        let question = await second.events().first {
            if case .question = $0 { true } else { false }
        }
        #expect(question != nil && second.questions.count == 1)
        let looks = keeper.lookCount
        let third = try await host.openSession(at: .at("a"))
        try await world.pilot.wait("the third to look") { keeper.lookCount > looks }
        await keeper.keep([KeptDraft(location: .at("c"), title: "b", values: Self.typed)])
        let fourth = try await host.openSession(at: .at("a"))
        _ = await fourth.events().first { if case .question = $0 { true } else { false } }
        #expect(third.questions.isEmpty && fourth.questions.count == 1)
        for session in [second, third, fourth] { session.end() }
        await world.pilot.stop()
    }

    @Test("is not kept when it was saved, given up, or is there to open a lock")
    func notKept() async throws {
        for input in [SessionInput.act("save"), .forced(.close()), .forced(.back)] {
            let world = try await world()
            try await world.send(.open(.at("b")))
            try await world.send(.edit(Self.typed))
            try await world.send(input)
            await world.pilot.stop()
            #expect(keeper.all.isEmpty, "\(input)")
        }
        var lock = DraftTests.form("lock")
        lock.offersApplicationActions = false
        let world = try await world([lock], at: "lock")
        try await world.send(.edit(Self.typed))
        await world.pilot.stop()
        #expect(keeper.all.isEmpty)
    }

    @Test(
        "is said to be kept only where something is, and the next program finds it",
        arguments: [true, false])
    func endKeeping(outlivesProgram: Bool) async throws {
        let keeper = MemoryDraftKeeper(outlivesProgram: outlivesProgram)
        for values in [[:], Self.typed] {
            let world = try await World([DraftTests.form("b")], keeper: keeper, at: "b")
            try await world.send(.edit(values))
            let isKept = outlivesProgram && !values.isEmpty
            let said: UIText = isKept ? .draftKept : .draftUnsaved
            #expect(await world.session.endKeeping() == said)
            await world.pilot.stop()
        }
        #expect(keeper.all.map(\.values) == [Self.typed])
    }

    @Test("is said to be kept without its secrets where they are not, and not at all without more")
    func endKeepingWithoutSecrets() async throws {
        let cases: [([String], UIText)] = [
            (["text", "secret"], .draftKeptWithoutSecrets), (["text"], .draftKept),
            (["secret"], .draftUnsaved),
        ]
        for (fields, said) in cases {
            let keeper = MemoryDraftKeeper(keepsSecrets: false)
            let world = try await World([DraftTests.form("b")], keeper: keeper, at: "b")
            try await world.send(.edit(Self.typed.filter { fields.contains($0.key) }))
            #expect(await world.session.endKeeping() == said)
            await world.pilot.stop()
        }
    }

    @Test("is said to be kept only where all that was typed is, on whatever screen")
    func endKeepingSeveral() async throws {
        var lock = DraftTests.form("lock")
        lock.offersApplicationActions = false
        let world = try await world([lock], at: "b")
        try await world.send(.edit(Self.typed))
        try world.scene("b").context.navigator.open(.at("lock"))
        await world.session.settle()
        try await world.send(.edit(Self.typed))
        #expect(await world.session.endKeeping() == .draftUnsaved)
        await world.pilot.stop()
        #expect(kept == [Self.typed])
    }

    @Test("is not kept when somebody ends the session who knows of it")
    func givenUp() async throws {
        let world = try await world()
        try await world.send(.open(.at("b")))
        try await world.send(.edit(Self.typed))
        world.session.giveUpTyped()
        #expect(!world.session.hasUnsent)
        await world.pilot.stop()
        #expect(keeper.all.isEmpty)
    }

    @Test("is offered once the lock is open, not before")
    func behindLock() async throws {
        await keeper.keep([Self.draft])
        var lock = Stub("lock")
        lock.offersApplicationActions = false
        let world = try await world([lock], at: "lock")
        #expect(world.session.questions.isEmpty)
        try await world.send(.open(.at("c")))
        try await answer(nil, world)
        await world.pilot.stop()
    }

    @Test("is kept without what proves who one is, and without files that only the page has")
    func left() async throws {
        var form = Stub("d")
        let file = FileValue(name: "f", content: .bytes(SecretText("content")))
        let path = FileValue(name: "p", content: .path("/tmp/p"))
        form.screen.blocks = [
            .form(
                FormBlock(
                    id: "form",
                    fields: [
                        Field(
                            id: "present", label: "P", kind: .secret(isSet: false),
                            autofill: .currentPassword),
                        Field(id: "file", label: "F", kind: .file(name: "", accepts: [])),
                        Field(id: "path", label: "F", kind: .file(name: "", accepts: [])),
                    ], actions: []))
        ]
        let world = try await world([form], at: "d")
        try await world.send(
            .edit([
                "present": .secret(SecretText("s3cret")), "file": .file(file), "path": .file(path),
            ]))
        await world.pilot.stop()
        #expect(kept == [["path": .file(path)]])
    }

    @Test("is said to be gone as far as its form is not there any more")
    func gone() async throws {
        var draft = Self.draft
        draft.values["former"] = .text("x")
        await keeper.keep([draft])
        let world = try await world()
        try await answer("go-on", world)
        try await world.pilot.wait("to be told") { !world.pilot.notices.isEmpty }
        #expect(world.pilot.notices.first?.contains("typed and not saved is gone") == true)
        #expect(world.session.screen?.fields.first?.kind == .text("new", isMultiline: false))
    }
}
