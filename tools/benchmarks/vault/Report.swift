import Foundation

/// The figures as text.
enum Report {
    static func json(_ results: [Measurement]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(results), as: UTF8.self)
    }

    static func table(_ results: [Measurement]) -> String {
        let head = ["what", "items", "figure", "ratio", "cpu", "ratio", "yardstick", "bar", ""]
        let rows = results.map { result in
            [
                result.name, "\(result.items)", figure(result),
                result.ratio.map { String(format: "%.2f", $0) } ?? "",
                result.processorMilliseconds.map { String(format: "%.3f ms", $0) } ?? "",
                result.processorRatio.map { String(format: "%.2f", $0) } ?? "",
                result.yardstick.map {
                    "\($0): \(String(format: "%.3f ms", result.yardstickMilliseconds ?? 0))"
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

    private static func figure(_ result: Measurement) -> String {
        String(format: result.name.hasPrefix("memory") ? "%.1f MB" : "%.3f ms", result.milliseconds)
    }
}
