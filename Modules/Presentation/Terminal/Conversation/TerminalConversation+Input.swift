import TenonCore
import TenonUI

extension TerminalConversation {
    /// Takes what came from the terminal.
    func take(_ event: InputEvent) {
        switch event {
        case .key(let stroke): takeKey(stroke)
        case .paste(let text): paste(text)
        case .click(let point): click(point)
        case .wheel(let isDown, _): wheel(isDown: isDown)
        case .background, .answer: return
        }
    }

    private func takeKey(_ stroke: KeyStroke) {
        if question == nil, overlay == nil, let screen {
            if isInText, edit(stroke) { return }
            if case .field(let id) = focus, !isInText, change(id, stroke) { return }
            switch offers(for: screen).command(for: stroke) {
            case .some(.act(let action, let target)): return act(action, target: target)
            case .some(.visit(let location)): return _ = send(.open(location))
            case .command, .go, nil: break
            }
            if let command = keys.command(for: stroke, inText: isInText) {
                perform(.command(command))
            }
            return
        }
        if keys.command(for: stroke, inText: true) == .quit { return quit() }
        if keys.command(for: stroke, inText: true) == .redraw { return redraw() }
        if question != nil { return answer(with: stroke) }
        takeOverlayKey(stroke)
    }

    private func paste(_ text: SecretText) {
        if question != nil {
            question?.paste(text)
        } else if case .commands(var list)? = overlay {
            list.editor.insert(text.reveal())
            overlay = .commands(list)
        } else if overlay == nil, isInText {
            pasteIntoField(text)
        }
    }

    // MARK: - Mouse

    private func click(_ point: CellPoint) {
        guard
            let hit = hits.last(where: { $0.row == point.row && $0.columns.contains(point.column) })
        else { return }
        switch hit.what {
        case .command(let command): perform(command)
        case .item(let id):
            let isFocused = focus == id
            setFocus(id)
            if isFocused || id.isPressedAtOnce { choose() }
        case .side(let id):
            guard let side, session.canGoBack else { return }
            if let id,
                let place = trail.lastIndex(where: { $0.screen.location == side.screen.location })
            {
                trail[place] = Visit(
                    screen: side.screen, focus: id, scroll: side.scroll, top: side.top)
            }
            perform(.command(.back))
        case .row(let row): chooseRow(row)
        case .button(let button): press(button)
        }
    }

    private func wheel(isDown: Bool) {
        let stroke = KeyStroke(isDown ? .down : .up)
        if question != nil { return answer(with: stroke) }
        if overlay != nil { return takeOverlayKey(stroke) }
        if focus?.list != nil {
            for _ in 0..<3 {
                guard let place = page.place(of: focus) else { return }
                let next = isDown ? place + 1 : place - 1
                guard page.items.indices.contains(next) else { return moveLine(isDown: isDown) }
                setFocus(page.items[next].id)
            }
        } else {
            scrollLines(isDown ? 3 : -3)
        }
    }

    // MARK: - Orders

    /// Does what the person wants.
    func perform(_ command: TerminalCommand) {
        switch command {
        case .act(let action, let target): act(action, target: target)
        case .visit(let location): send(.open(location))
        case .go(let text): go(to: text)
        case .command(let command): perform(command)
        }
    }

    private func perform(_ command: KeyCommand) {
        switch command {
        case .up: moveLine(isDown: false)
        case .down: moveLine(isDown: true)
        case .left, .right: moveNext(isForward: command == .right)
        case .pageUp: movePage(isDown: false)
        case .pageDown: movePage(isDown: true)
        case .first: moveToEnd(isLast: false)
        case .last: moveToEnd(isLast: true)
        case .next: moveNext(isForward: true)
        case .previous: moveNext(isForward: false)
        case .choose: choose()
        case .mark: mark()
        case .markAll: markAll()
        case .filter: focusFilters()
        case .submit: submit()
        case .back: back()
        case .undo:
            if let id = session.undoable.last?.undo { send(.undo(id)) }
        case .search: beginSearch()
        case .commands: overlay = .commands(CommandList())
        case .help: overlay = .help(scroll: 0)
        case .redraw: redraw()
        case .quit: quit()
        }
    }

    /// Does the first thing that can be done with what has the focus.
    func choose() {
        guard let focus, let item = page.item(focus) else { return }
        switch focus {
        case .fact, .row, .button:
            if let action = item.actions.first { act(action, target: item.target) }
        case .link:
            if let location = item.location { send(.open(location)) }
        case .option(let id, let option):
            guard let filter = screen?.filter(id) else { return }
            let chosen = filter.toggling(option)
            if send(.filter(id, chosen)) { screen?.expect(chosen, of: id) }
        case .search:
            let rows = page.items.first { $0.id.list != nil }
            setFocus(rows?.id ?? page.items.first(where: \.id.isContent)?.id ?? focus)
        case .field(let id):
            chooseField(id)
        }
    }

    /// Does an action with the values of the fields.
    func act(_ action: Action, target: String?) {
        guard let screen else { return }
        if case .disabled(let reason) = action.availability {
            return add(Notice("\(action.title): \(reason)", tone: .caution))
        }
        let isOfForm = target == nil && screen.forms.contains { $0.actions.contains(action) }
        readTyped()
        if isOfForm, let first = screen.fields.first(where: { problems[$0.id] != nil }) {
            return setFocus(.field(first.id))
        }
        if target == nil, !screen.fields.isEmpty { wasSubmitted = true }
        send(.act(action.id, target: target))
    }

    private func go(to text: String) {
        do {
            send(.open(try Location(parsing: text, scheme: application.scheme)))
        } catch {
            add(Notice(Problem(error, localizer).message, tone: .critical))
        }
    }

    private func back() {
        if focus != .search, releaseAll() { return }
        if focus == .search || screen?.search?.text.isEmpty == false {
            let isSearching = screen?.search?.text.isEmpty == false
            if isSearching { send(.search("")) }
            typed[PageLayout.searchField] = nil
            if focus == .search {
                setFocus(page.items.first(where: \.id.isContent)?.id)
            }
            if isSearching { return }
        }
        if session.canGoBack {
            send(.back)
        } else if let parent = screen?.parent {
            send(.open(parent))
        } else {
            let key = keys.stroke(for: .quit, inText: isInText)?.label ?? ""
            add(Notice(localizer(TerminalText.firstScreen, ["key": key])))
        }
    }

    private func beginSearch() {
        guard screen?.search != nil else {
            return add(Notice(localizer(UIText.noSearch), tone: .caution))
        }
        setFocus(.search)
        scroll = 0
    }

    /// Ends the session; who wants that while the question about it is open means it.
    private func quit() {
        if question?.isAboutDraft == true {
            session.giveUpTyped()
            session.end()
        } else {
            send(.close())
        }
    }
}

extension FocusID {
    /// Whether a press does it at once, rather than giving it the focus first.
    fileprivate var isPressedAtOnce: Bool {
        switch self {
        case .button, .link, .option: true
        case .search, .fact, .row, .field: false
        }
    }
}
