import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("Work that goes on when its scene is left")
struct SessionTaskTests {
    /// What the work does, step by step, as a test says.
    private final class Bench: Sendable {
        enum Order: Sendable {
            case advance(Int)
            case finish(Int)
            case fail
        }

        private let orders = AsyncStream.makeStream(of: Order.self)
        private let state = Mutex((begun: 0, ended: 0))

        var begun: Int { state.withLock(\.begun) }
        var ended: Int { state.withLock(\.ended) }

        func order(_ order: Order) { orders.continuation.yield(order) }

        func work(_ report: BenchTask.Report) async throws -> Int {
            state.withLock { $0.begun += 1 }
            defer { state.withLock { $0.ended += 1 } }
            for await order in orders.stream {
                switch order {
                case .advance(let completed): report(completed, 10)
                case .finish(let result): return result
                case .fail: throw Broken()
                }
            }
            // Time: something that cannot be broken off at once, however long it takes.
            await Task.detached { try? await Task.sleep(for: .milliseconds(30)) }.value
            throw CancellationError()
        }
    }

    private struct Broken: ExplainedError {
        let code = ErrorCode("test.broken", .defect)
        let message: Sentence = "The bench broke."
        let remedy: Sentence = ""
    }

    private typealias BenchTask = SessionTask<String, Int>

    /// Shows the phase of the work.
    private struct Work: Interactor {
        enum Action: Sendable { case appear, disappear, start, cancel, forget }

        let task: BenchTask
        let bench: Bench

        var initialState: BenchTask.Phase { .idle }

        func mutate(_ action: Action, _ state: BenchTask.Phase) -> Effect<BenchTask.Phase> {
            switch action {
            case .appear: return follow(task.follow())
            case .disappear: return .cancel("follow")
            case .start:
                let phases = task.start("a chair", title: "Building") { count in
                    Notice(count.map { "\($0) built" } ?? "Given up")
                } operation: {
                    try await bench.work($0)
                }
                return follow(phases)
            case .cancel: task.cancel()
            case .forget: task.forget()
            }
            return .none
        }

        func reduce(_ state: inout BenchTask.Phase, _ phase: BenchTask.Phase) { state = phase }

        private func follow(_ phases: AsyncStream<BenchTask.Phase>) -> Effect<BenchTask.Phase> {
            .run("follow", policy: .latest) { emit in
                for await phase in phases { emit(phase) }
            }
        }
    }

    private struct Page: Presenter {
        enum Command: String { case start, cancel, forget }

        let location: Location

        func screen(for phase: BenchTask.Phase) -> Screen {
            let title =
                switch phase {
                case .idle: "Nothing begun"
                case .running(let subject, let progress, let isCancelling):
                    "\(progress.completed) of 10 for \(subject), \(isCancelling ? "ending" : "busy")"
                case .finished(let count): "Result \(count)"
                case .cancelled(let subject): "No more of \(subject)"
                case .failed(let subject, let problem):
                    "Trouble with \(subject): \(problem.code.name)"
                }
            let commands = [Command.start, .cancel, .forget]
            return Screen(
                location: location, title: title,
                actions: commands.map { Action($0, title: $0.rawValue) })
        }
    }

    private let port = Port<BenchTask>("bench")
    private let bench = Bench()
    private let endings = AsyncStream.makeStream(of: Void.self)

    /// A page where nothing is done, and above it the one that does the work.
    private func pilot(locking: Bool = false) async throws -> SessionPilot {
        let locks = Port<AsyncStream<Void>>("locks")
        return try await SessionPilot(plugins: [], at: "home") { registrar in
            if locking {
                registrar.provide(locks) { endings.stream }
                registrar.provideTask(port, using: locks) { $0 }
            } else {
                registrar.provideTask(port)
            }
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(pattern: "home") {
                        StubScene($0, screen: Screen(location: $0.location, title: "Home")) {
                            _, _ in false
                        }
                    },
                    try SceneDefinition(pattern: "work") { context in
                        InteractiveScene(
                            Work(task: try context.ports[port], bench: bench),
                            presenter: Page(location: context.location), context: context
                        ) { event, _ in
                            switch event {
                            case .act(.start, _): .start
                            case .act(.cancel, _): .cancel
                            case .act(.forget, _): .forget
                            case .appear: .appear
                            case .disappear: .disappear
                            case .other, .edit, .search, .filter, .window, .reading, .back: nil
                            }
                        }
                    },
                ]
            }
        }
    }

    /// A person who has begun the work and gone back from its page.
    private func pilotAway(locking: Bool = false) async throws -> SessionPilot {
        let pilot = try await pilot(locking: locking)
        try await pilot.open("work")
        try pilot.session.send(.act("start"))
        bench.order(.advance(3))
        try await pilot.wait(for: "3 of 10 for a chair")
        try await pilot.back()
        #expect(try pilot.screen().title == "Home")
        return pilot
    }

    @Test("it goes on elsewhere with its progress, its end is told, and the result is kept")
    func left() async throws {
        let pilot = try await pilotAway()
        bench.order(.advance(6))
        try await pilot.wait("progress to be seen") {
            pilot.session.progress.first?.completed == 6
        }
        bench.order(.finish(7))
        try await pilot.wait("the end to be told") { pilot.notices == ["7 built"] }
        #expect(pilot.session.progress.isEmpty)
        try await pilot.open("work")
        try await pilot.wait(for: "Result 7")
        try await pilot.choose("forget")
        try await pilot.back()
        try await pilot.open("work")
        #expect(try pilot.screen().title == "Nothing begun")
        await pilot.stop()
    }

    @Test("who comes back sees how far it is, can cancel it, and starts nothing twice")
    func comeBack() async throws {
        let pilot = try await pilotAway()
        try pilot.session.send(.open(.at("work")))
        try await pilot.wait(for: "3 of 10 for a chair, busy")
        try pilot.session.send(.act("start"))
        bench.order(.advance(4))
        try await pilot.wait(for: "4 of 10 for a chair, busy")
        #expect(bench.begun == 1)
        try await pilot.choose("cancel")
        try await pilot.wait(for: "No more of a chair")
        #expect(pilot.notices == ["Given up"])
        await pilot.stop()
    }

    @Test("what its own screen shows is not told as well")
    func followed() async throws {
        let pilot = try await pilot()
        try await pilot.open("work")
        try pilot.session.send(.act("start"))
        bench.order(.finish(7))
        try await pilot.wait(for: "Result 7")
        try pilot.session.send(.act("start"))
        bench.order(.fail)
        try await pilot.wait(for: "Trouble with a chair: test.broken")
        #expect(pilot.notices.isEmpty && pilot.session.questions.isEmpty)
        await pilot.stop()
    }

    @Test("a failure is an alert wherever the person is, and is still there at its own screen")
    func failed() async throws {
        let pilot = try await pilotAway()
        bench.order(.fail)
        try await pilot.wait(for: "The bench broke.")
        #expect(pilot.sees("Building") && pilot.sees("Home"))
        try await pilot.answer(.cancel)
        try await pilot.open("work")
        try await pilot.wait(for: "Trouble with a chair: test.broken")
        await pilot.stop()
    }

    @Test("the end of the session cancels it and waits for it")
    func endOfSession() async throws {
        let pilot = try await pilotAway()
        await pilot.stop()
        #expect(bench.ended == 1)
    }

    @Test("who signs out cancels it, and who signs in again finds nothing of it")
    func signOut() async throws {
        let pilot = try await pilot()
        let signing = try #require(pilot.session.container[.signing])
        try await signing.signIn(at: .at("work")) { _ in }
        try await pilot.wait(for: "Nothing begun")
        try pilot.session.send(.act("start"))
        bench.order(.advance(3))
        try await pilot.wait(for: "3 of 10")
        await signing.signOut(to: .at("home"))
        #expect(bench.ended == 1)
        try await signing.signIn(at: .at("work")) { _ in }
        try await pilot.wait(for: "Nothing begun")
        await pilot.stop()
    }

    @Test("what else ends it, such as a lock, cancels it and leaves nothing of it")
    func endings() async throws {
        let pilot = try await pilotAway(locking: true)
        endings.continuation.yield()
        try await pilot.wait("the end to be told") { pilot.notices == ["Given up"] }
        try await pilot.open("work")
        #expect(try pilot.screen().title == "Nothing begun")
        await pilot.stop()
    }

    @Test("a result that was kept goes with what ends the work")
    func keptResult() async throws {
        let pilot = try await pilotAway(locking: true)
        bench.order(.finish(7))
        try await pilot.wait("the end to be told") { !pilot.notices.isEmpty }
        endings.continuation.yield()
        let task = pilot.session.container[port]
        try await pilot.wait("the result to be forgotten") { task.phase == .idle }
        await pilot.stop()
    }
}
