import BenchmarkReport
import Foundation

/// How long `photofeed-headless` takes from its start until it shows the newest post that is kept.
enum ColdStart {
    /// It ended before it showed the post.
    struct DidNotShow: Error {
        let said: String
    }

    private static let runs = 15
    /// The most milliseconds that it may take.
    private static let bar = 150.0
    /// The folder with the executables that were built beside this one.
    private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    static func measure(_ home: SampleHome) async throws -> Figure {
        let post = SampleFeed.title(home.feed.count)
        var (times, empty): ([Time], [Time]) = ([], [])
        for _ in 0..<runs {
            times.append(try await time(until: post, in: home))
            empty.append(
                try await Time.of(.children) {
                    let process = try Process.run(
                        products.appending(path: "empty-program"), arguments: [])
                    process.waitUntilExit()
                })
        }
        let (time, yardstick) = (Time.best(times), Time.best(empty))
        return Figure(
            name: "cold start to the cached feed, offline", items: home.feed.count,
            milliseconds: time.wall, processorMilliseconds: time.processor,
            yardstick: "an empty program", yardstickMilliseconds: yardstick.wall,
            yardstickProcessorMilliseconds: yardstick.processor, bar: "≤ \(Int(bar)) ms",
            isMet: time.wall <= bar)
    }

    /// The time until the words of a post are in what it says; the processors' until its end.
    private static func time(until words: String, in home: SampleHome) async throws -> Time {
        let process = Process()
        process.executableURL = products.appending(path: "photofeed-headless")
        process.environment = SampleHome.environment(of: home.folder)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        var shown = Duration.zero
        var time = try await Time.of(.children) {
            let start = ContinuousClock.now
            try process.run()
            var said = Data()
            while said.range(of: Data(words.utf8)) == nil {
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else {
                    throw DidNotShow(said: String(decoding: said, as: UTF8.self))
                }
                said += more
            }
            shown = ContinuousClock.now - start
            try input.fileHandleForWriting.close()
            _ = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
        }
        time.wall = shown.inMilliseconds
        return time
    }
}
