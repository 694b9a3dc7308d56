import TenonCore
import TenonUI

extension PageLayout {
    /// Where values begin so that they are below each other; `nil` when labels are too long.
    func column(for labels: [String]) -> Int? {
        let widths = labels.map { DisplayWidth.of(HarmlessText.line($0)) }
        guard let widest = widths.max(), widest <= width * 2 / 5 else { return nil }
        return widest + 2
    }

    /// Adds facts with their values in a column.
    func add(_ block: FactsBlock, depth: Int, to page: inout Page) {
        addHeading(block.title, depth: depth, to: &page)
        let column = column(for: block.facts.map(\.label))
        for (place, fact) in block.facts.enumerated() {
            let id = FocusID.fact(block: block.id, id: fact.id)
            let isFocused = isFocused(id)
            let first = page.lines.count
            let label = HarmlessText.line(fact.label)
            let labelStyle = isFocused ? CellStyle.strong : .secondary
            let value = value(of: fact, width: width - (column ?? 2)) {
                .link(block: block.id, part: place, span: $0)
            }
            if let column {
                for (number, runs) in value.lines.enumerated() {
                    let head = TextWrapping.padded(number == 0 ? label : "", to: column)
                    page.add(TextLine([TextRun(head, labelStyle)] + runs))
                }
            } else {
                page.add(setter.paragraph(label, labelStyle))
                page.add(value.lines.map { TextLine($0).indented(by: 2) })
            }
            if !fact.actions.isEmpty {
                if isFocused { select(first..<page.lines.count, in: &page) }
                page.items.append(
                    PageItem(
                        id: id, lines: first..<page.lines.count,
                        cursor: CellPoint(column: 0, row: first), actions: fact.actions,
                        target: fact.id))
            }
            let start = CellPoint(
                column: column ?? 2, row: page.lines.count - value.lines.count)
            add(value.links, from: start, to: &page)
        }
    }

    /// Shows that lines have the focus.
    func select(_ lines: Range<Int>, in page: inout Page) {
        for index in lines {
            page.lines[index].paper = .selection
            for run in page.lines[index].runs.indices {
                page.lines[index].runs[run].style.paper = .selection
            }
        }
    }

    private func value(
        of fact: Fact, width: Int, link: (Int) -> FocusID
    ) -> LinkedText {
        if let spans = fact.spans {
            return LinkedText(spans, width: max(4, width), focus: focus, id: link)
        }
        return LinkedText(lines(of: fact, width: width))
    }

    private func lines(of fact: Fact, width: Int) -> [[TextRun]] {
        let setter = TextSetter(width: max(4, width))
        func lines(_ text: String, _ style: CellStyle = .plain) -> [[TextRun]] {
            setter.paragraph(text, style).map(\.runs)
        }
        switch fact.value {
        case .text(let text):
            return lines(text)
        case .concealed:
            return lines("••••••••", .secondary)
        case .revealed(let text):
            return lines(text, .strong)
        case .link(let text, let address):
            let label = lines(text, CellStyle(ink: .accent, marks: .underline))
            return text == address ? label : label + lines(address, .secondary)
        case .code(let text, let secondsLeft, let period):
            let time = localizer(UIText.secondsLeft, count: secondsLeft)
            let part = period > 0 ? Double(secondsLeft) / Double(period) : 0
            let style = secondsLeft <= 5 ? CellStyle.tone(.caution) : .accent
            let bar = BlockBar.text(part, width: 10)
            let code = [TextRun(HarmlessText.line(text), .strong)]
            return setter.flow([code, [TextRun(bar, style), TextRun(" " + time, .secondary)]])
                .map(\.runs)
        case .moment(let moment):
            let exact = HarmlessText.line(moment.exact)
            guard !exact.hasPrefix(moment.text) else { return lines(exact) }
            let words = TextRun(HarmlessText.line(moment.text))
            return setter.flow([[words], [TextRun(exact, .secondary)]]).map(\.runs)
        case .spans(let spans):
            return lines(spans.text)
        case .person(let person, _):
            return lines(person.text)
        }
    }
}
