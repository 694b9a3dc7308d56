import Synchronization
import TenonCore
import Testing

@testable import TenonUI  // Other modules see whole sessions only.

@Suite struct SessionWorkTests {
    private func makeWork(_ gate: ActivityGate) async throws -> SessionWork {
        SessionWork(
            environment: EnvironmentStack(try await World([Stub("a")]).session.container),
            gate: gate)
    }

    @Test("work that is done is forgotten")
    func forgotten() async throws {
        let gate = ActivityGate()
        let work = try await makeWork(gate)
        for _ in 0..<100 { work.run {} }
        await gate.pass()
        while work.count > 0 { await Task.yield() }
    }

    @Test("at the end work is cancelled, and later work does not start")
    func close() async throws {
        let gate = ActivityGate()
        let work = try await makeWork(gate)
        work.run {
            while !Task.isCancelled { await Task.yield() }
        }
        work.close()
        await gate.pass()
        let didRun = Mutex(false)
        work.start { didRun.withLock { $0 = true } }
        while work.count > 0 { await Task.yield() }
        let hasRun = didRun.withLock { $0 }
        #expect(!hasRun)
    }
}
