import BenchmarkReport

// Measures Core against the bars that were set for it, each figure beside a yardstick from the same
// run. `--json` prints JSON, `--markdown` a table for a page.

let results =
    try await ResolveBenchmark.run() + BootBenchmark.run() + RouteBenchmark.run()
    + StateBenchmark.run()
print(try Report.text(results, for: CommandLine.arguments))
