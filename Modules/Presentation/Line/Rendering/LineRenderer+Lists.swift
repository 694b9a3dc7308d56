import TenonCore
import TenonUI

extension LineRenderer {
    /// The parts of a row as they are printed.
    private struct Parts {
        let title: String
        let subtitle: String
        let badge: String
        let value: String
        let tone: Tone
    }

    /// The visible rows, numbered, and what can be typed for them.
    func list(_ list: ListBlock, _ index: ScreenIndex, depth: Int) -> [String] {
        let visible = pages.visible(in: list)
        let rows = list.rows[visible.lowerBound - list.offset..<visible.upperBound - list.offset]
        let first = index.firstNumber(of: list)
        let numbers = visible.map { place in first.map { "\($0 + place)." } ?? "-" }
        var lines = blockHeading(list.title, depth: depth)
        lines += self.rows(rows.map { parts(of: $0, in: list) }, numbers)
        let legend = legend(Array(rows), visible, index, first: first)
        if !legend.isEmpty { lines += [""] + layout.keys(legend) }
        lines += selection(of: list, index)
        return lines + paging(list, visible)
    }

    private func parts(of row: Row, in list: ListBlock) -> Parts {
        let isSelecting = list.selection?.chosen.isEmpty == false
        let mark = isSelecting ? (list.isChosen(row) ? "[x] " : "[ ] ") : ""
        let badge = row.badge.map { "(\($0.signedText))" } ?? ""
        return Parts(
            title: mark + HarmlessText.line(row.title), subtitle: HarmlessText.line(row.details),
            badge: HarmlessText.line(badge), value: HarmlessText.line(row.ending),
            tone: row.badge?.tone ?? .neutral)
    }

    /// One line for each row, in columns, when all fit; otherwise one below the other.
    private func rows(_ rows: [Parts], _ numbers: [String]) -> [String] {
        let margin = (numbers.map { DisplayWidth.of($0) }.max() ?? 0) + 1
        let columns: [KeyPath<Parts, String>] = [\.title, \.subtitle, \.badge, \.value]
        let marks: [(Parts) -> TextStyle.Mark?] = [
            { _ in nil }, { _ in .role(.secondaryText) }, { .tone($0.tone) }, { _ in nil },
        ]
        let widths = columns.map { column in
            rows.map { DisplayWidth.of($0[keyPath: column]) }.max() ?? 0
        }
        let used = widths.filter { $0 > 0 }
        let fits = margin + used.reduce(0, +) + 2 * max(0, used.count - 1) <= layout.width
        return zip(rows, numbers).flatMap { row, number in
            let head = TextWrapping.padded(number, to: margin - 1, flushRight: true) + " "
            guard fits else { return stacked(row, head) }
            let cells = columns.indices.filter { widths[$0] > 0 }.map { column -> String in
                let cell = row[keyPath: columns[column]]
                let text = layout.marked(cell, marks[column](row))
                let room = String(
                    repeating: " ", count: widths[column] - DisplayWidth.of(cell))
                return columns[column] == \.value ? room + text : text + room
            }
            return [(head + cells.joined(separator: "  ")).trimmedAtEnd]
        }
    }

    private func stacked(_ row: Parts, _ head: String) -> [String] {
        let indent = DisplayWidth.of(head)
        var lines = layout.paragraph(row.title, after: head)
        if !row.subtitle.isEmpty {
            lines += layout.paragraph(row.subtitle, indent: indent, mark: .role(.secondaryText))
        }
        let room = layout.width - indent - 2
        if !row.badge.isEmpty, !row.value.isEmpty,
            DisplayWidth.of(row.badge) + DisplayWidth.of(row.value) <= room
        {
            let badge = layout.style(row.badge, .tone(row.tone))
            return lines + [String(repeating: " ", count: indent) + badge + "  " + row.value]
        }
        for (text, mark) in [(row.badge, TextStyle.Mark.tone(row.tone)), (row.value, .role(.text))]
        where !text.isEmpty {
            lines += layout.paragraph(text, indent: indent, mark: mark)
        }
        return lines
    }

    /// What can be done with the rows: each action once, with the numbers of the rows that have it.
    private func legend(
        _ rows: [Row], _ visible: Range<Int>, _ index: ScreenIndex, first: Int?
    ) -> [LineLayout.Key] {
        guard let first else { return [] }
        var entries: [(key: ActionKey, isFirst: Bool, numbers: [ClosedRange<Int>])] = []
        for (row, place) in zip(rows, visible) {
            let number = first + place
            for (order, key) in index.keys(of: row.actions).enumerated() {
                let isFirst = order == 0
                let known = entries.firstIndex {
                    $0.isFirst == isFirst && Self.areAlike($0.key, key)
                }
                guard let known else {
                    entries.append((key, isFirst, [number...number]))
                    continue
                }
                if let last = entries[known].numbers.last, last.upperBound == number - 1 {
                    entries[known].numbers.removeLast()
                    entries[known].numbers.append(last.lowerBound...number)
                } else {
                    entries[known].numbers.append(number...number)
                }
            }
        }
        return entries.map { key, isFirst, numbers in
            self.key(for: key, number: Self.text(of: numbers), isFirst: isFirst)
        }
    }

    /// Whether the legend says the same of two actions.
    private static func areAlike(_ left: ActionKey, _ right: ActionKey) -> Bool {
        left.letter == right.letter && left.action.title == right.action.title
            && left.action.availability == right.action.availability
    }

    /// `1–3, 5`; a long list ends with an ellipsis.
    private static func text(of numbers: [ClosedRange<Int>]) -> String {
        let parts = numbers.prefix(3).map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        }
        return (parts + (numbers.count > 3 ? ["…"] : [])).joined(separator: ", ")
    }

    /// The position in a long list, and the keys for the other pages.
    private func paging(_ list: ListBlock, _ visible: Range<Int>) -> [String] {
        guard visible.count < list.total else { return [] }
        let text = localizer(
            UIText.window,
            [
                "first": localizer.number(visible.lowerBound + (visible.isEmpty ? 0 : 1)),
                "last": localizer.number(visible.upperBound),
                "total": localizer.number(list.total),
            ])
        var keys: [LineLayout.Key] = []
        if pages.next(of: list, forward: true) != nil {
            keys.append(LineLayout.Key(key: "n", title: localizer(UIText.next)))
        }
        if pages.next(of: list, forward: false) != nil {
            keys.append(LineLayout.Key(key: "p", title: localizer(UIText.previous)))
        }
        let width = keys.map { DisplayWidth.of($0.text) + 3 }.reduce(0, +)
        guard DisplayWidth.of(text) + width <= layout.width else {
            return layout.paragraph(text) + layout.keys(keys)
        }
        return [text + layout.keys(keys, indent: 3).joined()]
    }
}
