import BenchmarkReport
import TenonCore

/// Discovering, ordering, checking and building plugins with three ports each.
enum BootBenchmark {
    static func run() async throws -> [Figure] {
        var results: [Figure] = []
        for count in [10, 100, 1000] {
            let plugins = Samples.plugins(count)
            let time = try await best(of: 31) { _ in
                let running = try await application(plugins).boot()
                await running.stop()
            }
            results.append(
                Figure(
                    name: "boot", items: count, milliseconds: time.wall,
                    processorMilliseconds: time.processor, bar: count == 1000 ? "≤ 5 ms" : nil,
                    isMet: count == 1000 ? time.wall <= 5 : nil))
        }
        return results
    }

    static func application(_ plugins: [any Plugin.Type]) -> Application {
        Application(
            ApplicationInfo(
                name: "Benchmark", executable: "core-benchmark", version: "1.0.0",
                scheme: "benchmark"),
            plugins: plugins, linked: false,
            providing: { $0.provide(.frontEnd) { NoFrontEnd() } })
    }
}

/// Every application has a front end; this one is never run.
private struct NoFrontEnd: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus { .success }
}
