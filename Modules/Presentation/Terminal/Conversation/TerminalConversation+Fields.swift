import TenonCore
import TenonUI

extension TerminalConversation {
    /// The field that has the focus.
    var focusedField: Field? {
        guard case .field(let id) = focus else { return nil }
        return screen?.field(id)
    }

    /// Whether characters that are typed go into a text.
    var isInText: Bool { focus == .search || focusedField?.kind.isTyped == true }

    /// Whether the field that has the focus is a secret.
    private var isInSecret: Bool { focusedField?.isSecret == true }

    /// Loads the focused field's value into the editor.
    func syncEditor() {
        guard isInText, !isInSecret else {
            editor = nil
            return
        }
        let text: String
        if focus == .search {
            text = typed[PageLayout.searchField] ?? screen?.search?.text ?? ""
        } else if let field = focusedField {
            text = typed[field.id] ?? field.kind.text
        } else {
            return
        }
        if editor?.text != text { editor = TextEditor(text) }
    }

    // MARK: - Typing

    /// Handles a key in the text that has the focus; `false` when it has no effect there.
    func edit(_ stroke: KeyStroke) -> Bool {
        if let command = keys.command(for: stroke, inText: true) {
            switch command {
            case .right where complete(): return true
            case .left, .right, .first, .last: break
            case .up, .down:
                guard isMultiline else { return false }
                return editor?.moveLine(isDown: command == .down) ?? false
            case .choose where isMultiline && !stroke.isAlt:
                editor?.insert("\n", isMultiline: true)
                noteText()
                return true
            default: return false
            }
        }
        if isInSecret, let field = focusedField {
            var secret = secretEditor(of: field)
            guard secret.handle(stroke) else { return false }
            note(.secret(secret.text), for: field)
            return true
        }
        let before = editor?.text
        guard editor?.handle(stroke) == true else { return false }
        followsFocus = true
        if editor?.text != before { noteText() }
        return true
    }

    /// Puts pasted text into the text that has the focus.
    func pasteIntoField(_ text: SecretText) {
        if isInSecret, let field = focusedField {
            var secret = secretEditor(of: field)
            secret.append(text)
            return note(.secret(secret.text), for: field)
        }
        editor?.insert(text.reveal(), isMultiline: isMultiline)
        noteText()
    }

    private var isMultiline: Bool {
        if case .text(_, isMultiline: true)? = focusedField?.kind { true } else { false }
    }

    private func secretEditor(of field: Field) -> SecretEditor {
        guard case .secret(let text)? = session.typed(in: field.id) else { return SecretEditor() }
        return SecretEditor(text)
    }

    /// Keeps what the editor says.
    private func noteText() {
        guard let text = editor?.text else { return }
        followsFocus = true
        guard let field = focusedField else {
            typed[PageLayout.searchField] = text
            wanted = nil
            send(.search(text))
            return
        }
        switch field.kind {
        case .text:
            note(.text(text), for: field)
        case .number, .date, .month, .tokens, .file:
            typed[field.id] = text
            problems[field.id] = nil
            if let value = try? value(of: text, for: field) {
                note(value, for: field)
            } else if case .file = field.kind {
                note(.file(FieldReading.file(at: text)), for: field)
            } else {
                note(.text(text), for: field)
            }
        case .secret, .toggle, .choice, .choices:
            return
        }
    }

    /// Completes the token that is typed before the caret; `false` when there is none, or text after it.
    private func complete() -> Bool {
        guard let editor, editor.caret == editor.characters.count, let field = focusedField,
            typed[field.id] != nil, case .tokens(_, let suggestions) = field.kind
        else { return false }
        let text = TokenText(editor.text)
        guard let token = text.completions(from: suggestions).first else { return false }
        self.editor = TextEditor(text.completed(by: token))
        noteText()
        return true
    }

    /// Tells the session a value.
    func note(_ value: FieldValue, for field: Field) {
        followsFocus = true
        send(.edit([field.id: value]), takesTime: false)
        // The next key may come before the session's event.
        if let latest = session.screen, latest.location == screen?.location { screen = latest }
    }

    // MARK: - Reading what was typed

    /// Finds what is wrong with what was typed into fields for numbers, days, months and files.
    func readTyped() {
        for field in screen?.fields ?? [] {
            guard let text = typed[field.id] else { continue }
            do {
                _ = try value(of: text, for: field)
            } catch {
                // A missing file is fine in an optional field.
                let isMissing = FieldReading.path(text.trimmed).isEmpty && !field.isRequired
                problems[field.id] = isMissing ? nil : error.sentence
            }
        }
    }

    /// The value of a text for a field; an empty text clears a number, a day or a month.
    private func value(
        of text: String, for field: Field
    ) throws(FieldReading.Problem) -> FieldValue {
        switch field.kind {
        case .file, .tokens: break
        default: if text.trimmed.isEmpty { return .text("") }
        }
        return try FieldReading.value(of: text, for: field, localizer)
    }

    // MARK: - Choosing

    /// Handles a key in a field without text input; `false` when it has no effect there.
    func change(_ id: String, _ stroke: KeyStroke) -> Bool {
        guard let field = focusedField else { return false }
        let command = keys.command(for: stroke, inText: false)
        let isSpace = stroke.typed == " "
        switch field.kind {
        case .toggle(let isOn):
            guard isSpace || command == .left || command == .right || command == .choose else {
                return false
            }
            note(.toggle(!isOn), for: field)
            return true
        case .choice(let value, let options):
            if isSpace {
                chooseField(id)
                return true
            }
            guard command == .left || command == .right, !options.isEmpty else { return false }
            let place = options.firstIndex { $0.id == value }
            let step = command == .right ? 1 : options.count - 1
            let next = place.map { ($0 + step) % options.count } ?? 0
            note(.text(options[next].id), for: field)
            return true
        case .choices:
            guard isSpace else { return false }
            chooseField(id)
            return true
        case .text, .secret, .number, .date, .month, .tokens, .file:
            return false
        }
    }

    /// Does what Return does in a field.
    func chooseField(_ id: String) {
        guard let field = focusedField else { return }
        switch field.kind {
        case .toggle(let isOn): note(.toggle(!isOn), for: field)
        case .choice(let value, let options):
            overlay = .options(
                OptionList(field: field, options: options, chosen: [value], isSingle: true))
        case .choices(let values, let options):
            overlay = .options(
                OptionList(field: field, options: options, chosen: values, isSingle: false))
        case .text, .secret, .number, .date, .month, .tokens, .file:
            if let next = fieldToFill(after: id) { setFocus(.field(next)) } else { submit() }
        }
    }

    /// What Return does in the field that has the focus.
    var fieldReturn: FieldReturn {
        if focus == .search { return .does(.enterResults) }
        guard let field = focusedField else { return .nothing }
        switch field.kind {
        case .toggle: return .does(.enterChange)
        case .choice, .choices: return .does(.enterOptions)
        case .text(_, isMultiline: true): return .does(.enterLine)
        case .text, .secret, .number, .date, .month, .tokens, .file:
            if fieldToFill(after: field.id) != nil { return .does(.enterNext) }
            return formOfFocus?.actions.first.map { .submits($0.id) } ?? .nothing
        }
    }

    /// The form that has the focus, else the first one.
    private var formOfFocus: FormBlock? {
        let forms = screen?.forms ?? []
        return forms.first { form in form.fields.contains { focus == .field($0.id) } }
            ?? forms.first
    }

    /// The next field that must be filled in and is not.
    private func fieldToFill(after id: String) -> String? {
        let fields = screen?.fields ?? []
        guard let place = fields.firstIndex(where: { $0.id == id }) else { return nil }
        return fields[(place + 1)...].first { field in
            field.isRequired && field.kind.canBeUnfilled && field.kind.isUnfilled
        }?.id
    }

    /// Does the first action of the form that has the focus, or of the first one.
    func submit() {
        if let action = formOfFocus?.actions.first { act(action, target: nil) }
    }
}

extension Field.Kind {
    /// Whether characters can be typed into it.
    fileprivate var isTyped: Bool {
        switch self {
        case .text, .secret, .number, .date, .month, .tokens, .file: true
        case .toggle, .choice, .choices: false
        }
    }

    /// The text that can be changed in it.
    fileprivate var text: String {
        switch self {
        case .text(let text, _), .number(let text, _, _), .date(let text): text
        case .month(let month): FieldReading.shownMonth(month)
        case .tokens(let tokens, _): TokenText.text(of: tokens)
        case .file(let name, _): name
        case .secret, .toggle, .choice, .choices: ""
        }
    }
}
