import Foundation

/// How long something took.
package struct Time: Sendable {
    /// By the clock, in milliseconds.
    package var wall: Double
    /// Of all processors together, in milliseconds.
    package var processor: Double

    package init(wall: Double, processor: Double) {
        self.wall = wall
        self.processor = processor
    }

    package static func + (left: Time, right: Time) -> Time {
        Time(wall: left.wall + right.wall, processor: left.processor + right.processor)
    }

    /// The time of one of so many operations.
    package func divided(by count: Int) -> Time {
        Time(wall: wall / Double(count), processor: processor / Double(count))
    }
}

/// Runs something a number of times and returns the median of each time.
package func median(
    of rounds: Int, _ body: (Int) async throws -> Void
) async throws -> Time {
    let clock = ContinuousClock()
    var walls: [Double] = []
    var processors: [Double] = []
    for round in 0..<rounds {
        let before = processorTime()
        walls.append((try await clock.measure { try await body(round) }).inMilliseconds)
        processors.append(processorTime() - before)
    }
    return Time(
        wall: walls.sorted()[rounds / 2], processor: processors.sorted()[rounds / 2])
}

/// The time that this process has used of all processors, in milliseconds.
private func processorTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
    }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
}

extension Duration {
    package var inMilliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
