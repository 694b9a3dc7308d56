import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("What is being saved when its screen goes")
struct SavingTests {
    /// How an action ends.
    enum Ending: CaseIterable {
        case succeeds, leadsAway, showsProblem, fails, never
    }

    private struct DiskError: Error {}

    private let keeper = MemoryDraftKeeper()

    /// An application with a form whose action goes on until a test ends it, and what ends it.
    private func world(
        _ ending: Ending, accelerator: Accelerator? = .save, keeper: MemoryDraftKeeper? = nil,
        coordinators: [any Coordinator] = []
    ) async throws -> (World, end: @Sendable () -> Void) {
        let (stream, go) = AsyncStream.makeStream(of: Void.self)
        let form = DraftTests.form("b", accelerator: accelerator).reacting { input, scene in
            guard case .act("save", _, _, _) = input else { return input != .back }
            scene.context.hooks.activity(1)
            Task {
                for await _ in stream { break }
                switch ending {
                case .succeeds, .never: break
                case .leadsAway: scene.context.navigator.back()
                case .showsProblem:
                    scene.change {
                        let text = TextBlock("The disk is full.", tone: .critical)
                        $0.blocks.insert(.text(text), at: 0)
                    }
                case .fails: scene.context.hooks.failed(DiskError())
                }
                scene.context.hooks.activity(-1)
            }
            return true
        }
        var lock = Stub("lock")
        lock.offersApplicationActions = false
        let world = try await World(
            [Stub("a"), form, lock], coordinators: coordinators, keeper: keeper)
        try await world.send(.open(.at("b")))
        try await world.send(.edit(DraftTests.typed))
        try world.session.send(.act("save", target: nil, fields: [:]))
        return (world, { go.yield() })
    }

    @Test(
        "goes on when the session ends, and is kept only if it is not saved",
        arguments: Ending.allCases)
    func sessionEnds(_ ending: Ending) async throws {
        let (world, end) = try await world(ending, keeper: keeper)
        let scene = try world.scene("b")
        world.session.end()
        #expect(!scene.isStopped && keeper.all.isEmpty)
        if ending == .never {
            await world.pilot.clock.waitForSleepers()
            world.pilot.clock.advance(by: .seconds(1000))
        } else {
            end()
        }
        await world.pilot.stop()
        let isSaved = ending == .succeeds || ending == .leadsAway
        #expect(keeper.all.map(\.values) == (isSaved ? [] : [DraftTests.typed]))
        #expect(scene.isStopped && keeper.all.allSatisfy { $0.title == "b" })
    }

    @Test("is stopped when it is no saving, and what was typed is kept")
    func otherAction() async throws {
        let (world, end) = try await world(.succeeds, accelerator: nil, keeper: keeper)
        world.session.end()
        #expect(try world.scene("b").isStopped)
        await world.pilot.stop()
        end()
        #expect(keeper.all.map(\.values) == [DraftTests.typed])
    }

    @Test("is to be looked at after a lock, since nobody knows whether it was done")
    func locked() async throws {
        let (stream, events) = AsyncStream.makeStream(of: NavigationEvent.self)
        let flow = StubFlow(stream: stream) { event in
            guard case .start(let location?) = event else { return nil }
            return .reset([location])
        }
        let (world, _) = try await world(.never, coordinators: [flow])
        events.yield(.start(.at("lock")))
        try await world.pilot.wait("the lock") { world.title == "lock" }
        #expect(try world.scene("b").isStopped && world.pilot.notices.isEmpty)
        #expect(world.pilot.sees("was interrupted"))
        events.yield(.start(.at("a")))
        try await world.pilot.wait("the application") { world.title == "a" }
        #expect(world.pilot.notices.isEmpty && !world.pilot.sees("was interrupted"))
    }

    @Test("is not saved when the action fails with an error that nobody declares")
    func undeclared() async throws {
        let (world, end) = try await world(.fails)
        end()
        try await world.pilot.wait("the alert") { !world.session.questions.isEmpty }
        let question = try #require(world.session.questions.first)
        try await world.send(.answer(question.id, .cancel))
        #expect(world.session.hasUnsent && world.session.asks(before: .back))
    }
}
