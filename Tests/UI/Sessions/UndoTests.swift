import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import TestSupport
import Testing

@Suite struct UndoTests {
    private struct Broken: ExplainedError {
        let code = ErrorCode("test.broken", .failure)
        let message: Sentence = "It cannot be put back."
        let remedy: Sentence = ""
    }

    /// Does things that can be taken back, and counts how often each was.
    private final class Work: Sendable {
        let undone = Mutex<[String]>([])

        func action(_ id: String) -> ApplicationAction {
            ApplicationAction(
                effect: .run { ports in
                    try ports[.notices].notify(Notice("\(id) is done.")) {
                        if id == "broken" { throw Broken() }
                        self.undone.withLock { $0.append(id) }
                    }
                }
            ) { _ in Action(id: id, title: id, scope: .application) }
        }
    }

    private static func world(_ work: Work) async throws -> World {
        try await World(
            [Stub("a"), Stub("b")],
            coordinators: [
                StubFlow { event in
                    if case .finished(_ as Named, _) = event { .reset([.at("b")]) } else { nil }
                }
            ],
            applicationActions: ["one", "two", "broken"].map(work.action))
    }

    @Test("what was done is taken back once, the latest first, wherever one is by then")
    func order() async throws {
        let work = Work()
        let world = try await Self.world(work)
        try await world.pilot.choose("one")
        try await world.pilot.choose("two")
        #expect(world.session.undoable.map(\.text) == ["one is done.", "two is done."])
        try await world.pilot.open("b")
        try await world.pilot.undo()
        try await world.pilot.undo()
        #expect(work.undone.withLock(\.self) == ["two", "one"])
        await #expect(throws: TestingError.self) { try await world.pilot.undo() }
        #expect(world.refusal(.undo("u1")) == "session.too-late")
        await world.pilot.stop()
    }

    @Test("an error of it becomes an alert")
    func errors() async throws {
        let world = try await Self.world(Work())
        try await world.pilot.choose("broken")
        try await world.pilot.undo()
        #expect(world.pilot.sees("It cannot be put back."))
        await world.pilot.stop()
    }

    @Test("nothing is taken back once the scenes were replaced, as by a lock")
    func replaced() async throws {
        let work = Work()
        let world = try await Self.world(work)
        try await world.pilot.choose("one")
        let id = try #require(world.session.undoable.first?.undo)
        try world.scene("a").context.navigator.finish(Named(name: "locked"))
        await world.session.settle()
        #expect(world.title == "b")
        #expect(world.session.undoable.isEmpty)
        #expect(world.refusal(.undo(id)) == "session.too-late")
        #expect(work.undone.withLock(\.self).isEmpty)
        await world.pilot.stop()
    }

    @Test("its time is over after ten seconds, which is told")
    func time() async throws {
        let world = try await Self.world(Work())
        let closed = Mutex<[String]>([])
        world.session.listen { event in
            if case .undoClosed(let id) = event { closed.withLock { $0.append(id) } }
        }
        try await world.pilot.choose("one")
        let id = try #require(world.session.undoable.first?.undo)
        await world.pilot.clock.waitForSleepers()
        world.pilot.clock.advance(by: .seconds(9))
        #expect(world.session.undoable.first?.undo == id)
        // Where the tests are to be patient, the time is up to a hundred times as long.
        world.pilot.clock.advance(by: .seconds(991))
        try await until { !closed.withLock(\.isEmpty) }
        #expect(closed.withLock(\.self) == [id])
        #expect(world.session.undoable.isEmpty)
        await world.pilot.stop()
    }
}
