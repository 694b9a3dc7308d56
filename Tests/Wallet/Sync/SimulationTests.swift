import SyncSimulation
import Testing

@Suite("Simulated devices")
struct SimulationTests {
    @Test(
        "Whatever happens, all devices come to the same state, nothing is lost, and lies are named",
        arguments: 1...3 as ClosedRange<UInt64>, Simulation.Place.allCases)
    func converge(seed: UInt64, place: Simulation.Place) async throws {
        let outcome = try await Simulation.run(seed: seed, steps: 400, at: place)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.lies > 0)
        #expect(outcome.crashes > 0)
        #expect(outcome.values > 100)
    }

    @Test(
        "Each lie is named as what it is, and nothing is lost once it ends",
        arguments: Lie.allCases, Simulation.Place.allCases)
    func lie(_ lie: Lie, place: Simulation.Place) async throws {
        let outcome = try await Simulation.run(seed: 2, steps: 250, at: place, lies: [lie])
        #expect(outcome.failures.isEmpty)
        #expect(outcome.lies > 0)
    }

    @Test(
        "Items with more former values than are kept have the latest ones on all devices",
        arguments: Simulation.Place.allCases)
    func formerValues(place: Simulation.Place) async throws {
        let outcome = try await Simulation.run(
            seed: 2, steps: 400, at: place, hasFewItems: true)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.full > 0)
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

    @Test(
        "Parts of files that are withheld or something else are named, and all is here once the lie ends",
        arguments: FileLie.allCases, Simulation.Place.allCases)
    func fileLie(_ lie: FileLie, place: Simulation.Place) async throws {
        let outcome = try await VaultSimulation.run(seed: 2, steps: 45, at: place, lies: [lie])
        #expect(outcome.failures.isEmpty)
        #expect(outcome.lies > 0)
        #expect(outcome.values > 0)
    }

    @Test("A vault's item with more former values than are kept has the latest ones")
    func formerValuesOfVaults() async throws {
        let outcome = try await VaultSimulation.run(seed: 1, steps: 300, hasOneItem: true)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.full > 0)
    }
}
