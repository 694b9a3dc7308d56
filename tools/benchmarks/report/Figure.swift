import Foundation

/// One figure of a report.
package struct Figure: Codable, Sendable {
    /// What was measured.
    package var name: String
    /// Of how many items, ports, patterns or rows.
    package var items: Int
    /// The best of several runs, by the clock; megabytes where the name begins with "memory", and a
    /// number where it begins with "requests".
    package var milliseconds: Double
    /// The time of all processors together: says more when the machine is busy with other things.
    package var processorMilliseconds: Double?
    /// The yardstick of the figure, and how long that took in the same run.
    package var yardstick: String?
    package var yardstickMilliseconds: Double?
    package var yardstickProcessorMilliseconds: Double?
    /// The bar as it was set, for people.
    package var bar: String?
    package var isMet: Bool?

    package init(
        name: String, items: Int, milliseconds: Double, processorMilliseconds: Double? = nil,
        yardstick: String? = nil, yardstickMilliseconds: Double? = nil,
        yardstickProcessorMilliseconds: Double? = nil, bar: String? = nil, isMet: Bool? = nil
    ) {
        self.name = name
        self.items = items
        self.milliseconds = milliseconds
        self.processorMilliseconds = processorMilliseconds
        self.yardstick = yardstick
        self.yardstickMilliseconds = yardstickMilliseconds
        self.yardstickProcessorMilliseconds = yardstickProcessorMilliseconds
        self.bar = bar
        self.isMet = isMet
    }

    /// A figure beside its yardstick, whose bar is their ratio; without one it is only reported.
    package init(
        name: String, items: Int, _ time: Time, yardstick: String, _ other: Time,
        atMost bar: Double?
    ) {
        self.init(
            name: name, items: items, milliseconds: time.wall,
            processorMilliseconds: time.processor, yardstick: yardstick,
            yardstickMilliseconds: other.wall, yardstickProcessorMilliseconds: other.processor,
            bar: bar.map { String(format: "≤ %g ×", $0) },
            isMet: bar.map { time.wall <= $0 * other.wall })
    }

    var ratio: Double? { yardstickMilliseconds.map { milliseconds / $0 } }

    var processorRatio: Double? {
        guard let mine = processorMilliseconds, let other = yardstickProcessorMilliseconds else {
            return nil
        }
        return mine / other
    }
}
