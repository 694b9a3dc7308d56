import TenonCore
import TenonUI

extension LineRenderer {
    /// Facts with their values in a column, and beside each what can be done with it.
    func facts(_ block: FactsBlock, _ index: ScreenIndex, depth: Int) -> [String] {
        var lines = blockHeading(block.title, depth: depth)
        let column = column(for: block.facts.map(\.label))
        for fact in block.facts {
            let keys = index.keys(of: fact.actions)
            let number = index.number(of: fact, in: block).map { "\($0)" } ?? ""
            lines += labelled(
                fact.label, value(of: fact, in: block, index), column: column,
                keys: keys.enumerated().map { place, key in
                    self.key(for: key, number: number, isFirst: place == 0)
                })
        }
        return lines
    }

    /// Where values begin so that they are below each other; `nil` when labels are too long.
    func column(for labels: [String], indent: Int = 0) -> Int? {
        let width = labels.map { DisplayWidth.of(HarmlessText.line($0)) }.max() ?? 0
        return width <= layout.width * 2 / 5 ? indent + width + 2 : nil
    }

    /// A label with its value, and things that can be typed where there is room for them.
    func labelled(
        _ label: String, _ value: String, column: Int?, indent: String = "",
        keys: [LineLayout.Key] = []
    ) -> [String] {
        let label = indent + HarmlessText.line(label)
        var lines: [String]
        let start: Int
        if let column {
            start = column
            lines = layout.paragraph(value, indent: column)
            let head = layout.style(
                TextWrapping.padded(label, to: column), .role(.secondaryText))
            lines[0] = head + lines[0].dropFirst(column)
        } else {
            start = DisplayWidth.of(indent) + 2
            lines =
                layout.paragraph(label + ":", mark: .role(.secondaryText))
                + layout.paragraph(value, indent: start)
        }
        guard !keys.isEmpty else { return lines }
        // The last line is measured as plain text: only the label may be coloured.
        let used =
            start
            + DisplayWidth.of(
                TextWrapping.lines(of: HarmlessText.lines(value), width: layout.width - start)
                    .last ?? "")
        let beside = layout.keys(keys, indent: 3)
        let width = 3 + keys.map { DisplayWidth.of(HarmlessText.line($0.text)) + 3 }.reduce(-3, +)
        if beside.count == 1, used + width <= layout.width {
            lines[lines.count - 1] += beside[0]
            return lines
        }
        return lines + layout.keys(keys, indent: start)
    }

    private func value(of fact: Fact, in block: FactsBlock, _ index: ScreenIndex) -> String {
        if let spans = fact.spans {
            return texts(of: spans) { index.number(inFact: fact.id, of: block.id, $0) }.joined()
        }
        return switch fact.value {
        case .text(let text): text
        case .concealed: "•••••••• (\(localizer(UIText.concealed)))"
        case .revealed(let text): text
        case .link(let text, let address): text == address ? text : "\(text) <\(address)>"
        case .code(let text, let secondsLeft, _):
            "\(text) (\(localizer(UIText.secondsLeft, count: secondsLeft)))"
        case .moment(let moment):
            moment.exact.hasPrefix(moment.text) ? moment.exact : moment.fullText
        case .spans(let spans): spans.text
        case .person(let person, _): person.text
        }
    }
}
