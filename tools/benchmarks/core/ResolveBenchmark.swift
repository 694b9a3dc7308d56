import BenchmarkReport
import Dispatch
import TenonCore

import class Foundation.Thread

/// Asking a frozen container for a required port, from one and from eight threads.
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
                let resolve = try await time(on: threads) {
                    for _ in 0..<rounds { use(container[port]) }
                }
                let read = try await time(on: threads) {
                    for _ in 0..<rounds { use(global) }
                }
                results.append(
                    Figure(
                        name: "resolve, \(threads) thread\(threads == 1 ? "" : "s")",
                        items: plugins == 1 ? 1 : 1000, resolve, yardstick: "reading a global",
                        read,
                        atMost: 3))
            }
            await running.stop()
        }
        return results
    }

    /// The time of one operation, where each thread does as many as there are rounds.
    private static func time(
        on threads: Int, _ body: @escaping @Sendable () -> Void
    ) async throws -> Time {
        try await median(of: 9) { _ in
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
        }.divided(by: rounds * threads)
    }

    /// Takes a value and does nothing with it; not optimised, so that getting it stays needed.
    @_optimize(none) @inline(never)
    private static func use(_ value: any Counting) {}
}
