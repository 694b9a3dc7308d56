import TenonCore
import Testing

/// A value that belongs to the main actor.
@MainActor final class Window {
    private(set) var title = "untitled"

    init() { MainActor.assertIsolated() }

    func rename(_ title: String) { self.title = title }
}

/// A value that is an actor, and runs.
actor Pump: LifecycleHandling {
    private let log: Log<String>

    init(_ log: Log<String>) { self.log = log }

    func start() { log.add("start") }

    func stop() { log.add("stop") }
}

@Suite struct FactoryTests {
    private struct Refused: ExplainedError {
        let code = ErrorCode("test.refused", .noPermission)
        let message: Sentence = "The folder may not be read."
        let remedy: Sentence = "Change its permissions."
    }

    private let first = Port<Int>("first")
    private let second = Port<Int>("second")

    @Test("a value of the main actor is made there, and used from there")
    func mainActor() async throws {
        let window = Port<Window>("window")
        let definition = PluginDefinition("plugin") {
            $0.provide(window) { @MainActor in
                await Task.yield()
                return Window()
            }
        }
        let container = try await Application.boot(definition).container
        await container[window].rename("Wallet")
        #expect(await container[window].title == "Wallet")
    }

    @Test("a factory of the main actor and one of no actor may need each other's values")
    func acrossActors() async throws {
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provide(first, using: second) { @MainActor number in
                MainActor.assertIsolated()
                return number + 1
            }
            $0.provide(second) { await MainActor.run { 1 } }
        }
        #expect(try await Application.boot(definition).container[first] == 2)
    }

    @Test("an actor may be what runs")
    func actor() async throws {
        let log = Log<String>()
        let pump = Port<Pump>("pump")
        let definition = PluginDefinition("plugin") {
            $0.provide(pump) { Pump(log) }
        }
        #expect(try await Application.with([definition]) { try await $0.run() } == .success)
        #expect(log.entries == ["start", "stop"])
    }

    @Test("a circle that leads through transient values is told with them")
    func transients() async throws {
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provide(first, using: second) { second in second }
            $0.provide(second, .session, using: first) { first in first }
        }
        let problems = try await Application.problems(definition)
        #expect(problems.first?.message.contains("lives shorter") == true)

        let made = Port<Int>("made")
        let circle = PluginDefinition("plugin") {
            [first, second] in
            $0.provide(first, using: made) { made in made }
            $0.provide(made, .transient, using: second) { second in second }
            $0.provide(second, using: first) { first in first }
        }
        #expect(
            try await Application.problems(circle).map(\.message) == [
                "These factories need each other: first (plugin) → made (plugin) → "
                    + "second (plugin) → first (plugin)."
            ])
    }

    @Test("an error that explains itself keeps its message and its remedy")
    func explained() async throws {
        let definition = PluginDefinition("plugin") { [first] in
            $0.provide(first) { throw Refused() }
        }
        let problem = try #require(try await Application.problems(definition).first)
        #expect(problem.message.hasSuffix("failed: The folder may not be read."))
        #expect(problem.remedy == ["Change its permissions."])
    }

    @Test("an error that does not is told with a remedy all the same")
    func unexplained() async throws {
        let definition = PluginDefinition("plugin") { [first] in
            $0.provide(first) { throw Engine.Failure() }
        }
        let problem = try #require(try await Application.problems(definition).first)
        #expect(problem.message.hasSuffix("failed: Failure()."))
        #expect(problem.remedy.first?.contains("leave plugin out") == true)
    }

    @Test("what a person had while signed in is dropped when the session's environment ends")
    func signOut() async throws {
        let thing = Port<Thing>("thing")
        let definition = PluginDefinition("plugin") {
            $0.provide(thing, .session) { Thing() }
        }
        let container = try await Application.boot(definition).container
        weak var dropped: Thing?
        try await Environment.$current.withValue(container) {
            try await Environment.$current.withValue(container.makeSession()) {
                dropped = Environment.current?[thing]
                #expect(dropped != nil)
            }
            #expect(dropped == nil)
            #expect(Environment.current != nil)
        }
    }
}
