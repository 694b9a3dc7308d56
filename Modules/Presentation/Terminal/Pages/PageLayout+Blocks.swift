import TenonCore
import TenonUI

extension PageLayout {
    // MARK: - Progress

    /// The words, and a bar when the part is known.
    func add(_ block: ProgressBlock, to page: inout Page) {
        page.add(setter.paragraph(block.label))
        guard let fraction = block.fraction else {
            page.add(setter.paragraph(block.detail.isEmpty ? "…" : "… \(block.detail)", .secondary))
            return
        }
        let part = fraction.isFinite ? min(1, max(0, fraction)) : 0
        let bar = BlockBar.text(part, width: min(30, width))
        var groups = [
            [TextRun(bar, .accent)], [TextRun("\(Int((part * 100).rounded(.down))) %", .strong)],
        ]
        if !block.detail.isEmpty {
            groups.append([TextRun(HarmlessText.line(block.detail), .secondary)])
        }
        page.add(setter.flow(groups, gap: 2))
    }

    // MARK: - Charts

    /// The sentence, then each number with a bar as far as there is room.
    func add(_ chart: ChartBlock, depth: Int, to page: inout Page) {
        addHeading(chart.title, depth: depth, to: &page)
        page.add(setter.paragraph(chart.summary))
        let (amounts, whole) = (chart.amounts, chart.fullAmount)
        let labels = chart.points.map { HarmlessText.line($0.label) }
        let texts = chart.points.map { HarmlessText.line($0.text) }
        let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
        let textWidth = texts.map { DisplayWidth.of($0) }.max() ?? 0
        let room = width - labelWidth - textWidth - 4
        if chart.kind == .shares, whole > 0 { page.add(shares(amounts, of: whole)) }
        for (place, (label, text)) in zip(labels, texts).enumerated() {
            guard room >= 0 else {
                page.add(setter.paragraph("\(label): \(text)"))
                continue
            }
            let part = whole > 0 ? amounts[place] / whole : 0
            let bar = room >= 6 ? picture(part, chart.kind, place, width: min(room, 40)) : nil
            page.add(
                TextLine([
                    TextRun(TextWrapping.padded(label, to: labelWidth) + "  "),
                    TextRun(TextWrapping.padded(text, to: textWidth, flushRight: true), .strong),
                    TextRun("  "), bar ?? TextRun(""),
                ]))
        }
    }

    private static let shades = ["█", "▓", "▒", "░"]
    private static let inks: [CellStyle.Ink] = [.accent, .positive, .caution, .critical]

    /// One bar that is the whole, in parts that differ in shade as well as in colour.
    private func shares(_ amounts: [Double], of whole: Double) -> TextLine {
        let width = min(self.width, 40)
        var end = 0.0
        var used = 0
        return TextLine(
            amounts.enumerated().map { place, amount in
                end += amount
                let stop = Int((end / whole * Double(width)).rounded())
                defer { used = stop }
                let text = String(repeating: Self.shades[place % 4], count: max(0, stop - used))
                return TextRun(text, CellStyle(ink: Self.inks[place % 4]))
            })
    }

    private func picture(
        _ part: Double, _ kind: ChartBlock.Kind, _ place: Int, width: Int
    ) -> TextRun {
        switch kind {
        case .bars:
            return TextRun(BlockBar.filled(part, width: width), .accent)
        case .line:
            let column = Int((part * Double(width - 1)).rounded())
            return TextRun(String(repeating: "·", count: column) + "●", .accent)
        case .shares:
            let ink = CellStyle(ink: Self.inks[place % 4])
            return TextRun(Self.shades[place % 4] + " \(Int((part * 100).rounded())) %", ink)
        }
    }

    // MARK: - Tables

    /// Columns when they fit, otherwise each row as its own list of labels and values.
    func add(_ table: TableBlock, depth: Int, to page: inout Page) {
        addHeading(table.caption, depth: depth, to: &page)
        let titles = table.columns.map { HarmlessText.line($0.title) }
        let rows = table.rows.map { $0.map { HarmlessText.line($0) } }
        func cell(_ row: [String], _ column: Int) -> String {
            column < row.count ? row[column] : ""
        }
        let widths = titles.indices.map { column in
            ([titles] + rows).map { DisplayWidth.of(cell($0, column)) }.max() ?? 0
        }
        guard widths.reduce(0, +) + 2 * (widths.count - 1) <= width else {
            for row in rows {
                for (column, title) in titles.enumerated() {
                    page.add(
                        setter.paragraph(
                            "\(title): \(cell(row, column))", indent: column == 0 ? 0 : 2))
                }
                page.addGap()
            }
            return
        }
        func line(_ row: [String], _ style: CellStyle) -> TextLine {
            TextLine(
                table.columns.indices.map { column in
                    TextRun(
                        TextWrapping.padded(
                            cell(row, column), to: widths[column],
                            flushRight: table.columns[column].isNumeric) + "  ", style)
                })
        }
        page.add(line(titles, .strong))
        page.add(line(widths.map { String(repeating: "─", count: $0) }, .border))
        page.add(rows.map { line($0, .plain) })
    }
}
