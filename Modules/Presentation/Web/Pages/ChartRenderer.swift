import TenonUI

/// Writes charts: a picture, the sentence that says what it shows, and the numbers in a table.
struct ChartRenderer {
    let localizer: Localizer

    /// The number of colours for the parts of a whole.
    private static let shareColors = 8

    /// A chart.
    func chart(_ chart: ChartBlock, level: Int) -> HTML {
        let id = DOMIdentifier.make("block", chart.id)
        return element(.figure, .class("card chart"), Attribute(.ariaLabelledBy, id)) {
            BlockRenderer.heading(chart.title, level: level, id: id)
            element(.figcaption, Attribute(.dir, "auto")) { chart.summary }
            switch chart.kind {
            case .bars: numbers(chart, withBars: true)
            case .line:
                line(chart)
                numbers(chart, withBars: false)
            case .shares:
                shares(chart)
                numbers(chart, withBars: false)
            }
        }
    }

    /// The numbers, for people who do not see the picture.
    private func numbers(_ chart: ChartBlock, withBars: Bool) -> HTML {
        let (amounts, most) = (chart.amounts, chart.fullAmount)
        return element(.table, .class("chart-numbers")) {
            element(.caption, .class("visually-hidden")) { localizer(WebText.numbers) }
            element(.thead, .class("visually-hidden")) {
                element(.tr) {
                    element(.th, Attribute(.scope, "col")) { localizer(WebText.item) }
                    element(.th, Attribute(.scope, "col")) { localizer(WebText.value) }
                }
            }
            element(.tbody) {
                for (index, point) in chart.points.enumerated() {
                    element(.tr) {
                        element(.th, Attribute(.scope, "row"), Attribute(.dir, "auto")) {
                            if chart.kind == .shares {
                                element(.span, .class("key share-\(index % Self.shareColors)"))
                            }
                            point.label
                        }
                        element(.td) {
                            if withBars { bar(most > 0 ? amounts[index] / most : 0) }
                            element(.span, .class("chart-value"), Attribute(.dir, "auto")) {
                                point.text
                            }
                        }
                    }
                }
            }
        }
    }

    private func bar(_ fraction: Double) -> HTML {
        picture(.class("chart-bar"), box: "0 0 100 10") {
            rectangle(x: 0, width: 100 * fraction, style: "bar-fill")
        }
    }

    private func shares(_ chart: ChartBlock) -> HTML {
        let whole = chart.fullAmount
        var x = 0.0
        let parts = chart.amounts.enumerated().map { index, amount in
            let width = whole > 0 ? 100 * amount / whole : 0
            defer { x += width }
            return rectangle(x: x, width: width, style: "share-\(index % Self.shareColors)")
        }
        return picture(.class("chart-shares"), box: "0 0 100 10") { parts }
    }

    private func line(_ chart: ChartBlock) -> HTML {
        let values = chart.points.map(\.value)
        let (low, high) = (min(0, values.min() ?? 0), values.max() ?? 0)
        let height = high > low ? high - low : 1
        let step = values.count > 1 ? 100 / Double(values.count - 1) : 0
        let points = values.enumerated().map { index, value in
            "\(rounded(Double(index) * step)),\(rounded(38 - 36 * (value - low) / height))"
        }
        return picture(.class("chart-line"), box: "0 0 100 40") {
            element(.polyline, Attribute(.points, points.joined(separator: " ")))
        }
    }

    private func picture(
        _ style: Attribute, box: String, @HTMLBuilder content: () -> HTML
    ) -> HTML {
        element(
            .svg, style, Attribute(.viewBox, box), Attribute(.preserveAspectRatio, "none"),
            Attribute(.ariaHidden, "true"), Attribute(.focusable, "false")
        ) { content() }
    }

    private func rectangle(x: Double, width: Double, style: String) -> HTML {
        element(
            .rect, Attribute(.x, rounded(x)), Attribute(.y, "0"),
            Attribute(.width, rounded(width)), Attribute(.height, "10"), .class(style))
    }

    /// A length with two decimals at most.
    private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
