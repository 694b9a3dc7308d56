import BenchmarkReport

// Measures Core against the bars that were set for it, each figure beside a yardstick from the same
// run. `--json` prints JSON.

let results =
    try await ResolveBenchmark.run() + BootBenchmark.run() + RouteBenchmark.run()
    + StateBenchmark.run()
print(CommandLine.arguments.contains("--json") ? try Report.json(results) : Report.table(results))
