/// One figure of the report.
struct Measurement: Codable {
    let name: String
    let items: Int
    let milliseconds: Double
    /// What the figure is compared with, and how long that took in the same run.
    var yardstick: String?
    var yardstickMilliseconds: Double?
    /// The bar as it was set, for people.
    var bar: String?
    var isMet: Bool?

    var ratio: Double? { yardstickMilliseconds.map { milliseconds / $0 } }
}

/// Runs something a number of times and returns the median.
func median(
    of rounds: Int, _ body: (Int) async throws -> Void
) async throws -> Double {
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in 0..<rounds {
        times.append((try await clock.measure { try await body(round) }).inMilliseconds)
    }
    return times.sorted()[rounds / 2]
}

extension Duration {
    var inMilliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
