import TenonSecurity
import Testing

@testable import WalletVault  // Other modules see whole vaults only.

@Suite("Tuning the key derivation")
struct KeyDerivationTunerTests {
    /// A machine that fills so many KiB a millisecond.
    private func tuner(
        speed: Int, wanted: Duration = .milliseconds(750), mostMemory: Int = 1_048_576
    ) -> KeyDerivationTuner {
        KeyDerivationTuner(wanted: wanted, mostMemory: mostMemory) { cost in
            .milliseconds(cost.memory * cost.iterations / speed)
        }
    }

    @Test("A fast machine gets more memory, until the time is what was wanted")
    func moreMemory() throws {
        let result = try tuner(speed: 1000).search()
        #expect(result.cost.iterations == 3)
        #expect(result.cost.memory > 200_000)
        #expect(result.duration > .milliseconds(500))
        #expect(result.duration < .milliseconds(1000))
    }

    @Test("Where there is no more memory, passes take the time")
    func morePasses() throws {
        let result = try tuner(speed: 1000, mostMemory: 131_072).search()
        #expect(result.cost.memory == 131_072)
        #expect(result.cost.iterations > 3)
        #expect(result.duration > .milliseconds(500))
    }

    @Test("A slow machine keeps the standard, and no cost is one that would be refused")
    func slowMachine() throws {
        #expect(try tuner(speed: 50).search().cost == .standard)
        for speed in [10, 1000, 100_000, 10_000_000] {
            let cost = try tuner(speed: speed, mostMemory: 1 << 30).search().cost
            #expect(throws: Never.self) { try cost.validate() }
            #expect(cost.memory >= Argon2id.standard.memory)
        }
    }

    @Test("The real derivation is measured")
    func realMachine() throws {
        let result = try KeyDerivationTuner(wanted: .milliseconds(1), mostMemory: 0).search()
        #expect(result.cost == .standard)
        #expect(result.duration > .milliseconds(1))
    }
}
