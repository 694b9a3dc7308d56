import BenchmarkReport
import Dispatch
import TenonCore

import class Foundation.Thread

/// Asking a frozen container for a required port, lent and as a copy, from one and from eight threads.
enum ResolveBenchmark {
    private static let rounds = 1_000_000
    private static let global: any Counting = Counter(1)

    static func run() async throws -> [Figure] {
        var results: [Figure] = []
        for plugins in [1, 334] {
            let running = try await BootBenchmark.application(Samples.plugins(plugins)).boot()
            let container = running.container
            let port = Samples.ports[plugins - 1][2]
            for threads in [1, 8] {
                let lend: @Sendable () -> Void = {
                    for _ in 0..<rounds { container.withValue(of: port) { use($0) } }
                }
                let copy: @Sendable () -> Void = {
                    for _ in 0..<rounds { use(container[port]) }
                }
                for (way, body, bar) in [("resolve", lend, 3.0), ("resolve a copy", copy, nil)] {
                    let (resolve, read) = try await best(of: 9) { _ in
                        await run(on: threads, body)
                    } beside: { _ in
                        await run(on: threads) { for _ in 0..<rounds { use(global) } }
                    }
                    let count = rounds * threads
                    results.append(
                        Figure(
                            name: "\(way), \(threads) thread\(threads == 1 ? "" : "s")",
                            items: plugins == 1 ? 1 : 1000, resolve.divided(by: count),
                            yardstick: "reading a global", read.divided(by: count), atMost: bar))
                }
            }
            await running.stop()
        }
        return results
    }

    /// Does the same on each of some threads at once.
    private static func run(on threads: Int, _ body: @escaping @Sendable () -> Void) async {
        let group = DispatchGroup()
        for _ in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                body()
                group.leave()
            }
        }
        await withCheckedContinuation { done in
            group.notify(queue: .global()) { done.resume() }
        }
    }

    /// Takes a value and does nothing with it; not optimised, so that getting it stays needed.
    @_optimize(none) @inline(never)
    private static func use(_ value: any Counting) {}
}
