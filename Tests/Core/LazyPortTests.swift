import TenonCore
import Testing

@Suite struct LazyPortTests {
    private struct Broken: Error {}

    private let log = Log<String>()
    private let engine = LazyPort<Engine>("engine")
    private let other = LazyPort<Engine>("other engine")
    private let number = LazyPort<Int>("number")
    private let eager = Port<Int>("eager")

    private func counting() -> PluginDefinition {
        PluginDefinition("plugin") { [number, log] in
            $0.provide(number) {
                log.add("made")
                return log.entries.count
            }
        }
    }

    @Test("boot makes nothing of it; the first who asks does, and everybody gets the same")
    func first() async throws {
        let container = try await Application.boot(counting()).container
        #expect(log.entries == [])
        #expect(try await container[number] == 1)
        #expect(try await container[number] == 1)
        #expect(try await container.makeSession()[number] == 1)
        #expect(log.entries == ["made"])
    }

    @Test("a factory at boot that asks for it gets it, and it is made then")
    func atBoot() async throws {
        let user = PluginDefinition("user", requires: [number]) {
            [eager, number] in
            $0.provide(eager, using: number) { number in number + 10 }
        }
        let container = try await Application.boot(user, counting()).container
        #expect(log.entries == ["made"])
        #expect(container[eager] == 11)
        #expect(try await container[number] == 1)
    }

    @Test("a factory of a session gets the one of the application")
    func fromSession() async throws {
        let user = PluginDefinition("user", requires: [number]) {
            [eager, number] in
            $0.provide(eager, .session, using: number) { number in number + 10 }
        }
        let container = try await Application.boot(user, counting()).container
        #expect(log.entries == [])
        #expect(try await container.makeSession()[eager] == 11)
        #expect(try await container.makeSession()[eager] == 11)
        #expect(log.entries == ["made"])
    }

    @Test("a missing provider is a problem of the boot, though nobody has asked yet")
    func missing() async throws {
        let problems = try await Application.problems(
            PluginDefinition("user", requires: [number]))
        #expect(problems.map(\.message) == ["Nothing provides the port \"number\"."])
    }

    @Test("a factory that fails is told to who asked, and runs again for the next one")
    func failure() async throws {
        let definition = PluginDefinition("plugin") { [number, log] in
            $0.provide(number) {
                log.add("tried")
                if log.entries.count == 1 { throw Broken() }
                return 7
            }
        }
        let container = try await Application.boot(definition).container
        let error = await #expect(throws: ContainerError.self) { _ = try await container[number] }
        #expect(error?.cause is Broken)
        #expect(try await container[number] == 7)
        #expect(log.entries == ["tried", "tried"])
    }

    @Test("who asks and is cancelled does not take it from those who wait for it")
    func cancelled() async throws {
        let (begun, gate) = (Barrier(), Barrier())
        let definition = PluginDefinition("plugin") { [number] in
            $0.provide(number) {
                begun.open()
                await gate.pass()
                try Task.checkCancellation()
                return 7
            }
        }
        let container = try await Application.boot(definition).container
        let first = Task { try await container[number] }
        await begun.pass()
        let second = Task { try await container[number] }
        first.cancel()
        gate.open()
        #expect(try await second.value == 7)
    }

    @Test("lazy values that need each other are a circle, from wherever one asks")
    func cycle() async throws {
        let back = LazyPort<Int>("back")
        let definition = PluginDefinition("plugin") { [number] in
            $0.provide(number, using: back) { back in
                await Task.yield()
                return back
            }
            $0.provide(back, using: number) { number in
                await Task.yield()
                return number
            }
        }
        let container = try await Application.boot(definition).container
        for _ in 0..<200 {
            let one = Task { await Self.error { _ = try await container[number] } }
            let two = Task { await Self.error { _ = try await container[back] } }
            for error in [await one.value, await two.value] {
                #expect(error?.message.description.contains("need each other") == true)
            }
        }
    }

    private static func error(_ body: () async throws -> Void) async -> ContainerError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ContainerError
        }
    }

    @Test("what runs is started before it is handed out, and stopped before what boot started")
    func lifecycle() async throws {
        let motor = Port<Engine>("motor")
        let definition = PluginDefinition("plugin") {
            [engine, other, log] in
            $0.provide(motor) { Engine("motor", log) }
            $0.provide(engine, using: other) { other in
                _ = other
                return Engine("engine", log)
            }
            $0.provide(other) { Engine("other", log) }
        }
        let running = try await Application.boot(definition)
        try await running.use {
            _ = try await running.container[engine]
            log.add("handed out")
        }
        #expect(
            log.entries == [
                "start motor", "start other", "start engine", "handed out", "stop engine",
                "stop other", "stop motor",
            ])
    }

    @Test("after the stop nothing is started any more")
    func stopped() async throws {
        let definition = PluginDefinition("plugin") { [engine, log] in
            $0.provide(engine) { Engine("engine", log) }
        }
        let running = try await Application.boot(definition)
        await running.stop()
        let error = await #expect(throws: ContainerError.self) {
            _ = try await running.container[engine]
        }
        #expect(error?.code.name == "container.stopped")
        #expect(log.entries == [])
    }

    @Test("a start that fails is an error for who asked, and the next one tries again")
    func startFails() async throws {
        let definition = PluginDefinition("plugin") { [engine, log] in
            $0.provide(engine) {
                log.add("made")
                return Engine("engine", log, fails: log.entries.count == 1)
            }
        }
        let running = try await Application.boot(definition)
        await #expect(throws: ContainerError.self) { _ = try await running.container[engine] }
        _ = try await running.container[engine]
        await running.stop()
        #expect(log.entries == ["made", "made", "start engine", "stop engine"])
    }

    @Test("an override takes its place in the child, also for the child's sessions")
    func overriding() async throws {
        let user = PluginDefinition("user", requires: [number]) {
            [eager, number] in
            $0.provide(eager, .session, using: number) { number in number }
        }
        let container = try await Application.boot(user, counting()).container
        let child = container.overriding { [number] in $0.provide(number, 99) }
        #expect(try await child[number] == 99)
        #expect(try await child.makeSession()[eager] == 99)
        #expect(log.entries == [])
    }
}
