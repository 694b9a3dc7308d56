import BenchmarkReport
import Foundation

// Measures PhotoFeed against the bars that were set for it. `--json` prints JSON, `--markdown` a
// table for a page, `--items N` another size than 10,000 posts. The executables are those beside
// this one; `tools/bench` builds them. Pictures in a terminal are measured by `ui`.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == "--scroll" {
    try await Scrolling.perform(in: arguments[1])
    exit(0)
}
var count = 10_000
if let place = arguments.firstIndex(of: "--items"), arguments.indices.contains(place + 1),
    let number = Int(arguments[place + 1])
{
    count = number
}
let home = try await SampleHome.make(SampleFeed(count: count))
defer { home.remove() }
let start = try await ColdStart.measure(home)
let results = try [start] + Scrolling.measure(home) + home.figures
print(try Report.text(results, for: arguments))
