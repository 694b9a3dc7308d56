import TenonCore

/// The numbers of a chart, measured for front ends that write each in a line with a bar.
package struct MeasuredChart {
    /// One number, with spaces so that it stands below the others.
    package struct Point {
        /// What it belongs to.
        package let label: String
        /// The number in words.
        package let text: String
        /// The part of a bar of full length, from 0 to 1.
        package let part: Double
    }

    /// The numbers, in order.
    package let points: [Point]
    /// The columns of the screen that a label and a number take.
    package let width: Int

    /// Measures a chart.
    package init(_ chart: ChartBlock) {
        let labels = chart.points.map { HarmlessText.line($0.label) }
        let texts = chart.points.map { HarmlessText.line($0.text) }
        let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
        let textWidth = texts.map { DisplayWidth.of($0) }.max() ?? 0
        let whole = chart.fullAmount
        points = chart.amounts.enumerated().map { place, amount in
            Point(
                label: TextWrapping.padded(labels[place], to: labelWidth),
                text: TextWrapping.padded(texts[place], to: textWidth, flushRight: true),
                part: whole > 0 ? amount / whole : 0)
        }
        width = labelWidth + textWidth
    }
}
