import TenonCore
import TenonUI

extension PageLayout {
    /// Adds a filter: its title and its options side by side, as far as they fit.
    func add(_ filter: Filter, to page: inout Page) {
        let title = HarmlessText.line(filter.title)
        let indent = min(DisplayWidth.of(title) + 2, width / 3)
        let head = TextWrapping.padded(TextWrapping.shortened(title, to: indent - 1), to: indent)
        var line = TextLine(head, .secondary)
        var used = indent
        var waiting: [(FocusID, Range<Int>)] = []
        func close(_ page: inout Page) {
            let row = page.lines.count
            page.add(line)
            for (id, columns) in waiting {
                page.items.append(
                    PageItem(
                        id: id, lines: row..<row + 1,
                        cursor: CellPoint(column: columns.lowerBound, row: row), columns: columns))
            }
            (line, used, waiting) = (TextLine.empty.indented(by: indent), indent, [])
        }
        for option in filter.options {
            let id = FocusID.option(filter: filter.id, id: option.id)
            let text = self.text(of: option, isChosen: filter.chosen.contains(option.id))
            let size = DisplayWidth.of(text)
            if used > indent, used + 2 + size > width { close(&page) }
            if used > indent {
                line.runs.append(TextRun("  "))
                used += 2
            }
            let style = isFocused(id) ? CellStyle.strong.on(.selection) : .plain
            line.runs.append(TextRun(text, style))
            waiting.append((id, used..<used + size))
            used += size
        }
        close(&page)
    }

    private func text(of option: Filter.Option, isChosen: Bool) -> String {
        let mark = isChosen ? "[x]" : "[ ]"
        let count = option.count.map { " \(localizer.number($0))" } ?? ""
        return "\(mark) \(HarmlessText.line(option.title))\(count)"
    }
}
