import BenchmarkReport
import Foundation

// Measures the credential provider as git starts it, and whole commands. `--json` prints JSON, `--markdown`
// a table for a page, `--items N` another size than 100,000. The executables are those beside this one; `tools/bench` builds them.

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
    try home.unlock()
    results += try await ProviderMeasurements(home).all()
    if owners == .many { results += try ListMeasurements(home).all() }
}
results += try await ImportMeasurements(count: count).all()
results.append(try ExecutableSize.measure())
print(try Report.text(results, for: arguments))
