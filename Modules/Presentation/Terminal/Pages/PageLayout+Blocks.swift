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
        let bar = BlockBar.text(fraction, width: min(30, width))
        var groups = [[TextRun(bar, .accent)], [TextRun(Portion(fraction).percent, .strong)]]
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
        let measured = MeasuredChart(chart)
        let room = width - measured.width - 4
        if chart.kind == .shares, chart.fullAmount > 0 { page.add(shares(measured)) }
        guard room >= 0 else {
            return chart.points.forEach {
                page.add(setter.paragraph("\($0.label): \($0.text)"))
            }
        }
        for (place, point) in measured.points.enumerated() {
            let bar = room >= 6 ? picture(point.part, chart.kind, place, width: min(room, 40)) : nil
            page.add(
                TextLine([
                    TextRun(point.label + "  "), TextRun(point.text, .strong), TextRun("  "),
                    bar ?? TextRun(""),
                ]))
        }
    }

    private static let shades = ["█", "▓", "▒", "░"]
    private static let inks: [CellStyle.Ink] = [.accent, .positive, .caution, .critical]

    /// One bar that is the whole, in parts that differ in shade as well as in colour.
    private func shares(_ chart: MeasuredChart) -> TextLine {
        let width = min(self.width, 40)
        var end = 0.0
        var used = 0
        return TextLine(
            chart.points.enumerated().map { place, point in
                end += point.part
                let stop = Int((end * Double(width)).rounded())
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
        let measured = MeasuredTable(table)
        guard measured.width <= width else {
            for row in measured.rows {
                for (column, (title, cell)) in zip(measured.titles, row).enumerated() {
                    page.add(setter.paragraph("\(title): \(cell)", indent: column == 0 ? 0 : 2))
                }
                page.addGap()
            }
            return
        }
        func line(_ cells: [String], _ style: CellStyle) -> TextLine {
            TextLine(cells.map { TextRun($0 + "  ", style) })
        }
        page.add(line(measured.cells(measured.titles), .strong))
        page.add(line(measured.rule("─"), .border))
        page.add(measured.rows.map { line(measured.cells($0), .plain) })
    }
}
