import TenonCore
import TenonUI

extension PageLayout {
    /// The parts of a row, harmless and measured.
    private struct Parts {
        let title: String
        let subtitle: String
        let badge: String
        let value: String
        let tone: Tone
        let widths: [Int]

        init(_ row: Row) {
            title = HarmlessText.line(row.title)
            subtitle = HarmlessText.line(row.details)
            value = HarmlessText.line(row.ending)
            badge = HarmlessText.line(row.badge?.signedText ?? "")
            tone = row.badge?.tone ?? .neutral
            widths = [title, subtitle, badge, value].map { DisplayWidth.of($0) }
        }
    }

    /// Adds the rows that are present, in columns where they fit, otherwise on several lines.
    func add(_ list: ListBlock, depth: Int, to page: inout Page) {
        addHeading(heading(of: list), depth: depth, to: &page)
        let parts = list.rows.map(Parts.init)
        let columns = self.columns(parts)
        let chosen = Set(list.selection?.chosen ?? [])
        for (place, (row, part)) in zip(list.rows, parts).enumerated() {
            let id = FocusID.row(list: list.id, id: row.id)
            let first = page.lines.count
            page.add(lines(part, columns))
            if isFocused(id) { select(first..<page.lines.count, in: &page) }
            guard
                !row.actions.isEmpty || list.canChoose(row) || list.total > list.rows.count
            else { continue }
            page.items.append(
                PageItem(
                    id: id, lines: first..<page.lines.count,
                    cursor: CellPoint(column: 0, row: first), actions: row.actions, target: row.id,
                    index: list.offset + place, isChosen: chosen.contains(row.id)))
        }
    }

    /// The title, and how many rows there are when not all are present.
    private func heading(of list: ListBlock) -> String {
        guard list.rows.count < list.total, !list.title.isEmpty else { return list.title }
        return "\(list.title) – \(localizer(TerminalText.rows, count: list.total))"
    }

    /// The widths of the columns for title, subtitle, badge and value; a title that is much longer
    /// than others does not make all of them wide.
    private func columns(_ parts: [Parts]) -> [Int] {
        let caps = [width / 2, width * 2 / 5, width / 4, width / 4]
        var columns = (0..<4).map { column in
            parts.map { $0.widths[column] }.filter { $0 <= caps[column] }.max() ?? 0
        }
        // On a wide terminal the columns stand apart, but not so far that the eye loses the row.
        if columns[1] > 0 { columns[0] = min(max(columns[0], 24), max(columns[0], width / 3)) }
        return columns
    }

    private func lines(_ row: Parts, _ columns: [Int]) -> [TextLine] {
        let texts = [row.title, row.subtitle, row.badge, row.value]
        let styles: [CellStyle] = [.plain, .secondary, .tone(row.tone), .secondary]
        let used = columns.indices.filter { columns[$0] > 0 }
        let total = used.map { columns[$0] }.reduce(0, +) + 2 * max(0, used.count - 1)
        let fits = total <= width && columns.indices.allSatisfy { row.widths[$0] <= columns[$0] }
        if fits {
            let runs = used.enumerated().map { number, column in
                TextRun(
                    TextWrapping.padded(
                        texts[column], to: columns[column], flushRight: column == 3)
                        + (number == used.count - 1 ? "" : "  "), styles[column])
            }
            return [TextLine(runs)]
        }
        let parts = (0..<4).filter { row.widths[$0] > 0 }
        let needed = parts.map { row.widths[$0] }.reduce(0, +) + 2 * max(0, parts.count - 1)
        if needed <= width {
            // Still on one line, aligned with the other rows as far as there is room.
            var room = width - needed
            let runs = parts.map { column in
                let space = min(room, max(0, columns[column] - row.widths[column]))
                room -= space
                let text = texts[column] + String(repeating: " ", count: space)
                return TextRun(text + (column == parts.last ? "" : "  "), styles[column])
            }
            return [TextLine(runs)]
        }
        var lines = setter.paragraph(row.title)
        let rest = (1..<4).filter { row.widths[$0] > 0 }.map { column in
            [TextRun(texts[column], styles[column])]
        }
        lines += TextSetter(width: max(4, width - 2)).flow(rest).map { $0.indented(by: 2) }
        return lines
    }
}
