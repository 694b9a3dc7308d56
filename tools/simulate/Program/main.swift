import Foundation
import SyncSimulation
import TenonSecurity

// Prints what simulations came to; see the script `run` beside this folder.

ProcessHardening.apply()
var seed: UInt64 = 1
var steps = 1_000_000
var each = 2_000
var vaults = 0
var words = CommandLine.arguments.dropFirst()[...]
while let word = words.popFirst() {
    guard let value = words.popFirst().flatMap({ UInt64($0) }), value > 0 else {
        FileHandle.standardError.write(Data("simulate: \(word) needs a number.\n".utf8))
        exit(64)
    }
    switch word {
    case "--seed": seed = value
    case "--steps": steps = Int(clamping: value)
    case "--each": each = Int(clamping: value)
    case "--vaults": vaults = Int(clamping: value)
    default:
        FileHandle.standardError.write(Data("simulate: \(word) is not known.\n".utf8))
        exit(64)
    }
}
guard vaults == 0 else {
    var total = VaultSimulation.Outcome()
    while total.steps < vaults {
        let hasOneItem = seed.isMultiple(of: 5)
        let outcome = try await VaultSimulation.run(
            seed: seed, steps: min(hasOneItem ? 300 : 100, vaults - total.steps),
            at: seed & 2 == 0 ? .folder : .server, lies: seed & 1 == 0 ? FileLie.allCases : [],
            hasOneItem: hasOneItem)
        for failure in outcome.failures { print("seed \(seed), \(failure)") }
        total += outcome
        seed += 1
    }
    print(
        """
        \(total.steps) steps on machines with vaults: \(total.exchanges) exchanges, \
        \(total.values) values found again, \(total.files) files opened, \(total.lies) lies about files named, \
        \(total.crashes) crashes, \(total.restores) older copies, \(total.keys) keys and passphrases, \(total.conflicts) conflicts, \
        \(total.full) items with as many former values as are kept, \(total.erased) deleted items erased, \(total.failures.count) failures
        """)
    exit(total.failures.isEmpty ? 0 : 1)
}
var total = Simulation.Outcome()
while total.steps < steps {
    let outcome = try await Simulation.run(
        seed: seed, steps: min(each, steps - total.steps), at: seed & 2 == 0 ? .folder : .server,
        hasFewItems: seed.isMultiple(of: 5))
    for failure in outcome.failures { print("seed \(seed), \(failure)") }
    total += outcome
    seed += 1
}
print(
    """
    \(total.steps) steps of \(total.devices) devices: \(total.applied) commits applied, \
    \(total.values) values found again, \(total.lies) lies named, \(total.crashes) crashes, \
    \(total.conflicts) conflicts looked at, \(total.dismissals) devices taken out, \
    \(total.snapshots) snapshots heard of, \(total.full) items with as many former values as are kept, \(total.erased) deleted items erased, \(total.bytes) bytes between them at the end, \
    \(total.failures.count) failures
    """)
exit(total.failures.isEmpty ? 0 : 1)
