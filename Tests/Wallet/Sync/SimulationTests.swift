import SyncSimulation
import Testing

@Suite("Simulated devices")
struct SimulationTests {
    @Test(
        "Whatever happens, all devices come to the same state, nothing is lost, and lies are named",
        arguments: 1...5 as ClosedRange<UInt64>)
    func converge(seed: UInt64) async throws {
        let outcome = try await Simulation.run(seed: seed, steps: 400)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.lies > 0)
        #expect(outcome.crashes > 0)
        #expect(outcome.values > 100)
    }
}
