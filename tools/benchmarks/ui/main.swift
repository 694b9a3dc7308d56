import BenchmarkReport

// Measures what every screen goes through on its way to a person. `--json` prints JSON,
// `--markdown` a table for a page.

let results =
    try await DiffBenchmark.run() + RenderBenchmark.run()
    + TypingBenchmark.run() + PictureBenchmark.run()
print(try Report.text(results, for: CommandLine.arguments))
