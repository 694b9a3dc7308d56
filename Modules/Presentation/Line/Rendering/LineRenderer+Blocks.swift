import TenonCore
import TenonUI

extension LineRenderer {
    /// The lines of a block.
    ///
    /// - Parameter depth: How many groups the block is in, which lowers its headings.
    func block(_ block: Block, _ index: ScreenIndex, depth: Int) -> [String] {
        switch block {
        case .text(let block): text(block, depth: depth)
        case .richText(let block): richText(block, index)
        case .facts(let block): facts(block, index, depth: depth)
        case .list(let block): list(block, index, depth: depth)
        case .table(let block): table(block, depth: depth)
        case .chart(let block): chart(block, depth: depth)
        case .qrCode(let block): code(block, depth: depth)
        case .image(let block): image(block)
        case .form(let block): form(block, index, depth: depth)
        case .progress(let block): progress(block)
        case .group(let block): group(block, index, depth: depth)
        }
    }

    /// The heading of a block; nothing when it has no title.
    func blockHeading(_ title: String, depth: Int) -> [String] {
        title.isEmpty ? [] : layout.heading(title, level: 2 + depth)
    }

    private func text(_ block: TextBlock, depth: Int) -> [String] {
        switch block.style {
        case .heading(let level): layout.heading(block.text, level: max(2, level) + depth)
        case .paragraph: message(block.text, tone: block.tone)
        }
    }

    private func group(_ group: GroupBlock, _ index: ScreenIndex, depth: Int) -> [String] {
        let parts =
            [blockHeading(group.title, depth: depth)]
            + group.blocks.map { block($0, index, depth: depth + 1) }
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The words, and a bar when the part is known.
    private func progress(_ block: ProgressBlock) -> [String] {
        guard let fraction = block.fraction else {
            let detail = block.detail.isEmpty ? "" : ": \(block.detail)"
            return layout.paragraph("\(block.label) …\(detail)")
        }
        let part = Portion(fraction)
        let bar = bar(part.value, width: min(30, layout.width - 8), filler: "·")
        let detail = [part.percent, block.detail].filter { !$0.isEmpty }.joined(separator: "  ")
        return layout.paragraph(block.label) + beside(bar, detail)
    }

    /// A bar with text beside it, or below it when there is no room.
    private func beside(_ bar: String, _ text: String) -> [String] {
        let text = HarmlessText.line(text)
        if DisplayWidth.of(bar) + 2 + DisplayWidth.of(text) <= layout.width {
            return [layout.style(bar, .role(.accent)) + "  " + text]
        }
        return [layout.style(bar, .role(.accent))] + layout.paragraph(text)
    }

    private func bar(_ part: Double, width: Int, filler: String = "") -> String {
        let full = Int((part * Double(width)).rounded())
        return String(repeating: "█", count: full)
            + String(repeating: filler, count: width - full)
    }

    /// The sentence, then each number with a bar as far as there is room.
    private func chart(_ chart: ChartBlock, depth: Int) -> [String] {
        var lines = blockHeading(chart.title, depth: depth) + layout.paragraph(chart.summary)
        let measured = MeasuredChart(chart)
        let room = layout.width - measured.width - 4
        guard room >= 0 else {
            return lines + chart.points.flatMap { layout.paragraph("\($0.label): \($0.text)") }
        }
        for point in measured.points {
            let line = point.label + "  " + point.text
            let bar = room >= 6 ? bar(point.part, width: min(room, 40)) : ""
            lines.append(bar.isEmpty ? line : line + "  " + layout.style(bar, .role(.accent)))
        }
        return lines
    }

    /// Columns when they fit, otherwise each row as its own list of labels and values.
    private func table(_ table: TableBlock, depth: Int) -> [String] {
        let heading = blockHeading(table.caption, depth: depth)
        let measured = MeasuredTable(table)
        guard measured.width <= layout.width else {
            return heading + stacked(measured.titles, measured.rows)
        }
        func line(_ row: [String]) -> String {
            measured.cells(row).joined(separator: "  ").trimmedAtEnd
        }
        let rule = measured.rule("-").joined(separator: "  ")
        return heading
            + [layout.style(line(measured.titles), .strong), layout.style(rule, .role(.border))]
            + measured.rows.map(line)
    }

    private func stacked(_ titles: [String], _ rows: [[String]]) -> [String] {
        let lines = rows.map { row in
            zip(titles, row).enumerated().flatMap { column, cell in
                layout.paragraph("\(cell.0): \(cell.1)", indent: column == 0 ? 0 : 2)
            }
        }
        return Array(lines.joined(separator: [""]))
    }
}

extension String {
    /// The text without spaces at its end.
    var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
