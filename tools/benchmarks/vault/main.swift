import BenchmarkReport
import Foundation
import TenonCore
import TenonSQLite
import WalletVault

// Measures the vault against the bars that were set for it, each figure beside a yardstick from the
// same run. `--json` prints JSON, `--markdown` a table for a page, `--items N` another size than 1,000,
// 10,000 and 100,000.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 4, arguments[0] == "--task" {
    try await ColdProcess.perform(arguments[1], path: arguments[2], argument: arguments[3])
    exit(0)
}
var sizes = [1_000, 10_000, 100_000]
if let place = arguments.firstIndex(of: "--items"), arguments.indices.contains(place + 1),
    let count = Int(arguments[place + 1])
{
    sizes = [count]
}
var results: [Figure] = []
for size in sizes {
    let vault = try await SampleVault.make(count: size)
    defer { vault.remove() }
    results += try await Measurements(vault).all()
}
print(try Report.text(results, for: arguments))
