import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct QuestionTests {
    private static let alert = Alert(
        title: "Jam", message: "", choices: [Alert.Choice(id: "again", title: "Again")])
    private static let confirmation = Confirmation(title: "Sure?", message: "", confirmTitle: "Yes")

    /// Asks in the session of a world, in a task of its own, and waits until it is open.
    private func ask<Value: Sendable>(
        _ world: World, _ operation: @escaping @Sendable (Container) async -> Value
    ) async throws -> Task<Value, Never> {
        let container = world.session.container
        let count = world.session.questions.count
        let task = Task {
            await Environment.$current.withValue(container) { await operation(container) }
        }
        try await world.pilot.wait("a question") { world.session.questions.count > count }
        return task
    }

    @Test("an alert returns the choice, or nothing when it is dismissed")
    func alerts() async throws {
        let world = try await World([Stub("a")])
        let first = try await ask(world) { await $0[.alerts].present(Self.alert) }
        try await world.pilot.answer(.choice("Again"))
        #expect(await first.value == "again")
        let second = try await ask(world) { await $0[.alerts].present(Self.alert) }
        try await world.pilot.answer(.cancel)
        #expect(await second.value == nil)
    }

    @Test("is dismissed by the same words wherever it is shown")
    func dismissing() async throws {
        let localizer = try await World([Stub("a")]).session.container[.localizer]
        var stay = Self.confirmation
        stay.cancelTitle = "Stay"
        let titles: [(Question.Kind, String)] = [
            (.alert(Alert(title: "Jam", message: "")), "OK"), (.alert(Self.alert), "Cancel"),
            (.confirm(Self.confirmation), "Cancel"), (.confirm(stay), "Stay"),
            (.prompt(Prompt(title: "Name", isSecret: false)), "Cancel"),
        ]
        for (kind, title) in titles { #expect(kind.dismissTitle(localizer) == title) }
    }

    @Test("a confirmation returns yes or no")
    func confirmations() async throws {
        let world = try await World([Stub("a")])
        for (answer, expected) in [(DriverAnswer.confirm, true), (.cancel, false)] {
            let task = try await ask(world) { await $0[.confirmations].confirm(Self.confirmation) }
            try await world.pilot.answer(answer)
            #expect(await task.value == expected)
        }
    }

    @Test("a prompt returns the text, also an empty one, or nothing when it is cancelled")
    func prompts() async throws {
        let world = try await World([Stub("a")])
        for (answer, expected) in [(DriverAnswer.text("x"), "x"), (.text(""), ""), (.cancel, nil)] {
            let task = try await ask(world) { await $0[.prompts].prompt(Prompt(title: "Name")) }
            try await world.pilot.answer(answer)
            #expect(await task.value?.reveal() == expected)
        }
    }

    @Test("an answer that does not fit is refused and the question stays open")
    func wrongAnswers() async throws {
        let world = try await World([Stub("a")])
        let alert = try await ask(world) { await $0[.alerts].present(Self.alert) }
        let confirm = try await ask(world) { await $0[.confirmations].confirm(Self.confirmation) }
        let prompt = try await ask(world) { await $0[.prompts].prompt(Prompt(title: "Name")) }
        let ids = world.session.questions.map(\.id)
        let text = Answer.text(SecretText("x"))
        let wrong: [[Answer]] = [
            [.confirm, text, .choice("other")], [text, .choice("again")], [.confirm, .choice("x")],
        ]
        for (id, answers) in zip(ids, wrong) {
            for answer in answers {
                #expect(world.refusal(.answer(id, answer)) == "session.wrong-answer")
            }
        }
        #expect(world.session.questions.map(\.id) == ids)
        world.session.end()
        _ = await (alert.value, confirm.value, prompt.value)
    }

    @Test("a question is answered once")
    func once() async throws {
        let world = try await World([Stub("a")])
        let task = try await ask(world) { await $0[.alerts].present(Self.alert) }
        let id = try #require(world.session.questions.first?.id)
        try await world.send(.answer(id, .choice("again")))
        #expect(world.refusal(.answer(id, .cancel)) == "session.unknown-question")
        #expect(await task.value == "again")
    }

    @Test("questions can be answered in any order")
    func anyOrder() async throws {
        let world = try await World([Stub("a")])
        let first = try await ask(world) { await $0[.prompts].prompt(Prompt(title: "1")) }
        let second = try await ask(world) { await $0[.prompts].prompt(Prompt(title: "2")) }
        let ids = world.session.questions.map(\.id)
        try await world.send(.answer(ids[1], .text(SecretText("two"))))
        #expect(await second.value?.reveal() == "two")
        try await world.send(.answer(ids[0], .text(SecretText("one"))))
        #expect(await first.value?.reveal() == "one")
    }

    @Test("a question goes away with the task that asks it")
    func cancelledTask() async throws {
        let world = try await World([Stub("a")])
        let events = world.session.events()
        let task = try await ask(world) { await $0[.confirmations].confirm(Self.confirmation) }
        let id = try #require(world.session.questions.first?.id)
        task.cancel()
        #expect(await task.value == false)
        #expect(world.session.questions.isEmpty)
        let told = await collect(events) { $0 == .questionClosed(id) }
        #expect(told.last == .questionClosed(id))
    }

    @Test("a task that is cancelled already asks nothing")
    func cancelledBefore() async throws {
        let world = try await World([Stub("a")])
        let container = world.session.container
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Environment.$current.withValue(container) {
                await container[.confirmations].confirm(Self.confirmation)
            }
        }
        task.cancel()
        #expect(await task.value == false)
        #expect(world.session.questions.isEmpty)
    }

    @Test("at the end of the session all questions are cancelled, and later ones at once")
    func sessionEnd() async throws {
        let world = try await World([Stub("a")])
        let container = world.session.container
        let task = try await ask(world) { await $0[.prompts].prompt(Prompt(title: "Name")) }
        world.session.end()
        #expect(await task.value == nil)
        let late = await Environment.$current.withValue(container) {
            await container[.alerts].present(Self.alert)
        }
        #expect(late == nil)
    }

    @Test("outside any session something else is asked")
    func outside() async throws {
        let world = try await World([Stub("a")])
        let container = world.pilot.application.container
        await Environment.$current.withValue(container) {
            #expect(await container[.alerts].present(Self.alert) == nil)
            #expect(await container[.confirmations].confirm(Self.confirmation) == false)
            container[.notices].notify(Notice("outside"))
        }
        #expect(world.session.questions.isEmpty)
        #expect(
            world.pilot.outside.questions == [.alert(Self.alert), .confirm(Self.confirmation)])
        #expect(world.pilot.outside.notices.map(\.text) == ["outside"])
    }

    @Test("sessions do not get each other's questions")
    func twoSessions() async throws {
        let world = try await World([Stub("a")])
        let other = try await SessionHost(world.pilot.application.container).openSession(
            at: .at("a"))
        let task = try await ask(world) { await $0[.alerts].present(Self.alert) }
        #expect(other.questions.isEmpty)
        other.end()
        #expect(world.session.questions.count == 1)
        try await world.pilot.answer(.cancel)
        _ = await task.value
    }

    @Test("a finished task is shown no longer")
    func progress() async throws {
        let world = try await World([Stub("a")])
        let container = world.session.container
        Environment.$current.withValue(container) {
            container[.progress].report(TaskProgress(id: "t", title: "T", completed: 1, total: 4))
            #expect(world.session.progress.map(\.fraction) == [0.25])
            container[.progress].report(TaskProgress(id: "t", title: "T", completed: 2, total: 4))
            #expect(world.session.progress.map(\.fraction) == [0.5])
            container[.progress].report(TaskProgress(id: "t", title: "T", isFinished: true))
        }
        #expect(world.session.progress.isEmpty)
        #expect(world.pilot.progress.count == 3)
    }
}
