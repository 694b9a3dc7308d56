import BenchmarkReport
import Foundation

// Measures the credential provider as git starts it, and whole lists. `--json` prints JSON, `--items N`
// another size than 100,000. The executables are those beside this one; `tools/bench` builds them.

let arguments = Array(CommandLine.arguments.dropFirst())
var count = 100_000
if let place = arguments.firstIndex(of: "--items"), arguments.indices.contains(place + 1),
    let number = Int(arguments[place + 1])
{
    count = number
}
var results: [Figure] = []
for owners in [SampleHome.Owners.many, .four] {
    let home = try await SampleHome.make(count: count, owners)
    defer { home.remove() }
    results += try await ProviderMeasurements(home).all()
    if owners == .many { results += try await ListMeasurements(home).all() }
}
results.append(try ExecutableSize.measure())
print(arguments.contains("--json") ? try Report.json(results) : Report.table(results))
