import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// What is told of scenes that others cover.
@Suite struct CoveredSceneTests {
    private static let list = Stub("list") { screen in
        screen.blocks = [.list(ListBlock(id: "rows", rows: [Row(id: "one", title: "One")]))]
    }

    /// What a session has told of screens, each by its location and title.
    private final class Told: Sendable {
        private let state = Mutex<[SessionEvent]>([])

        init(_ session: Session) {
            session.listen { [self] event in state.withLock { $0.append(event) } }
        }

        var events: [SessionEvent] { state.withLock(\.self) }

        var covered: [Screen] {
            events.compactMap { if case .covered(let screen) = $0 { screen } else { nil } }
        }
    }

    @Test("a covered list that changes is told, and is the screen again when one goes back")
    func changes() async throws {
        let world = try await World([Self.list, Stub("item")], at: "list")
        let told = Told(world.session)
        try await world.pilot.open("item")
        let list = try world.scene("list")
        list.change { $0.title = "Two rows" }
        #expect(told.covered.map(\.title) == ["Two rows"])
        #expect(world.title == "item")
        list.change { $0.title = "Three rows" }
        #expect(told.covered.map(\.title) == ["Two rows", "Three rows"])
        try await world.pilot.back()
        #expect(world.title == "Three rows")
    }

    @Test("a covered list that does not change is not told")
    func noChange() async throws {
        let world = try await World([Self.list, Stub("item")], at: "list")
        let told = Told(world.session)
        try await world.pilot.open("item")
        try world.scene("list").change { _ in }
        try world.scene("item").change { $0.title = "changed" }
        #expect(told.covered.isEmpty)
        try world.scene("list").change { $0.title = "other" }
        try world.scene("list").change { $0.title = "other" }
        #expect(told.covered.count == 1)
    }

    @Test("of screens without a list nothing is told while they are covered")
    func noList() async throws {
        let world = try await World([Stub("secrets"), Stub("item")], at: "secrets")
        let told = Told(world.session)
        try await world.pilot.open("item")
        try world.scene("secrets").change { $0.blocks = [.text(TextBlock("secret"))] }
        #expect(told.covered.isEmpty)
    }

    @Test("a list that has lost its last row and its block is told, so that nobody sees the row")
    func emptied() async throws {
        let world = try await World([Self.list, Stub("item")], at: "list")
        let told = Told(world.session)
        try await world.pilot.open("item")
        try world.scene("list").change { $0.blocks = [] }
        #expect(told.covered.map(\.blocks) == [[]])
    }

    @Test("a list that nobody has seen is not told")
    func unseen() async throws {
        let flow = StubFlow { event in
            if case .start = event { .reset([.at("list"), .at("item")]) } else { nil }
        }
        let world = try await World([Self.list, Stub("item")], coordinators: [flow], at: nil)
        let told = Told(world.session)
        try world.scene("list").change { $0.title = "changed" }
        #expect(told.covered.isEmpty)
        try await world.pilot.back()
        #expect(world.title == "changed")
    }

    @Test("what a scene conceals when it is covered is told after the screen that covers it")
    func concealed() async throws {
        let secret = Fact(id: "pin", label: "PIN", value: .revealed("4711"))
        let stub = Stub("list") { screen in
            screen.blocks =
                Self.list.screen.blocks + [.facts(FactsBlock(id: "facts", facts: [secret]))]
        }.reacting { input, scene in
            guard input == .disappear else { return false }
            scene.change { $0.blocks.removeLast() }
            return true
        }
        let world = try await World([stub, Stub("item")], at: "list")
        let told = Told(world.session)
        try await world.pilot.open("item")
        guard case .screen(let item) = told.events.dropFirst().first,
            case .covered(let covered) = told.events.last
        else {
            Issue.record("other events: \(told.events)")
            return
        }
        #expect(item.title == "item")
        #expect(covered.blocks == Self.list.screen.blocks)
        #expect(told.events.count == 3)
    }

    @Test("nothing of a scene is told once it was removed, however fast it changes")
    func removed() async throws {
        let flow = StubFlow { event in
            guard case .open(let location) = event, location == .at("lock") else { return nil }
            return .reset([location])
        }
        let world = try await World(
            [Self.list, Stub("item"), Stub("lock")], coordinators: [flow], at: "list")
        try await world.pilot.open("item")
        let told = Told(world.session)
        let list = try world.scene("list")
        await withTaskGroup { group in
            group.addTask {
                var number = 0
                while !list.isStopped || number < 100 {
                    number += 1
                    list.change { $0.title = "\(number)" }
                }
            }
            group.addTask { try? await world.pilot.open("lock") }
        }
        #expect(list.isStopped)
        list.change { $0.title = "after the lock" }
        let events = told.events
        let lock = try #require(
            events.lastIndex {
                if case .screen(let screen) = $0 { screen.title == "lock" } else { false }
            })
        #expect(lock == events.count - 1)
        #expect(!told.covered.contains { $0.title == "after the lock" })
    }

    @Test("when many threads change a covered list, the last one that is told is the latest")
    func manyThreads() async throws {
        let world = try await World([Self.list, Stub("item")], at: "list")
        try await world.pilot.open("item")
        let told = Told(world.session)
        let (list, item) = (try world.scene("list"), try world.scene("item"))
        await withTaskGroup { group in
            for scene in [list, list, list, item] {
                group.addTask {
                    for _ in 0..<200 {
                        scene.change { $0.summary = "\((Int($0.summary) ?? 0) + 1)" }
                    }
                }
            }
        }
        #expect(told.covered.last?.summary == "600")
        #expect(world.session.screen?.summary == "200")
        let numbers = told.covered.map { Int($0.summary) ?? -1 }
        #expect(numbers == numbers.sorted())
    }

    @Test("rows of a covered list can be asked for, and come without going back")
    func rows() async throws {
        let stub = Self.list.reacting { input, scene in
            guard case .window("rows", let range) = input else { return false }
            scene.change { screen in
                let rows = range.map { Row(id: "\($0)", title: "Row \($0)") }
                screen.blocks = [.list(ListBlock(id: "rows", rows: rows))]
            }
            return true
        }
        let world = try await World([stub, Stub("item")], at: "list")
        let told = Told(world.session)
        try await world.pilot.open("item")
        try await world.send(.window("rows", 0..<1))
        #expect(told.covered.last?.list("rows")?.rows.map(\.title) == ["Row 0"])
        try await world.send(.reading("rows", row: "0"))
        #expect(try world.scene("list").inputs.last == .reading("rows", row: "0"))
        #expect(world.title == "item")
        #expect(try world.scene("item").inputs == [.appear])
        #expect(world.refusal(.window("other", 0..<1)) == "session.unknown-list")
    }

    @Test("of a covered list only the newest screen waits for a front end")
    func waiting() async throws {
        let world = try await World([Self.list, Stub("item")], at: "list")
        let inbox = SessionInbox()
        inbox.connect(world.session)
        try await world.pilot.open("item")
        for number in 0..<10 { try world.scene("list").change { $0.title = "\(number)" } }
        var events: [SessionEvent] = []
        while case .event(let event) = inbox.take(lines: false) { events.append(event) }
        #expect(events.count == 2)
        #expect(events.last == .covered(try world.scene("list").screen))
    }
}
