import Foundation

/// What the figures were measured on.
package struct Machine: Codable, Sendable {
    /// The processor, as the kernel names it.
    package let processor: String
    /// How many of it this process may use.
    package let processorCount: Int
    /// The operating system.
    package let system: String

    /// The machine that this process runs on.
    package static var current: Machine {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        func value(_ name: String) -> String? {
            let line = information.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(separator: ":", maxSplits: 1).last.map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let model = value("model name") ?? "unknown processor"
        // Cloud machines call many processors by one name; family and model tell them apart.
        let numbers = ["cpu family", "model\t", "stepping"].compactMap(value)
        return Machine(
            processor: numbers.isEmpty
                ? model : "\(model) (family, model, stepping \(numbers.joined(separator: ", ")))",
            processorCount: ProcessInfo.processInfo.activeProcessorCount,
            system: ProcessInfo.processInfo.operatingSystemVersionString)
    }

    /// One line about it.
    package var text: String { "\(processorCount) × \(processor), \(system)" }
}
