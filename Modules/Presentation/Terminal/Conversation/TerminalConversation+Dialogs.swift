import TenonCore
import TenonUI

extension TerminalConversation {
    /// What stands on top of the screen now.
    var dialog: Dialog? {
        if let question { return question.dialog(columns: size.columns) }
        switch overlay {
        case .commands(let list):
            return list.dialog(matches(of: list), columns: size.columns, localizer)
        case .help(let scroll):
            guard let screen else { return nil }
            var dialog = Dialog(title: localizer(UIText.helpTitle))
            dialog.wish = 76
            let width = DialogView.innerWidth(size.columns, wish: dialog.wish)
            dialog.lines = HelpText(
                screen: screen, offers: offers(for: screen), keys: keys, localizer: localizer
            ).lines(width: width)
            dialog.scroll = scroll
            dialog.buttons = [Dialog.Button(key: "Esc", title: localizer(UIText.dismiss))]
            return dialog
        case .options(let list):
            return list.dialog(localizer)
        case nil:
            return nil
        }
    }

    private func matches(of list: CommandList) -> [Offer] {
        guard let screen else { return [] }
        return list.matches(offers(for: screen), scheme: application.scheme, localizer)
    }

    /// Takes a key for the question.
    func answer(with stroke: KeyStroke) {
        if let answer = question?.handle(stroke) { give(answer) }
    }

    private func give(_ answer: Answer) {
        guard let id = question?.id else { return }
        if send(.answer(id, answer)) { question = nil }
    }

    /// Takes a key for what stands on top.
    func takeOverlayKey(_ stroke: KeyStroke) {
        switch overlay {
        case .commands(let list): take(stroke, for: list)
        case .help(let scroll): takeHelpKey(stroke, scroll)
        case .options(var list):
            if stroke.key == .escape {
                overlay = nil
            } else if list.handle(stroke) {
                finish(list)
            } else {
                overlay = .options(list)
            }
        case nil: return
        }
    }

    private func take(_ stroke: KeyStroke, for list: CommandList) {
        var list = list
        let matches = matches(of: list)
        switch (stroke.key, stroke.isControl) {
        case (.escape, _):
            overlay = nil
            return
        case (.enter, _):
            if matches.indices.contains(list.selected) { run(matches[list.selected]) }
            return
        case (.up, _), (.character("p"), true): list.selected = max(0, list.selected - 1)
        case (.down, _), (.character("n"), true):
            list.selected = min(max(0, matches.count - 1), list.selected + 1)
        default:
            if list.editor.handle(stroke) { list.selected = 0 }
        }
        overlay = .commands(list)
    }

    private func run(_ offer: Offer) {
        overlay = nil
        perform(offer.command)
    }

    private func takeHelpKey(_ stroke: KeyStroke, _ scroll: Int) {
        let dialog = dialog
        let most = max(0, (dialog?.lines.count ?? 0) - max(1, size.rows - 8))
        let step: Int? =
            switch keys.command(for: stroke, inText: false) {
            case .up: -1
            case .down: 1
            case .pageUp: -max(1, size.rows - 8)
            case .pageDown, .mark: max(1, size.rows - 8)
            case .first: -scroll
            case .last: most
            case .left, .right, .next, .previous, .choose, .markAll, .filter, .submit, .back, .undo,
                .search, .commands, .help, .redraw, .quit, nil:
                nil
            }
        overlay = step.map { .help(scroll: max(0, min(most, scroll + $0))) }
    }

    private func finish(_ list: OptionList) {
        overlay = nil
        note(list.value, for: list.field)
    }

    // MARK: - Mouse

    /// Chooses a row of the dialog.
    func chooseRow(_ row: Int) {
        switch overlay {
        case .commands(let list):
            let matches = matches(of: list)
            if matches.indices.contains(row) { run(matches[row]) }
        case .options(var list):
            list.choose(row)
            if list.isSingle { finish(list) } else { overlay = .options(list) }
        case .help, nil: return
        }
    }

    /// Presses a button of the dialog.
    func press(_ button: Int) {
        if question != nil {
            if let answer = question?.press(button) { give(answer) }
            return
        }
        switch overlay {
        case .options(let list):
            let count = list.isSingle ? 2 : 3
            if button == count - 1 {
                overlay = nil
            } else if button == count - 2 {
                finish(list)
            }
        case .help: overlay = nil
        case .commands, nil: return
        }
    }
}
