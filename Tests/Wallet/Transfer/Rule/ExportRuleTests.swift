import Foundation
import TestSupport
import Testing
import WalletTransfer

/// Exports of made-up vaults in every format; `tools/imports` runs many more of them.
@Suite("Exports in every format")
struct ExportRuleTests {
    @Test("lose nothing but what was named before, with exact counts")
    func rule() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seed =
            environment["WALLET_IMPORT_SEED"].flatMap { UInt64($0) } ?? 6_633_256_868_771_573_239
        let count = environment["WALLET_EXPORT_CASES"].flatMap { Int($0) } ?? 300
        print("Exports: \(count) cases with the seed \(seed).")
        var generator = VaultGenerator(seed: seed)
        var (done, round) = (0, 0)
        while done < count {
            let trial = try await ExportTrial(&generator)
            for format in ExportFormat.allCases {
                let found = try await trial.violations(in: format, "\(round)-\(format.rawValue)")
                try #require(
                    found.isEmpty,
                    "seed \(seed), round \(round): \(found.count) violations\n\(found.prefix(5).joined(separator: "\n"))"
                )
                // A case is an item in one format.
                done += ExportTrial.itemCount
            }
            round += 1
        }
        print("Exports: all \(done) cases are right.")
    }
}
