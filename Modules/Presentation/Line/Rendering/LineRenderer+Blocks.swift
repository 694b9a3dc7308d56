import TenonCore
import TenonUI

extension LineRenderer {
    /// The lines of a block.
    ///
    /// - Parameter depth: How many groups the block is in, which lowers its headings.
    func block(_ block: Block, _ index: ScreenIndex, depth: Int) -> [String] {
        switch block {
        case .text(let block): text(block, depth: depth)
        case .facts(let block): facts(block, index, depth: depth)
        case .list(let block): list(block, index, depth: depth)
        case .table(let block): table(block, depth: depth)
        case .chart(let block): chart(block, depth: depth)
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
        let part = fraction.isFinite ? min(1, max(0, fraction)) : 0
        let percent = "\(Int((part * 100).rounded(.down))) %"
        let bar = bar(part, width: min(30, layout.width - 8), filler: "·")
        let detail = [percent, block.detail].filter { !$0.isEmpty }.joined(separator: "  ")
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
        let (amounts, whole) = (chart.amounts, chart.fullAmount)
        let labels = chart.points.map { HarmlessText.line($0.label) }
        let texts = chart.points.map { HarmlessText.line($0.text) }
        let labelWidth = labels.map { DisplayWidth.of($0) }.max() ?? 0
        let textWidth = texts.map { DisplayWidth.of($0) }.max() ?? 0
        let room = layout.width - labelWidth - textWidth - 4
        for (place, (label, text)) in zip(labels, texts).enumerated() {
            guard room >= 0 else {
                lines += layout.paragraph("\(label): \(text)")
                continue
            }
            let line =
                TextWrapping.padded(label, to: labelWidth) + "  "
                + TextWrapping.padded(text, to: textWidth, flushRight: true)
            let part = whole > 0 ? amounts[place] / whole : 0
            let bar = room >= 6 ? bar(part, width: min(room, 40)) : ""
            lines.append(bar.isEmpty ? line : line + "  " + layout.style(bar, .role(.accent)))
        }
        return lines
    }

    /// Columns when they fit, otherwise each row as its own list of labels and values.
    private func table(_ table: TableBlock, depth: Int) -> [String] {
        let heading = blockHeading(table.caption, depth: depth)
        let titles = table.columns.map { HarmlessText.line($0.title) }
        let rows = table.rows.map { $0.map { HarmlessText.line($0) } }
        let widths = titles.indices.map { column in
            ([titles[column]] + rows.map { column < $0.count ? $0[column] : "" })
                .map { DisplayWidth.of($0) }.max() ?? 0
        }
        guard widths.reduce(0, +) + 2 * (widths.count - 1) <= layout.width else {
            return heading + stacked(titles, rows)
        }
        func line(_ cells: [String]) -> String {
            table.columns.indices.map { column in
                TextWrapping.padded(
                    column < cells.count ? cells[column] : "", to: widths[column],
                    flushRight: table.columns[column].isNumeric)
            }.joined(separator: "  ").trimmedAtEnd
        }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        return heading + [layout.style(line(titles), .strong), layout.style(rule, .role(.border))]
            + rows.map(line)
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
