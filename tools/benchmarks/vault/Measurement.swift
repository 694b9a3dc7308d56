import Foundation

/// One figure of the report.
struct Measurement: Codable {
    let name: String
    let items: Int
    let milliseconds: Double
    /// The time of all processors together: says more when the machine is busy with other things.
    var processorMilliseconds: Double?
    /// What the figure is compared with, and how long that took in the same run.
    var yardstick: String?
    var yardstickMilliseconds: Double?
    var yardstickProcessorMilliseconds: Double?
    /// The bar as it was set, for people.
    var bar: String?
    var isMet: Bool?

    var ratio: Double? { yardstickMilliseconds.map { milliseconds / $0 } }

    var processorRatio: Double? {
        guard let mine = processorMilliseconds, let other = yardstickProcessorMilliseconds else {
            return nil
        }
        return mine / other
    }
}

/// How long something took.
struct Time {
    /// By the clock, in milliseconds.
    var wall: Double
    /// Of all processors together, in milliseconds.
    var processor: Double

    static func + (left: Time, right: Time) -> Time {
        Time(wall: left.wall + right.wall, processor: left.processor + right.processor)
    }
}

/// Runs something a number of times and returns the median of each time.
func median(
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
    var inMilliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
