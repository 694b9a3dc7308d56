import TenonCore
import TenonUI

extension LineRenderer {
    /// The filters of a screen with their options, numbered through, and what is chosen.
    func filters(of screen: Screen) -> [String] {
        var number = 0
        return screen.filters.flatMap { filter in
            let keys = filter.options.map { option in
                number += 1
                let mark = filter.chosen.contains(option.id) ? "[x] " : ""
                let count = option.count.map { " (\(localizer.number($0)))" } ?? ""
                return LineLayout.Key(key: "f \(number)", title: mark + option.title + count)
            }
            return layout.paragraph("\(filter.title):") + layout.keys(keys, indent: 2)
        }
    }

    /// How many rows of a list are chosen, and what can be typed for them.
    func selection(of list: ListBlock, _ index: ScreenIndex) -> [String] {
        guard let selection = list.selection else { return [] }
        let rows = localizer(LineText.legendRows)
        let keys = index.keys(of: selection.actions)
        guard !selection.chosen.isEmpty else {
            return layout.keys([
                .init(key: rows, title: localizer(LineText.selectRows)),
                .init(key: "\(rows) ?", title: localizer(LineText.selectedHelp)),
            ])
        }
        let count = localizer(UIText.chosen, count: selection.chosen.count)
        return layout.paragraph(count, mark: .strong)
            + layout.keys(
                keys.map { self.key(for: $0, number: "s", isFirst: false) }
                    + [.init(key: "s", title: localizer(UIText.chooseNone))])
    }
}
