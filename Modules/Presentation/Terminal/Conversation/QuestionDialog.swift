import TenonCore
import TenonUI

/// A question as a dialog, and what is typed for it.
struct QuestionDialog {
    /// The id of the question.
    let id: String
    /// Whether it asks about what was typed and would be lost.
    let isAboutDraft: Bool

    private let kind: Question.Kind
    private let localizer: Localizer
    private var selected: Int
    private var editor = TextEditor()
    private var secret = SecretEditor()
    private var problem: String?
    private var scroll = 0

    /// Asks a question of the session.
    init(_ question: Question, _ localizer: Localizer) {
        id = question.id
        kind = question.kind
        isAboutDraft = kind.isDiscarding(localizer)
        self.localizer = localizer
        switch kind {
        case .confirm(let confirmation)
        where confirmation.severity == .moderate && confirmation.cancelTitle == nil:
            selected = 1
        case .alert, .confirm, .prompt: selected = 0
        }
    }

    // MARK: - What is seen

    /// The dialog for a terminal of a width.
    func dialog(columns: Int) -> Dialog {
        var dialog = Dialog(title: kind.title(localizer))
        let width = DialogView.innerWidth(columns, wish: dialog.wish)
        let setter = TextSetter(width: width)
        if case .alert(let alert) = kind, alert.tone != .neutral {
            dialog.titleStyle = CellStyle.tone(alert.tone).with(.bold)
        }
        if !kind.message.isEmpty { dialog.lines += setter.paragraph(kind.message) }
        if let name = kind.requiredName {
            dialog.lines += setter.paragraph(localizer(UIText.typeName, ["name": name]) + ".")
        }
        if takesText {
            dialog.input =
                kind.isSecret
                ? Dialog.Input(
                    text: String(repeating: "•", count: secret.count), caret: secret.count)
                : Dialog.Input(text: editor.text, caret: editor.caret)
        }
        dialog.scroll = scroll
        dialog.problem = problem
        dialog.buttons = buttons.enumerated().map { place, button in
            Dialog.Button(
                key: button.key, title: button.title, isSelected: !takesText && place == selected)
        }
        return dialog
    }

    private var takesText: Bool {
        if case .prompt = kind { true } else { kind.requiredName != nil }
    }

    private typealias Button = (key: String, title: String, answer: Answer?)

    /// The buttons; the answer is `nil` where it is the typed text.
    private var buttons: [Button] {
        let cancel: Button = ("Esc", kind.dismissTitle(localizer), .cancel)
        switch kind {
        case .alert(let alert):
            guard !alert.choices.isEmpty else {
                return [("Enter", cancel.title, .cancel)]
            }
            return alert.choices.enumerated().map { place, choice in
                ("\(place + 1)", choice.title, .choice(choice.id))
            } + [cancel]
        case .confirm(let confirmation):
            if kind.requiredName != nil {
                return [("Enter", confirmation.confirmTitle, nil), cancel]
            }
            let confirm: Button = (yes, confirmation.confirmTitle, .confirm)
            guard confirmation.cancelTitle != nil else { return [confirm, cancel] }
            // What has words of its own comes first, and another way to go on last.
            return [cancel, confirm]
                + [confirmation.alternative].compactMap {
                    $0.map { ("1", $0.title, .choice($0.id)) }
                }
        case .prompt:
            return [("Enter", localizer(UIText.dismiss), nil), cancel]
        }
    }

    private var yes: String { localizer(TerminalText.yesLetter) }

    // MARK: - What is typed

    /// Takes a key; returns the answer that it gives.
    mutating func handle(_ stroke: KeyStroke) -> Answer? {
        if stroke.key == .escape { return .cancel }
        if stroke.key == .enter { return press(takesText ? 0 : selected) }
        if takesText {
            problem = nil
            _ = kind.isSecret ? secret.handle(stroke) : editor.handle(stroke)
            return nil
        }
        let count = buttons.count
        switch (stroke.key, stroke.isShift) {
        case (.tab, false), (.right, _): selected = (selected + 1) % count
        case (.tab, true), (.left, _): selected = (selected + count - 1) % count
        case (.down, _): scroll += 1
        case (.up, _): scroll = max(0, scroll - 1)
        case (.pageDown, _): scroll += 5
        case (.pageUp, _): scroll = max(0, scroll - 5)
        default: break
        }
        guard let character = stroke.typed.map({ String($0).lowercased() }) else { return nil }
        if case .confirm = kind, character == localizer(TerminalText.noLetter) { return .cancel }
        return buttons.first { $0.key == character }?.answer
    }

    /// Presses a button; returns the answer that it gives.
    mutating func press(_ button: Int) -> Answer? {
        guard buttons.indices.contains(button) else { return nil }
        if let answer = buttons[button].answer { return answer }
        guard let name = kind.requiredName else {
            return .text(kind.isSecret ? secret.text : SecretText(editor.text))
        }
        guard editor.text.trimmed == name.trimmed else {
            problem = localizer(TerminalText.wrongName, ["name": name])
            return nil
        }
        return .text(SecretText(name))
    }

    /// Puts pasted text in.
    mutating func paste(_ text: SecretText) {
        guard takesText else { return }
        if kind.isSecret { secret.append(text) } else { editor.insert(text.reveal()) }
    }
}
