import Foundation

/// How long something took.
package struct Time: Sendable {
    /// Whose time of processors counts.
    package enum Processes: Sendable {
        /// This process.
        case own
        /// Those that it started and waited for.
        case children

        fileprivate var number: CInt {
            switch self {
            case .own: CInt(RUSAGE_SELF.rawValue)
            case .children: CInt(RUSAGE_CHILDREN.rawValue)
            }
        }
    }

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

    /// How long something takes once.
    package static func of(
        _ processes: Processes = .own, _ body: () async throws -> Void
    ) async rethrows -> Time {
        let before = processorTime(of: processes)
        let wall = try await ContinuousClock().measure(body)
        return Time(
            wall: wall.inMilliseconds, processor: processorTime(of: processes) - before)
    }

    /// The best of each: what else the machine does only ever adds to it.
    package static func best(_ times: [Time]) -> Time {
        Time(
            wall: times.map(\.wall).min() ?? 0, processor: times.map(\.processor).min() ?? 0)
    }

    /// The time that processes have used of all processors, in milliseconds.
    private static func processorTime(of processes: Processes) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(processes.number), &usage)
        return usage.processorMilliseconds
    }
}

extension rusage {
    /// The time of all processors together.
    package var processorMilliseconds: Double {
        func milliseconds(_ time: timeval) -> Double {
            Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
        }
        return milliseconds(ru_utime) + milliseconds(ru_stime)
    }
}

/// The best time of something in a number of runs.
///
/// - Parameter body: Gets the number of the run.
package func best(
    of runs: Int, _ processes: Time.Processes = .own, _ body: (Int) async throws -> Void
) async throws -> Time {
    var times: [Time] = []
    for run in 0..<runs { times.append(try await Time.of(processes) { try await body(run) }) }
    return Time.best(times)
}

/// The best times of something and of its yardstick, which take turns: what else the machine does
/// meets both.
package func best(
    of runs: Int, _ processes: Time.Processes = .own, _ body: (Int) async throws -> Void,
    beside yardstick: (Int) async throws -> Void
) async throws -> (time: Time, yardstick: Time) {
    var (times, others): ([Time], [Time]) = ([], [])
    for run in 0..<runs {
        times.append(try await Time.of(processes) { try await body(run) })
        others.append(try await Time.of(processes) { try await yardstick(run) })
    }
    return (Time.best(times), Time.best(others))
}

extension Duration {
    package var inMilliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
