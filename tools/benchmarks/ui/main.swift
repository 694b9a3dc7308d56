import BenchmarkReport

// Measures what every screen goes through on its way to a person. `--json` prints JSON.

let results = try await DiffBenchmark.run() + RenderBenchmark.run()
print(CommandLine.arguments.contains("--json") ? try Report.json(results) : Report.table(results))
