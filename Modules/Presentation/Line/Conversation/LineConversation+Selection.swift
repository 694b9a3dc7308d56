import TenonCore
import TenonUI

extension LineConversation {
    /// How many rows are asked for at once, to find out which they are.
    private static let windowSize = 500

    /// Chooses rows by `s`: none, all that are present, those with numbers, or does something with those
    /// that are chosen.
    func select(_ text: String, _ line: String, on screen: Screen) async throws(Interruption) {
        guard let list = screen.selectableLists.first else {
            return try await perform(word: line.trimmed, on: screen)
        }
        if text.isEmpty {
            try await send(.select(list.id, .only([])))
        } else if text == "*" {
            try await send(.select(list.id, .choose(list.choosable)))
        } else if let numbers = RowNumbers(text) {
            try await select(numbers, "", on: screen)
        } else if let action = selected(text, on: screen, byLetter: true) {
            try await act(action.id)
        } else {
            try await complain(localizer(LineText.unknown))
        }
    }

    /// Chooses the rows with some numbers as well; with something to do, they alone are chosen, and it is
    /// done.
    func select(
        _ numbers: RowNumbers, _ rest: String, on screen: Screen
    ) async throws(Interruption) {
        let wanted = numbers.numbers
        let index = ScreenIndex(screen)
        guard let list = wanted.first.flatMap(index.list(of:)),
            let selection = list.selection
        else { return try await complain(localizer(LineText.noSelection)) }
        if rest == "?" {
            let keys = index.keys(of: selection.actions)
            let lines = renderer.explain(keys, number: localizer(LineText.legendRows))
            return try await printLines(lines)
        }
        let action = rest.isEmpty ? nil : selected(rest, on: screen, byLetter: true)
        guard rest.isEmpty || action != nil else {
            return try await complain(localizer(LineText.unknown))
        }
        if action != nil { guard try await send(.select(list.id, .only([]))) else { return } }
        guard try await choose(wanted, of: list.id), let action else { return }
        try await act(action.id)
    }

    /// The action for the rows that are chosen that a word means: its title or id, or its letter.
    func selected(_ word: String, on screen: Screen, byLetter: Bool = false) -> Action? {
        let index = ScreenIndex(screen)
        return screen.selectableLists.lazy.compactMap { list -> Action? in
            let keys = index.keys(of: list.selection?.actions ?? [])
            let action = ScreenIndex.action(word, in: keys)
            let isTitle = action?.id == word || action?.title.lowercased() == word.lowercased()
            return byLetter || isTitle ? action : nil
        }.first
    }

    /// Chooses rows by their numbers, and asks for those that are not present.
    ///
    /// - Returns: Whether all are chosen.
    private func choose(_ numbers: [Int], of id: String) async throws(Interruption) -> Bool {
        var rest = numbers
        while let number = rest.first {
            guard let screen = session.screen, let list = screen.list(id) else { return false }
            if case .distantRow(_, let place)? = ScreenIndex(screen)[number] {
                let end = min(place + Self.windowSize, list.total)
                try await fetch(place..<end, of: list)
            }
            guard let screen = session.screen else { return false }
            let index = ScreenIndex(screen)
            let found = rest.prefix { number in
                if case .row? = index[number] { index.list(of: number)?.id == id } else { false }
            }
            guard !found.isEmpty else {
                try await complain(localizer(LineText.noNumber, ["number": "\(number)"]))
                return false
            }
            let rows = found.compactMap { number -> String? in
                if case .row(let row)? = index[number] { row.id } else { nil }
            }
            guard try await send(.select(id, .choose(rows))) else { return false }
            rest.removeFirst(found.count)
        }
        return true
    }

    /// Lists the filters by `f`, or chooses the options with some numbers, which are taken away when
    /// they were chosen; `-` takes all away.
    func filter(_ text: String, _ line: String, on screen: Screen) async throws(Interruption) {
        guard !screen.filters.isEmpty else {
            return try await perform(word: line.trimmed, on: screen)
        }
        if text.isEmpty { return try await printLines([""] + renderer.filters(of: screen)) }
        let options = screen.filters.flatMap { filter in filter.options.map { (filter.id, $0.id) } }
        if text == "-" {
            for filter in screen.filters where !filter.chosen.isEmpty {
                guard try await send(.filter(filter.id, [])) else { return }
            }
        } else if let numbers = RowNumbers(text)?.numbers {
            for number in numbers {
                guard options.indices.contains(number - 1) else {
                    return try await complain(
                        localizer(LineText.noNumber, ["number": "\(number)"]))
                }
                let (id, option) = options[number - 1]
                guard let filter = session.screen?.filter(id),
                    try await send(.filter(id, filter.toggling(option)))
                else { return }
            }
        } else {
            return try await complain(localizer(LineText.unknown))
        }
        pages.reset()
        mustShow = true
    }
}
