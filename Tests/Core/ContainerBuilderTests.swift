import TestSupport
import Testing

@testable import TenonCore  // Other modules see a booted application only.

@Suite struct ContainerBuilderTests {
    private let first = Port<Int>("first")
    private let second = Port<Int>("second")
    private let third = Port<Int>("third")

    private struct Broken: Error, CustomStringConvertible {
        let description = "the wire is cut"
    }

    @Test("what is needed is made first, each once")
    func order() async throws {
        let log = Log<String>()
        let definition = PluginDefinition("plugin") {
            [first, second, third] in
            $0.provide(first, using: second, third) { second, third in
                let sum = second + third
                log.add("first")
                return sum
            }
            $0.provide(second, using: third) { third in
                let value = third
                log.add("second")
                return value
            }
            $0.provide(third) {
                log.add("third")
                return 1
            }
        }
        let container = try await Application.boot(definition).container
        #expect(container[first] == 2)
        #expect(log.entries == ["third", "second", "first"])
    }

    @Test("a factory runs once, however many ask for it while it runs")
    func exactlyOnce() async throws {
        let log = Log<String>()
        let gate = Barrier()
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provideResolving(first) { resolve in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<200 { group.addTask { try await resolve(second) } }
                    gate.open()
                    return try await group.reduce(0, +)
                }
            }
            $0.provide(second) {
                await gate.pass()
                log.add("made")
                for _ in 0..<20 { await Task.yield() }
                return 1
            }
        }
        #expect(try await Application.boot(definition).container[first] == 200)
        #expect(log.entries == ["made"])
    }

    @Test("a slow factory delays only those who need it")
    func slow() async throws {
        let gate = Barrier()
        let slow = PluginDefinition("a") { [first] in
            $0.provide(first) {
                await gate.pass()
                return 1
            }
        }
        // It comes after the slow one, and is the one that lets it go on.
        let quick = PluginDefinition("b") { [second] in
            $0.provide(second) {
                gate.open()
                return 2
            }
        }
        #expect(try await Application.boot(slow, quick).container[first] == 1)
    }

    @Test("a factory that fails is told with its plugin, its reason and what it was needed for")
    func failure() async throws {
        let need = PluginDefinition("a.need", requires: [second]) {
            [first, second] in
            $0.provide(first, using: second) { second in second }
        }
        let broken = PluginDefinition("b.broken") { [second] in
            $0.provide(second) { throw Broken() }
        }
        let problems = try await Application.problems(need, broken)
        #expect(problems.count == 1)
        for text in ["second", "b.broken", "the wire is cut", "first (a.need)"] {
            #expect(problems.first?.message.contains(text) == true)
        }
    }

    @Test("all factories that fail are told at once")
    func failures() async throws {
        let definition = PluginDefinition("plugin") {
            [first, second, third] in
            $0.provide(first) { throw Broken() }
            $0.provide(second) { throw Broken() }
            $0.provide(third, using: first) { first in first }
        }
        let problems = try await Application.problems(definition)
        #expect(problems.count == 2)
    }

    @Test("whoever waits for a factory that fails gets its error")
    func waitingForFailure() async throws {
        let gate = Barrier()
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provide(first) {
                await gate.pass()
                throw Broken()
            }
            $0.provideResolving(second) { resolve in
                gate.open()
                do {
                    return try await resolve(first)
                } catch let error as ContainerError {
                    #expect(error.cause is Broken)
                    return -1
                }
            }
        }
        #expect(try await Application.problems(definition).count == 1)
    }

    @Test("a factory that asks for a port that nothing provides is told to link what does")
    func missing() async throws {
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provideResolving(first) { resolve in try await resolve(second) }
        }
        let problem = try #require(try await Application.problems(definition).first)
        #expect(problem.message.contains("\"second\", which nothing provides"))
        #expect(problem.remedy.joined().contains("Link a module"))
    }

    private func link(_ name: String, _ from: Port<Int>, _ to: Port<Int>) -> PluginDefinition {
        PluginDefinition(name, requires: [to]) {
            $0.provide(from, using: to) { to in
                await Task.yield()
                return to
            }
        }
    }

    @Test("a cycle is told as a whole, plugin by plugin, instead of waiting for ever")
    func cycle() async throws {
        let problems = try await Application.problems(
            link("a", first, second), link("b", second, third), link("c", third, first))
        let message = try #require(problems.first).message
        #expect(problems.count == 1)
        for label in ["first (a)", "second (b)", "third (c)"] { #expect(message.contains(label)) }
        #expect(message.contains("need each other"))
    }

    @Test("a factory that asks for itself is a cycle")
    func selfCycle() async throws {
        let problems = try await Application.problems(link("a", first, first))
        #expect(
            problems.map(\.message) == ["These factories need each other: first (a) → first (a)."])
    }

    @Test("a cycle is found, too, when its parts wait in different tasks")
    func parallelCycle() async throws {
        let gate = Barrier()
        let definition = PluginDefinition("plugin") {
            [first, second, third] in
            $0.provideResolving(first) { resolve in
                async let one = resolve(second)
                async let other = resolve(third)
                return try await one + other
            }
            $0.provideResolving(second) { resolve in
                await gate.pass()
                return try await resolve(third)
            }
            $0.provideResolving(third) { resolve in
                gate.open()
                for _ in 0..<50 { await Task.yield() }
                return try await resolve(second)
            }
        }
        let problems = try await Application.problems(definition)
        #expect(problems.count == 1)
        #expect(problems.first?.message.contains("need each other") == true)
    }

    @Test("transient values that need each other are a cycle")
    func transientCycle() async throws {
        let definition = PluginDefinition("plugin") { [first, second] in
            $0.provide(first, .transient, using: second) { second in second }
            $0.provide(second, .transient, using: first) { first in first }
        }
        let container = try await Application.boot(definition).container
        let error = await #expect(throws: ContainerError.self) {
            _ = try await container.make(first)
        }
        #expect(error?.message.description.contains("need each other") == true)
    }

    @Test("two paths to the same value are no cycle")
    func diamond() async throws {
        let top = Port<Int>("top")
        let definition = PluginDefinition("plugin") {
            [first, second, third] in
            $0.provideResolving(top) { resolve in
                async let left = resolve(first)
                async let right = resolve(second)
                return try await left + right
            }
            $0.provideResolving(first) { resolve in try await resolve(third) }
            $0.provideResolving(second) { resolve in try await resolve(third) }
            $0.provide(third) {
                for _ in 0..<10 { await Task.yield() }
                return 1
            }
        }
        #expect(try await Application.boot(definition).container[top] == 2)
    }

    @Test("a value may keep its resolver and ask later, also for what needs it")
    func later() async throws {
        let lazy = Port<Lazy>("lazy")
        let definition = PluginDefinition("plugin") { [second] in
            $0.provideResolving(lazy) { resolve in Lazy(ask: { try await resolve(second) }) }
            $0.provideResolving(second) { resolve in
                _ = try await resolve(lazy)
                return 5
            }
        }
        let container = try await Application.boot(definition).container
        #expect(try await container[lazy].ask() == 5)
    }

    private struct Lazy: Sendable {
        let ask: @Sendable () async throws -> Int
    }

    @Test("a boot that is cancelled ends with a cancellation, not with a list of problems")
    func cancelled() async throws {
        let gate = Barrier()
        let definition = PluginDefinition("plugin") { [first] in
            $0.provide(first) {
                gate.open()
                try await untilCancelled()
                return 1
            }
        }
        let boot = Task { try await Application.boot(definition) }
        await gate.pass()
        boot.cancel()
        await #expect(throws: CancellationError.self) { _ = try await boot.value }
    }

    @Test("contributions to one collection can be asked for without booting")
    func contributions() async throws {
        let log = Log<String>()
        let word = Setting<String?>("word", placeholder: "WORD", help: "").declaration
        let definition = PluginDefinition(
            "plugin", requires: [second]
        ) { [first] in
            $0.provide(first) {
                log.add("made")
                return 1
            }
            $0.contribute(.settings, using: .configuration) { configuration in
                configuration.environmentVariable("WORD") == nil ? [] : [word]
            }
        }
        let settings = try await Application.with(
            [definition], configuration: Configuration(environment: ["WORD": "x"])
        ) { try await $0.contributions(to: .settings) }
        #expect(settings == [word])
        #expect(log.entries == [])
    }

    @Test("a contribution that is asked for before boot may ask for other collections")
    func contributionsOfContributions() async throws {
        let words = CollectionPort<String>("words")
        let settings = PluginDefinition("settings", requires: [words]) {
            $0.contribute(.settings, using: words) { words in
                words.map { Setting<Bool>($0, help: "").declaration }
            }
        }
        let second = PluginDefinition("second") {
            $0.contribute(words) { ["c"] }
        }
        let first = PluginDefinition("first") {
            $0.contribute(words, using: .application) { application in [application.scheme, "b"] }
        }
        let names = try await Application.with([second, settings, first]) {
            ([$0.info.scheme], try await $0.contributions(to: .settings).map(\.name))
        }
        #expect(names.1 == names.0 + ["b", "c"])
    }

    @Test("a contribution that is asked for before boot gets no port that boot would make")
    func contributionsOfPorts() async throws {
        let provider = PluginDefinition("provider") { [first] in
            $0.provide(first) { 1 }
        }
        let plugin = PluginDefinition("plugin", requires: [first]) {
            [first] in
            $0.contribute(.settings, using: first) { first in
                _ = first
                return []
            }
        }
        let error = await #expect(throws: ContainerError.self) {
            _ = try await Application.with([provider, plugin]) {
                try await $0.contributions(to: .settings)
            }
        }
        #expect(error?.code.name == "container.missing")
    }

    @Test("checking builds everything and starts nothing")
    func check() async throws {
        let log = Log<String>()
        let port = Port<Engine>("engine")
        let definition = PluginDefinition("plugin") {
            $0.provide(port) {
                log.add("made")
                return Engine("engine", log)
            }
        }
        let report = try await Application.with([definition]) { try await $0.check() }
        #expect(report.plugins.map(\.name) == ["front-end", "plugin"])
        #expect(log.entries == ["made"])
    }
}
