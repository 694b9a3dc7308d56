import TenonCore
import TestSupport
import Testing

/// Something with an identity.
final class Thing: Sendable {}

@Suite struct ContainerTests {
    private let port = Port<Thing>("thing")
    private let other = Port<Thing>("other")
    private let list = CollectionPort<String>("list")

    private func provider(_ lifetime: Lifetime) -> PluginDefinition {
        PluginDefinition("provider") { [port] in
            $0.provide(port, lifetime) { Thing() }
        }
    }

    @Test("a value of the application's lifetime is one, also in sessions")
    func application() async throws {
        let container = try await Application.boot(provider(.application)).container
        let session = try await container.makeSession()
        #expect(container[port] === container[port])
        #expect(container[port] === session[port])
    }

    @Test("a value is lent as it is, with what the closure returns and throws")
    func lending() async throws {
        let container = try await Application.boot(provider(.application)).container
        #expect(container.withValue(of: port) { $0 === container[port] })
        let changed = container.overriding { $0.provide(port, Thing()) }
        #expect(changed.withValue(of: port) { $0 === changed[port] && $0 !== container[port] })
        #expect(throws: CancellationError.self) {
            try container.withValue(of: port) { (_: Thing) throws(CancellationError) in
                throw CancellationError()
            }
        }
        await #expect(processExitsWith: .failure) {
            let empty = try await Application.boot().container
            empty.withValue(of: Port<Thing>("nobody")) { _ in }
        }
    }

    @Test("a value of the session's lifetime is one in each session and dropped with it")
    func session() async throws {
        let container = try await Application.boot(provider(.session)).container
        let second = try await container.makeSession()
        weak var dropped: Thing?
        do {
            let first = try await container.makeSession()
            dropped = first[port]
            #expect(first[port] === first[port])
            #expect(first[port] !== second[port])
            #expect(dropped != nil)
        }
        #expect(dropped == nil)
    }

    @Test("a transient value is a new one each time")
    func transient() async throws {
        let container = try await Application.boot(provider(.transient)).container
        let first = try await container.make(port)
        let second = try await container.make(port)
        #expect(first !== second)
    }

    @Test("making a value that is not transient is an error")
    func notTransient() async throws {
        let container = try await Application.boot(provider(.application)).container
        await #expect(throws: ContainerError.self) { _ = try await container.make(port) }
    }

    @Test("an optional port without a provider is nil, a collection without contributions is empty")
    func absent() async throws {
        let container = try await Application.boot().container
        #expect(container[OptionalPort<Int>("nothing")] == nil)
        #expect(container[CollectionPort<Int>("nothing at all")] == [])
    }

    @Test("an optional port with a provider has its value")
    func optional() async throws {
        let maybe = OptionalPort<Int>("maybe")
        let definition = PluginDefinition("provider") {
            $0.provide(maybe) { 42 }
        }
        #expect(try await Application.boot(definition).container[maybe] == 42)
    }

    @Test("contributions come by priority, then by the name of the plugin, whatever the link order")
    func collectionOrder() async throws {
        func plugin(_ name: String, _ priority: Int) -> PluginDefinition {
            PluginDefinition(name) { [list] in
                $0.contribute(list, priority: priority) { ["\(name) 1", "\(name) 2"] }
            }
        }
        let expected = ["d 1", "d 2", "a 1", "a 2", "c 1", "c 2", "b 1", "b 2"]
        let forwards = try await Application.boot(
            plugin("a", 0), plugin("b", -1), plugin("c", 0), plugin("d", 7))
        #expect(forwards.container[list] == expected)
        let backwards = try await Application.boot(
            plugin("d", 7), plugin("c", 0), plugin("b", -1), plugin("a", 0))
        #expect(backwards.container[list] == expected)
        let report = backwards.container.report.ports.first { $0.name == "list" }
        #expect(report?.providers == ["d", "a", "c", "b"])
    }

    @Test("contributions of 90 plugins keep their order, however they are linked")
    func manyContributions() async throws {
        let names = (10..<100).map { "plugin \($0)" }
        @Sendable func priority(_ name: String) -> Int { name.utf8.reduce(0) { $0 + Int($1) } % 4 }
        let expected = (0..<4).reversed().flatMap { level in names.filter { priority($0) == level }
        }
        var random = SeededGenerator(seed: 90)
        for _ in 0..<5 {
            let definitions = names.shuffled(using: &random).map { name in
                PluginDefinition(name) { [list] in
                    $0.contribute(list, priority: priority(name)) { [name] }
                }
            }
            let found = try await Application.with(definitions) { try await $0.boot() }
            #expect(found.container[list] == expected)
        }
    }

    @Test("one plugin may contribute several times, and nothing of it is lost")
    func severalContributions() async throws {
        let definition = PluginDefinition("plugin") { [list] in
            $0.contribute(list) { ["one"] }
            $0.contribute(list, priority: 1) { ["two"] }
            $0.contribute(list) { ["three"] }
        }
        #expect(try await Application.boot(definition).container[list] == ["two", "one", "three"])
    }

    @Test("contributions of a session come among those of the application, by the same order")
    func sessionContributions() async throws {
        let application = PluginDefinition("b") { [list] in
            $0.contribute(list, priority: 1) { ["high"] }
            $0.contribute(list, priority: -1) { ["low"] }
        }
        let session = PluginDefinition("a") { [list] in
            $0.contribute(list, .session) { ["session"] }
        }
        let container = try await Application.boot(application, session).container
        #expect(container[list] == ["high", "low"])
        #expect(try await container.makeSession()[list] == ["high", "session", "low"])
        #expect(try await container.makeSession()[list] == ["high", "session", "low"])
    }

    @Test("a session's factory gets what the application and the session have")
    func sessionResolves() async throws {
        let pair = Port<[Thing]>("pair")
        let definition = PluginDefinition("provider") {
            [port, other] in
            $0.provide(port) { Thing() }
            $0.provide(other, .session) { Thing() }
            $0.provide(pair, .session, using: port, other) { port, other in
                [port, other]
            }
        }
        let session = try await Application.boot(definition).container.makeSession()
        #expect(session[pair][0] === session[port])
        #expect(session[pair][1] === session[other])
    }

    @Test("a factory of the application must not ask for what lives in a session")
    func wrongLifetime() async throws {
        let definition = PluginDefinition("provider") { [port, other] in
            $0.provide(port, using: other) { other in other }
            $0.provide(other, .session) { Thing() }
        }
        let problems = try await Application.problems(definition)
        #expect(problems.count == 1)
        #expect(problems.first?.message.contains("lives shorter") == true)
    }

    @Test("an override is seen in the child and not in the parent")
    func overriding() async throws {
        let container = try await Application.boot(provider(.application)).container
        let replacement = Thing()
        let child = container.overriding { [port] in $0.provide(port, replacement) }
        #expect(child[port] === replacement)
        #expect(container[port] !== replacement)
    }

    @Test(
        "an override stays in the sessions of the child",
        arguments: [Lifetime.application, .session])
    func overridingSessions(lifetime: Lifetime) async throws {
        let container = try await Application.boot(provider(lifetime)).container
        let replacement = Thing()
        let child = container.overriding { [port] in $0.provide(port, replacement) }
        #expect(try await child.makeSession()[port] === replacement)
        #expect(try await container.makeSession()[port] !== replacement)
    }

    @Test("an override is what the factories of a session get")
    func overridingFactories() async throws {
        let definition = PluginDefinition("provider") { [port, other] in
            $0.provide(port, .session) { Thing() }
            $0.provide(other, .session, using: port) { port in port }
        }
        let replacement = Thing()
        let child = try await Application.boot(definition).container
            .overriding { [port] in $0.provide(port, replacement) }
        #expect(try await child.makeSession()[other] === replacement)
    }

    @Test("a transient port can be overridden by one value")
    func overridingTransient() async throws {
        let replacement = Thing()
        let child = try await Application.boot(provider(.transient)).container
            .overriding { [port] in $0.provide(port, replacement) }
        #expect(try await child.make(port) === replacement)
    }

    @Test("optional ports and collections can be overridden, also for sessions")
    func overridingOthers() async throws {
        let maybe = OptionalPort<Int>("maybe")
        let definition = PluginDefinition("plugin") { [list] in
            $0.contribute(list) { ["application"] }
            $0.contribute(list, .session) { ["session"] }
        }
        let child = try await Application.boot(definition).container.overriding { [list] in
            $0.replace(list, ["replaced"])
            $0.provide(maybe, 7)
        }
        #expect(child[list] == ["replaced"])
        #expect(child[maybe] == 7)
        #expect(try await child.makeSession()[list] == ["replaced"])
        let none = child.overriding { $0.provide(maybe, nil) }
        #expect(none[maybe] == nil)
    }

    @Test("the environment is the container of the front end, and nothing outside of it")
    func environment() async throws {
        let running = try await Application.boot(provider(.application))
        #expect(Environment.current == nil)
        let seen = try await running.use { [port] in Environment.current?[port] }
        #expect(seen === running.container[port])
        #expect(Environment.current == nil)
    }

    @Test("the application provides its configuration and its description")
    func own() async throws {
        let configuration = Configuration(flags: ["colour": "red"])
        let container = try await Application.boot(configuration: configuration).container
        let setting = Setting<String?>("colour", placeholder: "NAME", help: "")
        #expect(container[.configuration][setting] == "red")
        #expect(container[.application].executable == "test-app")
    }
}
