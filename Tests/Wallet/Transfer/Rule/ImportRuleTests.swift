import Foundation
import TestSupport
import Testing

/// The rule of `ImportPlanner`, on files that are made up; `tools/imports` runs many more of them.
@Suite("Imports in every order and format")
struct ImportRuleTests {
    private static let casesAtOnce = 40

    /// Where several items fit an entry without a date equally well, a second import may choose
    /// another one: seldom, and without losing a password.
    private static let casesPerDifference = 1_000

    @Test("lose no password, mix no entries, keep the newest, and change nothing the second time")
    func rule() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed =
            environment["WALLET_IMPORT_SEED"].flatMap { UInt64($0) } ?? 11_251_930_958_490_137_088
        let count = environment["WALLET_IMPORT_CASES"].flatMap { Int($0) } ?? 800
        print("Imports: \(count) cases with the seed \(seed).")
        var generator = EntryGenerator(seed: seed)
        var (done, round) = (0, 0)
        var differences: [String] = []
        while done < count {
            let trial = RuleTrial(
                &generator, cases: 0..<Self.casesAtOnce, fileCount: round % 3 == 0 ? 3 : 2)
            for order in trial.orders {
                let found = try await trial.findings(of: order, shuffledBy: &generator.random)
                try #require(
                    found.violations.isEmpty,
                    """
                    seed \(seed), round \(round): \(found.violations.count) violations
                    \(found.violations.prefix(3).joined(separator: "\n"))
                    """)
                differences += found.differences.map { "round \(round), \($0)" }
                // A case is some files in one order.
                done += Self.casesAtOnce
            }
            round += 1
            if round.isMultiple(of: 100) {
                print("Imports: \(done) cases are right, \(differences.count) with a difference.")
            }
        }
        #expect(
            differences.count <= done / Self.casesPerDifference,
            "seed \(seed):\n\(differences.prefix(3).joined(separator: "\n"))")
        print("Imports: all \(done) cases are right, \(differences.count) with a difference.")
    }
}
