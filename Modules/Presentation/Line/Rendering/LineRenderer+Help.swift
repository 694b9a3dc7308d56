import TenonCore
import TenonUI

extension LineRenderer {
    /// Everything that can be typed on a screen, with what it does.
    func help(for screen: Screen, canGoBack: Bool) -> [String] {
        let index = ScreenIndex(screen)
        var lines = layout.heading(localizer(UIText.helpTitle), level: 2)
        lines += explain(index.keys, number: "")
        lines += numbers(on: screen)
        var keys: [LineLayout.Key] = []
        if let search = screen.search {
            keys.append(.init(key: "/" + localizer(LineText.legendText), title: search.label))
            keys.append(.init(key: "/", title: localizer(LineText.legendEndSearch)))
        }
        if screen.lists.contains(where: { $0.total > pages.visible(in: $0).count }) {
            keys.append(.init(key: "n", title: localizer(UIText.next)))
            keys.append(.init(key: "p", title: localizer(UIText.previous)))
        }
        let rows = localizer(LineText.legendRows)
        if let selection = screen.selectableLists.first?.selection {
            keys += [
                .init(key: rows, title: localizer(LineText.selectRows)),
                .init(key: "s *", title: localizer(UIText.chooseAll)),
                .init(key: "s", title: localizer(UIText.chooseNone)),
            ]
            for key in index.keys(of: selection.actions) {
                keys.append(.init(key: "\(rows) \(key.letter)", title: key.action.title))
            }
        }
        if !screen.filters.isEmpty {
            keys += [
                .init(key: "f", title: localizer(UIText.filters)),
                .init(
                    key: "f \(localizer(LineText.legendNumber))",
                    title: localizer(LineText.filterToggle)),
            ]
        }
        if !screen.destinations.isEmpty {
            let number = localizer(LineText.legendNumber)
            keys += [
                .init(key: "g", title: localizer(LineText.helpPlaces)),
                .init(key: "g \(number)", title: localizer(LineText.helpPlace)),
            ]
        }
        if canGoBack { keys.append(.init(key: "b", title: localizer(UIText.back))) }
        let place = localizer(
            LineText.legendGo, ["location": screen.location.description])
        keys += [
            .init(key: "go " + localizer(LineText.legendLocation), title: place),
            .init(key: localizer(LineText.returnKey), title: localizer(LineText.legendAgain)),
            .init(key: "u", title: localizer(LineText.helpUndo)),
            .init(key: "q", title: localizer(UIText.quit)),
        ]
        for key in keys { lines += layout.keys([key]) }
        return lines + [""]
            + layout.paragraph(
                localizer(UIText.helpHere, ["location": screen.location.description]))
    }

    /// Actions, each on its own line, with their help.
    func explain(
        _ keys: [ActionKey], number: String, isFirstShort: Bool = true
    ) -> [String] {
        keys.enumerated().flatMap { place, key in
            let line =
                number.isEmpty
                ? self.key(for: key)
                : self.key(for: key, number: number, isFirst: isFirstShort && place == 0)
            return layout.keys([line]) + (key.action.help.isEmpty ? [] : note(key.action.help))
        }
    }

    private func note(_ text: String) -> [String] {
        layout.paragraph(text, indent: 4, mark: .role(.secondaryText))
    }

    /// What numbers do on a screen.
    private func numbers(on screen: Screen) -> [String] {
        let number = localizer(LineText.legendNumber)
        var keys: [LineLayout.Key] = []
        let hasRows =
            screen.facts.contains { !$0.actions.isEmpty || !$0.locations.isEmpty }
            || screen.lists.contains { $0.rows.contains { !$0.actions.isEmpty } }
            || screen.allBlocks.contains {
                guard case .richText(let text) = $0 else { return false }
                return text.paragraphs.joined().contains { $0.location != nil }
            }
        if hasRows {
            keys += [
                .init(key: number, title: localizer(LineText.helpNumber)),
                .init(
                    key: "\(number) \(localizer(LineText.legendLetter))",
                    title: localizer(LineText.helpNumberLetter)),
                .init(key: "\(number) ?", title: localizer(LineText.helpNumberHelp)),
            ]
        }
        if !screen.fields.isEmpty {
            keys += [
                .init(key: number, title: localizer(LineText.helpField)),
                .init(
                    key: "\(number) \(localizer(LineText.legendValue))",
                    title: localizer(LineText.helpFieldValue)),
            ]
        }
        return keys.flatMap { layout.keys([$0]) }
    }
}
