import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionInboxTests {
    private func events(_ inbox: SessionInbox) -> [SessionEvent] {
        var result: [SessionEvent] = []
        while case .event(let event) = inbox.take(lines: false) { result.append(event) }
        return result
    }

    @Test("of screens that nobody has taken only the newest waits, at its place in the order")
    func screens() async throws {
        let world = try await World([Stub("a")])
        let inbox = SessionInbox()
        inbox.connect(world.session)
        let scene = try world.scene("a")
        let notices = world.session.container[.questionDesk]
        for number in 0..<1000 {
            scene.change { $0.title = "secret \(number)" }
            if number == 10 { notices?.notify(Notice("ten")) }
        }
        scene.change { $0.title = "locked" }
        let waiting = events(inbox)
        try #require(waiting.count == 2)
        #expect(waiting[0] == .notice(Notice("ten")))
        guard case .screen(let screen) = waiting[1] else {
            Issue.record("the screen does not come last")
            return
        }
        #expect(screen.title == "locked")
    }

    @Test("of each task's progress only the newest waits")
    func progress() async throws {
        let world = try await World([Stub("a")])
        let inbox = SessionInbox()
        inbox.connect(world.session)
        _ = events(inbox)
        let desk = try #require(world.session.container[.questionDesk])
        for number in 1...1000 {
            desk.report(TaskProgress(id: "x", title: "X", completed: number))
            desk.report(TaskProgress(id: "y", title: "Y", completed: number))
        }
        desk.report(TaskProgress(id: "x", title: "X", isFinished: true))
        #expect(
            events(inbox) == [
                .progress(TaskProgress(id: "y", title: "Y", completed: 1000)),
                .progress(TaskProgress(id: "x", title: "X", isFinished: true)),
            ])
    }
}
