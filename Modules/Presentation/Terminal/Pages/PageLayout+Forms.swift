import TenonCore
import TenonUI

extension PageLayout {
    /// The columns of a text field, as far as they fit.
    private static let fieldWidth = 44

    /// Adds the fields with what is in them, and the buttons.
    func add(_ form: FormBlock, depth: Int, to page: inout Page) {
        addHeading(form.title, depth: depth, to: &page)
        let labels = form.fields.map { label(of: $0) }
        let column = column(for: labels)
        for (field, label) in zip(form.fields, labels) {
            if column == nil, field.id != form.fields.first?.id { page.addGap() }
            add(field, label: label, column: column, to: &page)
        }
        guard !form.actions.isEmpty else { return }
        page.addGap()
        addButtons(form.actions, indent: column ?? 0, to: &page)
    }

    private func label(of field: Field) -> String {
        field.isRequired ? "\(field.label) *" : field.label
    }

    private func add(_ field: Field, label: String, column: Int?, to page: inout Page) {
        let id = FocusID.field(field.id)
        let isFocused = isFocused(id)
        let first = page.lines.count
        let indent = column ?? 2
        let labelStyle = isFocused ? CellStyle.key : .plain
        let (lines, cursor) = content(of: field, isFocused: isFocused, width: width - indent)
        let row: Int
        if let column {
            row = first
            let label = HarmlessText.line(label)
            for (number, runs) in lines.enumerated() {
                let head = TextWrapping.padded(number == 0 ? label : "", to: column)
                page.add(TextLine([TextRun(head, labelStyle)] + runs))
            }
        } else {
            page.add(setter.paragraph(label, labelStyle))
            row = page.lines.count
            page.add(lines.map { TextLine($0).indented(by: indent) })
        }
        let setter = TextSetter(width: max(4, width))
        if let problem = problems[field.id] ?? field.problem {
            page.add(setter.message(problem, .critical, localizer, indent: indent))
        }
        if let strength = field.strength {
            let bar = TextRun(BlockBar.text(strength.part, width: 10), .tone(strength.tone))
            let words = TextRun(" " + HarmlessText.line(strength.text), .secondary)
            page.add(setter.flow([[bar, words]]).map { $0.indented(by: indent) })
        }
        for note in notes(on: field, isFocused: isFocused) {
            page.add(setter.paragraph(note, .secondary, indent: indent))
        }
        page.items.append(
            PageItem(
                id: id, lines: first..<page.lines.count,
                cursor: CellPoint(column: indent + cursor.column, row: row + cursor.row),
                actions: field.actions, target: field.actions.isEmpty ? nil : field.id))
    }

    /// What is in a field, and where the cursor is in it.
    private func content(
        of field: Field, isFocused: Bool, width: Int
    ) -> (lines: [[TextRun]], cursor: CellPoint) {
        let start = CellPoint(column: 0, row: 0)
        func input(_ text: String, empty: String = "", suffix: String = "") -> (
            [[TextRun]], CellPoint
        ) {
            let room = width - (suffix.isEmpty ? 0 : DisplayWidth.of(suffix) + 1)
            let shown = text.isEmpty && !isFocused ? HarmlessText.line(empty) : text
            let input = InputText(
                HarmlessText.lines(shown), caret: isFocused ? caret : nil, width: room,
                minimum: min(Self.fieldWidth, room))
            let style =
                text.isEmpty && !isFocused
                ? CellStyle.secondary.on(.field) : CellStyle(paper: .field)
            let lines = input.lines.enumerated().map { number, line in
                [TextRun(line, style)]
                    + (number == 0 && !suffix.isEmpty ? [TextRun(" " + suffix, .secondary)] : [])
            }
            return (lines, input.cursor)
        }
        switch field.kind {
        case .text(let text, _):
            return input(text)
        case .secret(let isSet):
            if let text = field.revealed { return input(text) }
            let count = secretLengths[field.id] ?? 0
            guard count == 0 else { return input(String(repeating: "•", count: count)) }
            return input("", empty: isSet ? "••••••••" : "")
        case .number(let number, let currency, _):
            return input(typed[field.id] ?? number, suffix: HarmlessText.line(currency ?? ""))
        case .date(let day):
            return input(typed[field.id] ?? day, empty: localizer(UIText.dateFormat))
        case .month(let month):
            return input(
                typed[field.id] ?? FieldReading.shownMonth(month),
                empty: localizer(UIText.monthFormat))
        case .tokens(let tokens, _):
            return input(
                typed[field.id] ?? TokenText.text(of: tokens), empty: localizer(UIText.tokensFormat)
            )
        case .file(let name, _):
            return input(typed[field.id] ?? name, empty: localizer(TerminalText.filePattern))
        case .toggle(let isOn):
            let word = localizer(isOn ? UIText.on : UIText.off)
            let style = isFocused ? CellStyle.strong.on(.selection) : .plain
            return (
                [[TextRun("[\(isOn ? "x" : " ")] \(word)", style)]], CellPoint(column: 1, row: 0)
            )
        case .choice(let id, let options):
            let title = options.first { $0.id == id }?.title ?? id
            let style = isFocused ? CellStyle.strong.on(.selection) : CellStyle(paper: .field)
            let lines = TextSetter(width: max(4, width - 2)).paragraph("‹ \(title) ›", style)
            return (lines.map(\.runs), start)
        case .choices(let ids, let options):
            let groups = options.map { option in
                let isChosen = ids.contains(option.id)
                let style = isFocused ? CellStyle.strong.on(.selection) : .plain
                return [
                    TextRun(
                        "[\(isChosen ? "x" : " ")] \(HarmlessText.line(option.title))", style)
                ]
            }
            let lines = TextSetter(width: max(4, width)).flow(groups, gap: 2).map(\.runs)
            return (lines.isEmpty ? [[]] : lines, CellPoint(column: 1, row: 0))
        }
    }

    /// What helps to fill in a field.
    private func notes(on field: Field, isFocused: Bool) -> [String] {
        var notes = field.help.isEmpty ? [] : [field.help]
        switch field.kind {
        case .secret(isSet: true) where (secretLengths[field.id] ?? 0) == 0:
            notes.append(localizer(UIText.secretIsSet))
        case .number(_, _, let range?):
            notes.append(localizer.words(.range, range))
        case .tokens(_, let suggestions) where isFocused:
            let completions = TokenText(typed[field.id] ?? "").completions(from: suggestions)
            if let token = completions.first {
                notes.append(localizer(TerminalText.completion, ["token": token]))
            } else if !suggestions.isEmpty {
                notes.append(localizer.words(.suggestions, suggestions))
            }
        case .file(_, let accepts) where !accepts.isEmpty:
            let endings = accepts.joined(separator: ", ")
            notes.append(localizer(UIText.accepts, ["endings": endings]))
        case .text, .secret, .number, .date, .month, .toggle, .choice, .choices, .tokens, .file:
            break
        }
        return notes
    }
}
