import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionEventTests {
    @Test("a late listener gets the screen, the open questions and the running tasks")
    func lateListener() async throws {
        let world = try await World([Stub("a", title: "A")])
        let container = world.session.container
        let asking = Task {
            await Environment.$current.withValue(container) {
                await container[.alerts].present(Alert(title: "Look", message: ""))
            }
        }
        try await world.pilot.wait(for: "Look")
        Environment.$current.withValue(container) {
            container[.progress].report(TaskProgress(id: "t", title: "Work"))
            container[.progress].report(TaskProgress(id: "u", title: "Done", isFinished: true))
        }
        let question = try #require(world.session.questions.first)
        let events = await collect(world.session.events()) { event in
            if case .progress = event { true } else { false }
        }
        #expect(
            events == [
                .screen(try world.pilot.screen()), .question(question),
                .progress(TaskProgress(id: "t", title: "Work")),
            ])
        world.session.end()
        #expect(await asking.value == nil)
    }

    @Test("equal screens are told once")
    func equalScreens() async throws {
        let world = try await World([Stub("a", title: "A")])
        let events = world.session.events()
        let scene = try world.scene("a")
        scene.change { $0.summary = "one" }
        scene.change { $0.summary = "one" }
        scene.change { $0.summary = "two" }
        world.session.end()
        let summaries = await collect(events) { $0 == .ended }.map { event in
            if case .screen(let screen) = event { screen.summary } else { "end" }
        }
        #expect(summaries == ["", "one", "two", "end"])
    }

    @Test("what a scene shows is there when its change returns")
    func synchronous() async throws {
        let world = try await World([Stub("a")])
        try world.scene("a").change { $0.title = "changed" }
        #expect(world.title == "changed")
    }

    @Test("when many threads change a screen, the last one that is told is the latest")
    func manyThreads() async throws {
        let world = try await World([Stub("a") { $0.summary = "0" }])
        let scene = try world.scene("a")
        let events = world.session.events()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        scene.change { $0.summary = "\((Int($0.summary) ?? 0) + 1)" }
                    }
                }
            }
        }
        #expect(world.session.screen?.summary == "4000")
        world.session.end()
        var numbers: [Int] = []
        for await case .screen(let screen) in events { numbers.append(Int(screen.summary) ?? -1) }
        #expect(numbers.last == 4000)
        #expect(numbers == numbers.sorted(), "screens are told in the order of their changes")
    }

    @Test("a listener that comes while questions are asked gets each exactly once")
    func racingListeners() async throws {
        let world = try await World([Stub("a")])
        let container = world.session.container
        let asking = Task {
            await withTaskGroup { group in
                for number in 0..<200 {
                    group.addTask {
                        await Environment.$current.withValue(container) {
                            _ = await container[.alerts].present(
                                Alert(title: "\(number)", message: ""))
                        }
                    }
                }
            }
        }
        var streams: [AsyncStream<SessionEvent>] = []
        while world.session.questions.count < 200 {
            // More would only slow the others down.
            if streams.count < 200 { streams.append(world.session.events()) }
            await Task.yield()
        }
        streams.append(world.session.events())
        world.session.end()
        await asking.value
        for stream in streams {
            var asked: [String] = []
            var closed: Set<String> = []
            for await event in stream {
                if case .question(let question) = event { asked.append(question.id) }
                if case .questionClosed(let id) = event {
                    #expect(asked.contains(id), "closed after it was asked")
                    closed.insert(id)
                }
            }
            #expect(asked.count == 200)
            #expect(Set(asked).count == 200)
            #expect(closed == Set(asked))
        }
    }

    @Test("after the end there is nothing but the end")
    func afterTheEnd() async throws {
        let world = try await World([Stub("a")])
        let before = world.session.events()
        world.session.end()
        world.session.end()
        #expect(await collect(before) { _ in false }.last == .ended)
        #expect(await collect(world.session.events()) { _ in false } == [.ended])
        #expect(world.session.screen == nil)
        #expect(world.session.isEnded)
        #expect(try world.scene("a").isStopped)
        #expect(world.refusal(.act("x")) == "session.ended")
        await world.session.settle()
    }

    @Test("a listener that goes away is forgotten, and the others are served")
    func leavingListener() async throws {
        let world = try await World([Stub("a")])
        let leaving = Task { for await _ in world.session.events() {} }
        leaving.cancel()
        await leaving.value
        let events = world.session.events()
        try world.scene("a").change { $0.title = "again" }
        let titles = await collect(events) { event in
            if case .screen(let screen) = event { screen.title == "again" } else { false }
        }
        #expect(titles.count == 2)
    }

    @Test("one who is called back has got everything when the session has settled")
    func listen() async throws {
        let world = try await World([Stub("a"), Stub("b")])
        let titles = Mutex<[String]>([])
        world.session.listen { event in
            if case .screen(let screen) = event { titles.withLock { $0.append(screen.title) } }
            if event == .ended { titles.withLock { $0.append("end") } }
        }
        try world.session.send(.open(.at("b")))
        await world.session.settle()
        let settled = titles.withLock { $0 }
        #expect(settled == ["a", "b"])
        world.session.end()
        let ended = titles.withLock { $0 }
        #expect(ended == ["a", "b", "end"])
    }

    @Test("observers hear of every input before it is carried out, of refused ones as well")
    func observers() async throws {
        let observer = Observer()
        let world = try await World(
            [Stub("a").reacting { _, scene in observer.note("scene \(scene.context.location)") }],
            observers: [observer])
        try world.session.send(.back)
        _ = world.refusal(.act("x"))
        #expect(observer.notes == ["scene a", "back", "scene a", "act"])
    }

    @Test("whoever tells a session what happens outside is heard before anybody can use it")
    func heardAtOnce() async throws {
        let outside = Outside()
        let world = try await World(
            [Stub("a")], coordinators: [outside], observers: [outside])
        #expect(outside.order.withLock(\.self) == ["listened to", "begun"])
        await world.pilot.stop()
    }

    /// Notes in which order a session listens to it and begins.
    private final class Outside: Coordinator, SessionObserving {
        let order = Mutex<[String]>([])

        func decide(_ event: NavigationEvent) async -> NavigationDecision? { nil }

        func events() -> AsyncStream<NavigationEvent> {
            order.withLock { $0.append("listened to") }
            return AsyncStream { $0.finish() }
        }

        func sessionBegan(_ session: Session, at location: Location?) {
            order.withLock { $0.append("begun") }
        }
    }

    private final class Observer: SessionObserving {
        private let state = Mutex<[String]>([])

        var notes: [String] { state.withLock(\.self) }

        func note(_ text: String) -> Bool {
            state.withLock { $0.append(text) }
            return true
        }

        func sessionReceived(_ input: SessionInput) {
            if case .act = input { _ = note("act") } else { _ = note("back") }
        }
    }
}
