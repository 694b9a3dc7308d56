import Foundation
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
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
        let notices = world.session.container[.questionQueue]
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
        let questions = try #require(world.session.container[.questionQueue])
        for number in 1...1000 {
            questions.report(TaskProgress(id: "x", title: "X", completed: number))
            questions.report(TaskProgress(id: "y", title: "Y", completed: number))
        }
        questions.report(TaskProgress(id: "x", title: "X", isFinished: true))
        #expect(
            events(inbox) == [
                .progress(TaskProgress(id: "y", title: "Y", completed: 1000)),
                .progress(TaskProgress(id: "x", title: "X", isFinished: true)),
            ])
    }

    @Test("what the session says comes before lines, which wait until they are wanted")
    func order() async throws {
        let world = try await World([Stub("a")])
        let inbox = SessionInbox()
        #expect(inbox.add(.text(SecretText("typed"))))
        inbox.connect(world.session)
        #expect(inbox.waitingLines == 1)
        guard case .event(.screen) = await inbox.next() else {
            Issue.record("the screen does not come first")
            return
        }
        inbox.watchSettling(of: world.session)
        #expect(await inbox.next(lines: false) == .settled)
        #expect(inbox.take(lines: false) == nil)
        #expect(await inbox.next() == .line(.text(SecretText("typed"))))
        #expect(inbox.waitingLines == 0)
    }

    @Test("who waits is woken by a line, by the time, and by being cancelled")
    func waking() async throws {
        let inbox = SessionInbox()
        async let line = inbox.next()
        #expect(inbox.add(.end))
        #expect(await line == .line(.end))
        #expect(await inbox.next(until: .now) == .timeout)
        #expect(await inbox.next(until: .now + .milliseconds(20)) == .timeout)
        #expect(inbox.add(.notUTF8))
        #expect(await inbox.next(lines: false, until: .now + .milliseconds(20)) == .timeout)
        let waiting = Task { await inbox.next(lines: false) }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
    }

    @Test("a new wish to hear of settling replaces the one before")
    func settling() async throws {
        let world = try await World([Stub("a")])
        let inbox = SessionInbox()
        for _ in 0..<10 { inbox.watchSettling(of: world.session) }
        #expect(await inbox.next(lines: false) == .settled)
        #expect(await inbox.next(lines: false, until: .now + .milliseconds(50)) == .timeout)
    }

    @Test("a full inbox holds up whoever puts lines in; a closed one lets them go")
    func closing() async throws {
        let inbox = SessionInbox()
        let held = Task.detached { () -> Int in
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var count = 0
                    while inbox.add(.text(SecretText("x"))) { count += 1 }
                    continuation.resume(returning: count)
                }
            }
        }
        try await until("a full inbox") { inbox.waitingLines >= 256 }
        guard case .line = await inbox.next() else {
            Issue.record("no line")
            return
        }
        inbox.close()
        #expect(await held.value >= 256)
        #expect(inbox.waitingLines == 0)
        #expect(inbox.take() == nil)
    }
}
