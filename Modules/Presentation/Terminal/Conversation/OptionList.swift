import TenonCore
import TenonUI

/// The options of a field, to choose one or several.
struct OptionList {
    let field: Field
    let options: [Field.Option]
    let isSingle: Bool
    private(set) var chosen: [String]
    private(set) var selected: Int
    private var editor = TextEditor()

    init(field: Field, options: [Field.Option], chosen: [String], isSingle: Bool) {
        self.field = field
        self.options = options
        self.chosen = chosen
        self.isSingle = isSingle
        selected = options.firstIndex { chosen.contains($0.id) } ?? 0
    }

    /// The options that begin with, or else have in them, what was typed.
    var matches: [Field.Option] {
        let text = editor.text.lowercased()
        guard !text.isEmpty else { return options }
        return options.filter { $0.title.lowercased().contains(text) }
    }

    /// The value as it is chosen.
    var value: FieldValue {
        guard isSingle else {
            return .choices(options.map(\.id).filter(chosen.contains))
        }
        return .text(chosen.first ?? "")
    }

    /// Chooses a row; of several options it is taken back if it was chosen.
    mutating func choose(_ row: Int) {
        guard matches.indices.contains(row) else { return }
        selected = row
        let id = matches[row].id
        if isSingle {
            chosen = [id]
        } else if chosen.contains(id) {
            chosen.removeAll { $0 == id }
        } else {
            chosen.append(id)
        }
    }

    /// Takes a key; returns whether the choice is made.
    mutating func handle(_ stroke: KeyStroke) -> Bool {
        switch stroke.key {
        case .up: selected = max(0, selected - 1)
        case .down: selected = min(max(0, matches.count - 1), selected + 1)
        case .home where editor.text.isEmpty: selected = 0
        case .end where editor.text.isEmpty: selected = max(0, matches.count - 1)
        case .character(" ") where !isSingle: choose(selected)
        case .enter:
            if isSingle { choose(selected) }
            return !isSingle || matches.indices.contains(selected)
        default:
            if isSingle, editor.handle(stroke) { selected = 0 }
        }
        return false
    }

    /// The dialog for a terminal of a width.
    func dialog(_ localizer: Localizer) -> Dialog {
        var dialog = Dialog(title: field.label)
        if isSingle, options.count > 8 || !editor.text.isEmpty {
            dialog.input = Dialog.Input(
                text: editor.text, caret: editor.caret,
                placeholder: localizer(TerminalText.optionsHint))
        }
        dialog.selected = selected
        dialog.rows = matches.enumerated().map { place, option in
            let mark =
                isSingle
                ? (chosen.contains(option.id) ? "• " : "  ")
                : (chosen.contains(option.id) ? "[x] " : "[ ] ")
            let isSelected = place == selected
            let style = isSelected ? CellStyle.strong.on(.selection) : .plain
            return TextLine(
                [TextRun(mark + HarmlessText.line(option.title), style)],
                paper: isSelected ? .selection : nil)
        }
        dialog.buttons =
            isSingle
            ? [] : [Dialog.Button(key: "Space", title: localizer(TerminalText.optionsMark))]
        dialog.buttons += [
            Dialog.Button(key: "Enter", title: localizer(UIText.dismiss)),
            Dialog.Button(key: "Esc", title: localizer(UIText.cancel)),
        ]
        return dialog
    }
}
