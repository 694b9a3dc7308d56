import BenchmarkReport
import Foundation
import TenonCore
import TenonTerminal
import TenonTesting
import TenonUI

/// PhotoFeed on a terminal of 120 by 50 places, from the newest post to the oldest.
///
/// A frame is what the person waits for after PgDn: the session is asked for other rows, these come
/// from the database, and the screen is laid out, drawn and compared with the one before. Each asks
/// for as many rows as the terminal does, which asks only when it comes near their end.
enum Scrolling {
    /// What the process that scrolls tells the one that has started it.
    private struct Answer: Codable {
        /// By the clock.
        var frames: [Double] = []
        /// Of all processors, what goes on beside included.
        var processors: [Double] = []
        var drawing: [Double] = []
        var peakMegabytes = 0.0
    }

    private static let size = (columns: 120, rows: 50)
    /// The rows that are seen of a list, of two lines each.
    private static let page = 23
    /// How many rows the terminal asks for in each direction: twice the lines of a page.
    private static let reach = 2 * (size.rows - 4)
    private static let list = "posts"
    /// The most milliseconds that a frame may take, and the most megabytes.
    private static let bars = (frame: 16.0, memory: 200.0)

    /// Scrolls in a process of its own, so that the memory is that of PhotoFeed.
    static func measure(_ home: SampleHome) throws -> [Figure] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--scroll", home.folder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        let frame = slowestOfHundred(answer.frames)
        return [
            Figure(
                name: "frame while scrolling, 99th of 100", items: home.feed.count,
                milliseconds: frame,
                processorMilliseconds: slowestOfHundred(answer.processors),
                yardstick: "drawing alone",
                yardstickMilliseconds: slowestOfHundred(answer.drawing),
                bar: "≤ \(Int(bars.frame)) ms", isMet: frame <= bars.frame),
            Figure(
                name: "memory at most while scrolling", items: home.feed.count,
                milliseconds: answer.peakMegabytes, bar: "≤ \(Int(bars.memory)) MB",
                isMet: answer.peakMegabytes <= bars.memory),
        ]
    }

    /// Scrolls in this process, with all that is linked to it, and prints how it went as JSON.
    static func perform(in folder: String) async throws {
        let pilot = try await SessionPilot(
            plugins: [],
            application: ApplicationInfo(
                name: "PhotoFeed", executable: "photofeed", version: "1", scheme: "photofeed"),
            configuration: Configuration(environment: SampleHome.environment(of: folder)),
            linked: true)
        try await pilot.wait("for the feed") { pilot.session.screen?.list(list) != nil }
        var events = pilot.session.events().makeAsyncIterator()
        var display = TerminalRendering.Display(
            localizer: Localizer(language: "en"), columns: size.columns, rows: size.rows)
        var answer = Answer()
        var bytes = 0
        let total = try pilot.screen().list(list)?.total ?? 0
        for first in stride(from: 0, to: total, by: page) {
            let window = (first - reach..<first + reach + 1).clamped(to: 0..<total)
            let frame = try await Time.of {
                try pilot.session.send(.window(list, window))
                var next: Screen?
                while next == nil, let event = await events.next() {
                    guard case .screen(let screen) = event, let rows = screen.list(list) else {
                        continue
                    }
                    if rows.offset..<rows.offset + rows.rows.count == window { next = screen }
                }
                guard let next else { fatalError("the session ended") }
                let start = ContinuousClock.now
                bytes += display.bytes(of: next).count
                answer.drawing.append((ContinuousClock.now - start).inMilliseconds)
            }
            answer.frames.append(frame.wall)
            answer.processors.append(frame.processor)
        }
        guard bytes > 0 else { fatalError("nothing is drawn") }
        answer.peakMegabytes = ProcessMemory.resident().peak
        await pilot.stop()
        FileHandle.standardOutput.write(try JSONEncoder().encode(answer))
    }

    /// The slowest but for one in a hundred.
    private static func slowestOfHundred(_ times: [Double]) -> Double {
        times.sorted()[times.count * 99 / 100]
    }
}
