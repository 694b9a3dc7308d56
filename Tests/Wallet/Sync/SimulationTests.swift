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

    @Test(
        "Of items that were deleted for good nothing is left where everybody has heard of it",
        arguments: [2, 4] as [UInt64])
    func erase(seed: UInt64) async throws {
        let outcome = try await Simulation.run(seed: seed, steps: 300)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.erased > 0)
    }

    @Test(
        "Vaults on real disks come to the same state, and nothing is lost, whatever people do",
        arguments: 1...3 as ClosedRange<UInt64>)
    func vaults(seed: UInt64) async throws {
        let outcome = try await VaultSimulation.run(seed: seed, steps: 45)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.values > 20)
    }
}
