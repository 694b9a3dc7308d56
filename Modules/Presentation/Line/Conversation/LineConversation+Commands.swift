import TenonCore
import TenonUI

extension LineConversation {
    /// Does what a line says.
    func perform(_ line: String) async throws(Interruption) {
        guard let screen = shown else { return }
        switch Command(line) {
        case .return:
            try await performReturn(line, on: screen)
        case .help:
            try await printLines(
                [""]
                    + renderer.help(
                        for: screen,
                        canGoBack: session.canGoBack || screen.parent != nil))
        case .quit:
            try await send(.close())
        case .back:
            try await goBack(from: screen)
        case .undo:
            guard let id = session.undoable.last?.undo else {
                return try await complain(localizer(LineText.noUndo))
            }
            try await send(.undo(id))
        case .turn(let forward):
            try await turn(forward: forward, on: screen)
        case .search(let text):
            guard screen.search != nil else {
                return try await complain(localizer(UIText.noSearch))
            }
            pages.reset()
            try await send(.search(text))
            mustShow = true
        case .places(let word):
            try await goToPlace(word, on: screen)
        case .go(let text):
            try await go(to: text)
        case .select(let text):
            try await select(text, line, on: screen)
        case .filter(let text):
            try await filter(text, line, on: screen)
        case .rows(let numbers, let rest):
            try await select(numbers, rest, on: screen)
        case .number(let number, let rest):
            try await performNumber(number, rest, on: screen)
        case .word(let word):
            try await perform(word: word, on: screen)
        }
    }

    /// Does what a letter or a title means.
    func perform(word: String, on screen: Screen) async throws(Interruption) {
        let index = ScreenIndex(screen)
        if let action = index.action(word) ?? selected(word, on: screen) {
            try await act(action.id)
        } else if let place = screen.destinations.first(where: {
            $0.title.lowercased() == word.lowercased()
        }) {
            try await send(.open(place.location))
        } else {
            // The input is not repeated: it may be a secret meant for a prompt.
            try await complain(localizer(LineText.unknown))
        }
    }

    /// Does an action of the screen, with the values of its fields.
    func act(_ id: String, target: String? = nil) async throws(Interruption) {
        // A person who cancels, and then stays, has sent nothing: what is wrong was wrong before.
        let isOfForm = (session.screen?.forms ?? []).contains { form in
            form.actions.contains { $0.id == id && $0.role != .cancel }
        }
        guard try await send(.act(id, target: target)) else { return }
        if target == nil, isOfForm { wasSubmitted = true }
    }

    /// Sends the session an input and waits for its effect; `false` when it cannot be done.
    @discardableResult
    func send(_ input: SessionInput) async throws(Interruption) -> Bool {
        do {
            try session.send(input)
        } catch {
            try await complain(about: error)
            return false
        }
        try await settle()
        return true
    }

    private func performReturn(_ line: String, on screen: Screen) async throws(Interruption) {
        guard line.isEmpty, let form = screen.forms.first else {
            mustShow = line.isEmpty
            return
        }
        guard isFilled, let action = form.actions.first else {
            return try await fill(screen.fields.map(\.id))
        }
        try await act(action.id)
    }

    private func goBack(from screen: Screen) async throws(Interruption) {
        if session.canGoBack {
            try await send(.back)
        } else if let parent = screen.parent {
            try await send(.open(parent))
        } else {
            try await complain(localizer(LineText.firstScreen))
        }
    }

    private func go(to text: String) async throws(Interruption) {
        do {
            try await send(.open(try Location(parsing: text, scheme: application.scheme)))
        } catch let interruption as Interruption {
            throw interruption
        } catch {
            try await complain(about: error)
        }
    }

    /// Lists the destinations, or goes to the one that a word means.
    private func goToPlace(_ word: String, on screen: Screen) async throws(Interruption) {
        guard !screen.destinations.isEmpty else {
            return try await complain(localizer(LineText.noPlaces))
        }
        if word.isEmpty { return try await printLines([""] + renderer.places(of: screen)) }
        guard let place = ScreenIndex(screen).destination(word) else {
            return try await complain(localizer(LineText.unknownPlace))
        }
        try await send(.open(place.location))
    }

    private func turn(forward: Bool, on screen: Screen) async throws(Interruption) {
        for list in screen.lists {
            guard let range = pages.next(of: list, forward: forward) else { continue }
            try await fetch(range, of: list)
            pages.begin(list.id, at: range.lowerBound)
            mustShow = true
            return
        }
        try await complain(localizer(LineText.noMore))
    }

    /// Makes sure that rows are present.
    func fetch(_ range: Range<Int>, of list: ListBlock) async throws(Interruption) {
        let present = list.offset..<list.offset + list.rows.count
        if !(present.contains(range.lowerBound) && present.contains(range.upperBound - 1)) {
            try await send(.window(list.id, range))
        }
    }

    private func performNumber(
        _ number: Int, _ rest: String, on screen: Screen
    ) async throws(Interruption) {
        let index = ScreenIndex(screen)
        switch index[number] {
        case .fact(let fact):
            try await performNumbered(index.keys(of: fact.actions), number, rest, target: fact.id)
        case .row(let row):
            try await performNumbered(index.keys(of: row.actions), number, rest, target: row.id)
        case .field(let field):
            if rest.isEmpty {
                try await fill(field)
            } else if field.isSecret, !field.actions.isEmpty {
                try await performNumbered(field, number, rest)
            } else {
                try await fill(field, with: rest)
            }
        case .link(let location):
            try await send(.open(location))
        case .distantRow(let id, let place):
            guard let list = screen.list(id) else { return }
            try await fetch(place..<min(place + pages.size, list.total), of: list)
            guard let screen = session.screen, case .row(let row) = ScreenIndex(screen)[number]
            else {
                return try await complain(localizer(LineText.noNumber, ["number": "\(number)"]))
            }
            pages.begin(id, at: place)
            try await performNumbered(index.keys(of: row.actions), number, rest, target: row.id)
        case nil:
            try await complain(localizer(LineText.noNumber, ["number": "\(number)"]))
        }
    }

    /// Does an action of a secret that is to be filled in.
    private func performNumbered(
        _ field: Field, _ number: Int, _ rest: String
    ) async throws(Interruption) {
        let keys = field.actionKeys
        if rest == "?" {
            return try await printLines(
                renderer.explain(keys, number: "\(number)", isFirstShort: false))
        }
        guard let action = ScreenIndex.action(rest, in: keys) else {
            return try await complain(localizer(LineText.noAction, ["number": "\(number)"]))
        }
        try await perform(action, of: field)
    }

    /// Does an action of a row or a fact: the first one, or the one that is named.
    private func performNumbered(
        _ keys: [ActionKey], _ number: Int, _ rest: String, target: String
    ) async throws(Interruption) {
        if rest == "?" {
            let lines = renderer.explain(keys, number: "\(number)")
            return try await printLines(lines)
        }
        let action = rest.isEmpty ? keys.first?.action : ScreenIndex.action(rest, in: keys)
        guard let action else {
            return try await complain(localizer(LineText.noAction, ["number": "\(number)"]))
        }
        try await act(action.id, target: target)
    }
}
