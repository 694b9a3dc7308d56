import TenonCore
import TestSupport
import Testing

/// Tells when it starts and stops.
struct Engine: LifecycleHandling {
    struct Failure: Error {}

    let name: String
    let log: Log<String>
    let fails: Bool

    init(_ name: String, _ log: Log<String>, fails: Bool = false) {
        self.name = name
        self.log = log
        self.fails = fails
    }

    func start() async throws {
        if fails { throw Failure() }
        log.add("start \(name)")
    }

    func stop() async {
        // What stops may have to wait, also when the application was cancelled.
        // Time: only whether it throws is looked at.
        let waited = (try? await Task.sleep(for: .milliseconds(1))) != nil
        log.add("\(waited ? "stop" : "cancelled") \(name)")
    }
}

@Suite struct LifecycleTests {
    private let log = Log<String>()
    private let motor = Port<Engine>("motor")
    private let gear = Port<Engine>("gear")
    private let wheel = Port<Engine>("wheel")

    /// The wheel needs the gear, which needs the motor; their names and plugins sort otherwise.
    private func car(gearFails: Bool = false) -> [PluginDefinition] {
        [
            PluginDefinition("a", requires: [gear]) { [wheel, gear, log] in
                $0.provide(wheel, using: gear) { gear in
                    _ = gear
                    return Engine("wheel", log)
                }
            },
            PluginDefinition("b") { [motor, log] in
                $0.provide(motor) {
                    for _ in 0..<10 { await Task.yield() }
                    return Engine("motor", log)
                }
            },
            PluginDefinition("c", requires: [motor]) { [motor, gear, log] in
                $0.provide(gear, using: motor) { motor in
                    _ = motor
                    return Engine("gear", log, fails: gearFails)
                }
            },
        ]
    }

    @Test("what runs is started dependencies first and stopped in the reverse order")
    func order() async throws {
        let status = try await Application.with(car()) { try await $0.run() }
        #expect(status == .success)
        #expect(
            log.entries == [
                "start motor", "start gear", "start wheel", "stop wheel", "stop gear", "stop motor",
            ])
    }

    @Test("when one fails to start, those before it are stopped and its error is thrown")
    func failure() async throws {
        await #expect(throws: Engine.Failure.self) {
            try await Application.with(car(gearFails: true)) { try await $0.run() }
        }
        #expect(log.entries == ["start motor", "stop motor"])
    }

    @Test("everything is stopped when the front end throws")
    func throwing() async throws {
        struct Crash: Error {}
        let running = try await Application.with(car()) { try await $0.boot() }
        await #expect(throws: Crash.self) { try await running.use { throw Crash() } }
        #expect(log.entries.suffix(3) == ["stop wheel", "stop gear", "stop motor"])
    }

    @Test("everything is stopped in order when the application is cancelled, and may take its time")
    func cancelled() async throws {
        let gate = Barrier()
        let running = try await Application.with(car()) { try await $0.boot() }
        let task = Task {
            try await running.use {
                gate.open()
                try await untilCancelled()
            }
        }
        await gate.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.entries.suffix(3) == ["stop wheel", "stop gear", "stop motor"])
    }
}
