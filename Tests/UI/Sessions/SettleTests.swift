import TenonCore
import TenonTesting
import TenonUI
import Testing

/// Sessions of scenes with a real interactor, whose effects take their time.
@Suite struct SettleTests {
    private struct Logic: Interactor {
        enum Action: Sendable { case fast, slow, background, ask, fail, environment }
        enum Mutation: Sendable { case set(String) }

        let ports: SessionPorts
        let initialState = "idle"

        func mutate(_ action: Action, _ state: String) -> Effect<Mutation> {
            switch action {
            case .fast: .just(.set("fast"))
            case .slow, .background:
                .run("wait", isBackground: action == .background) { [ports] emit in
                    emit(.set("waiting"))
                    try await ports[.clock].sleep(for: .seconds(5))
                    emit(.set("waited"))
                }
            case .ask:
                .run("ask") { [ports] emit in
                    let isSure = try await ports[.confirmations].confirm(
                        Confirmation(title: "Sure?", message: "", confirmTitle: "Yes"))
                    emit(.set(isSure ? "sure" : "unsure"))
                }
            case .fail:
                .run("fail") { _ in throw TestingError.unmet("luck", seen: "none") }
            case .environment:
                .run("environment") { [ports] emit in
                    let questions = Environment.current?[.questionQueue]
                    emit(
                        .set(
                            questions != nil && questions === ports[.questionQueue]
                                ? "same" : "other"))
                }
            }
        }

        func reduce(_ state: inout String, _ mutation: Mutation) {
            switch mutation {
            case .set(let text): state = text
            }
        }
    }

    private struct Show: Presenter {
        func screen(for state: String) -> Screen {
            let titles = ["fast", "slow", "background", "ask", "fail", "environment"]
            return Screen(
                location: .at("a"), title: state,
                actions: titles.map { Action(id: $0, title: $0) })
        }
    }

    private func makePilot() async throws -> SessionPilot {
        try await SessionPilot(plugins: [], at: "a") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("a")) { context in
                        InteractiveScene(
                            Logic(ports: context.ports), presenter: Show(), context: context
                        ) { input, _ in
                            guard case .other(let id, _) = input else { return nil }
                            return switch id {
                            case "fast": .fast
                            case "slow": .slow
                            case "background": .background
                            case "ask": .ask
                            case "fail": .fail
                            default: .environment
                            }
                        }
                    }
                ]
            }
        }
    }

    @Test("a synchronous action is on the screen when send returns")
    func synchronous() async throws {
        let pilot = try await makePilot()
        try pilot.session.send(.act("fast"))
        #expect(pilot.session.screen?.title == "fast")
    }

    @Test("settling waits for work in the foreground")
    func foreground() async throws {
        let pilot = try await makePilot()
        try pilot.session.send(.act("slow"))
        let settling = Task {
            await pilot.session.settle()
            return pilot.session.screen?.title
        }
        await pilot.clock.waitForSleepers()
        #expect(pilot.session.screen?.title == "waiting")
        pilot.clock.advance(by: .seconds(5))
        #expect(await settling.value == "waited")
    }

    @Test("settling does not wait for work in the background, and its result is seen later")
    func background() async throws {
        let pilot = try await makePilot()
        try await pilot.choose("background")
        await pilot.clock.waitForSleepers()
        #expect(pilot.sees("waiting"))
        pilot.clock.advance(by: .seconds(5))
        try await pilot.wait(for: "waited")
    }

    @Test("settling ends when a question is open, and waits again for what follows the answer")
    func question() async throws {
        let pilot = try await makePilot()
        try await pilot.choose("ask")
        #expect(pilot.sees("Sure?"))
        try await pilot.answer(.confirm)
        #expect(pilot.session.screen?.title == "sure")
    }

    @Test("settling ends with the task that waits")
    func cancellation() async throws {
        let pilot = try await makePilot()
        try pilot.session.send(.act("slow"))
        let settling = Task { await pilot.session.settle() }
        await pilot.clock.waitForSleepers()
        settling.cancel()
        await settling.value
        #expect(pilot.session.screen?.title == "waiting")
    }

    @Test("settling ends with the session, whose work is cancelled")
    func end() async throws {
        let pilot = try await makePilot()
        try pilot.session.send(.act("slow"))
        await pilot.clock.waitForSleepers()
        pilot.session.end()
        await pilot.session.settle()
        try await pilot.wait("the sleeper to be woken") { pilot.clock.sleepers == 0 }
    }

    @Test("the error of an effect is an alert when the session has settled")
    func failure() async throws {
        let pilot = try await makePilot()
        try await pilot.choose("fail")
        #expect(pilot.sees("Expected: luck"))
        try await pilot.answer(.cancel)
        #expect(pilot.session.questions.isEmpty)
    }

    @Test("effects find the container of their session in the environment")
    func environment() async throws {
        let pilot = try await makePilot()
        try await pilot.choose("environment")
        #expect(pilot.session.screen?.title == "same")
    }

    @Test("what a scene does at once finds the container of its session, too")
    func synchronousEnvironment() async throws {
        let stub = Stub("a") { $0.actions = [Action(id: "tell", title: "Tell")] }
        let world = try await World([
            stub.reacting { input, _ in
                if input != .appear { Environment.current?[.notices].notify(Notice("told")) }
                return true
            }
        ])
        let events = world.session.events()
        try await world.pilot.choose("Tell")
        let told = await collect(events) { $0 == .notice(Notice("told")) }
        #expect(told.last == .notice(Notice("told")))
    }

    @Test("a session is opened as soon as there is something to see")
    func opening() async throws {
        let pilot = try await SessionPilot(plugins: [], at: "a") { registrar in
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(Route("a")) { context in
                        StubScene(context, screen: Screen(location: .at("a"), title: "first")) {
                            _, _ in false
                        }
                    },
                    try SceneDefinition(Route("b")) { context in
                        InteractiveScene(
                            Logic(ports: context.ports), presenter: Show(), context: context
                        ) { input, _ in if case .appear = input { .slow } else { nil } }
                    },
                ]
            }
        }
        let session = try await SessionHost(pilot.application.container).openSession(at: .at("b"))
        await pilot.clock.waitForSleepers()
        // It may be shown by another task, a moment after this one sleeps.
        while session.screen?.title == "idle" { await Task.yield() }
        #expect(session.screen?.title == "waiting")
        pilot.clock.advance(by: .seconds(5))
        await session.settle()
        #expect(session.screen?.title == "waited")
        session.end()
    }
}
