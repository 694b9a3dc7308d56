import Foundation

/// The figures as text, with the machine that they were measured on.
package enum Report {
    private struct Document: Encodable {
        let machine: Machine
        let figures: [Figure]
    }

    private static let head = [
        "what", "items", "figure", "ratio", "cpu", "ratio", "yardstick", "bar", "",
    ]

    /// The figures in the form that the arguments of a benchmark ask for.
    package static func text(_ results: [Figure], for arguments: [String]) throws -> String {
        if arguments.contains("--json") { return try json(results) }
        return arguments.contains("--markdown") ? markdown(results) : table(results)
    }

    /// The figures for machines.
    private static func json(_ results: [Figure]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(machine: .current, figures: results)
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    /// The figures for a page, such as the README of the benchmarks.
    private static func markdown(_ results: [Figure]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows(results)
        return "\(Machine.current.text)\n\n"
            + lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    /// The figures for people.
    private static func table(_ results: [Figure]) -> String {
        let lines = [head] + rows(results)
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let text = lines.map { line in
            zip(line, widths).map { text, width in
                text.padding(toLength: width, withPad: " ", startingAt: 0)
            }.joined(separator: "  ")
        }
        return "\(Machine.current.text); the best of several runs\n"
            + text.joined(separator: "\n")
    }

    private static func rows(_ results: [Figure]) -> [[String]] {
        results.map { result in
            [
                result.name, "\(result.items)", amount(result.milliseconds, of: result),
                result.ratio.map { String(format: "%.2f", $0) } ?? "",
                result.processorMilliseconds.map(duration) ?? "",
                result.processorRatio.map { String(format: "%.2f", $0) } ?? "",
                result.yardstick.map {
                    "\($0): \(amount(result.yardstickMilliseconds ?? 0, of: result))"
                } ?? "",
                result.bar ?? "", result.isMet.map { $0 ? "met" : "NOT MET" } ?? "",
            ]
        }
    }

    private static func amount(_ number: Double, of result: Figure) -> String {
        if result.name.hasPrefix("memory") { return String(format: "%.1f MB", number) }
        return result.name.hasPrefix("requests")
            ? String(format: "%.0f", number) : duration(number)
    }

    private static func duration(_ milliseconds: Double) -> String {
        switch milliseconds {
        case ..<0.001: String(format: "%.1f ns", milliseconds * 1_000_000)
        case ..<0.1: String(format: "%.2f µs", milliseconds * 1000)
        default: String(format: "%.3f ms", milliseconds)
        }
    }
}
