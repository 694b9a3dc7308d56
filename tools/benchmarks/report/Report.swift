import Foundation

/// The figures as text.
package enum Report {
    /// The figures for machines.
    package static func json(_ results: [Figure]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(results), as: UTF8.self)
    }

    /// The figures for people.
    package static func table(_ results: [Figure]) -> String {
        let head = ["what", "items", "figure", "ratio", "cpu", "ratio", "yardstick", "bar", ""]
        let rows = results.map { result in
            [
                result.name, "\(result.items)", figure(result),
                result.ratio.map { String(format: "%.2f", $0) } ?? "",
                result.processorMilliseconds.map(duration) ?? "",
                result.processorRatio.map { String(format: "%.2f", $0) } ?? "",
                result.yardstick.map {
                    "\($0): \(duration(result.yardstickMilliseconds ?? 0))"
                } ?? "",
                result.bar ?? "", result.isMet.map { $0 ? "met" : "NOT MET" } ?? "",
            ]
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        return ([head] + rows).map { row in
            zip(row, widths).map { text, width in
                text.padding(toLength: width, withPad: " ", startingAt: 0)
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func figure(_ result: Figure) -> String {
        result.name.hasPrefix("memory")
            ? String(format: "%.1f MB", result.milliseconds) : duration(result.milliseconds)
    }

    private static func duration(_ milliseconds: Double) -> String {
        switch milliseconds {
        case ..<0.001: String(format: "%.1f ns", milliseconds * 1_000_000)
        case ..<0.1: String(format: "%.2f µs", milliseconds * 1000)
        default: String(format: "%.3f ms", milliseconds)
        }
    }
}
