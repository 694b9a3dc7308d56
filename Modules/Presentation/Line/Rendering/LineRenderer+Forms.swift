import TenonCore
import TenonUI

extension LineRenderer {
    /// The fields of a form with their values, numbered.
    func form(_ form: FormBlock, _ index: ScreenIndex, depth: Int) -> [String] {
        let numbers = form.fields.map { field in
            index.number(of: field, in: form).map { "\($0)." } ?? ""
        }
        let margin = (numbers.map { DisplayWidth.of($0) }.max() ?? 0) + 1
        let column = column(for: form.fields.map(\.label), indent: margin)
        var lines = blockHeading(form.title, depth: depth)
        for (field, number) in zip(form.fields, numbers) {
            let head = TextWrapping.padded(number, to: margin - 1, flushRight: true) + " "
            let keys = field.actionKeys.map {
                key(for: $0, number: number.replacing(".", with: ""), isFirst: false)
            }
            lines += self.field(field, head: head, column: column, keys: keys)
        }
        return lines
    }

    /// One field with its value, its problem and its help.
    private func field(
        _ field: Field, head: String, column: Int?, keys: [LineLayout.Key]
    ) -> [String] {
        let indent = column ?? DisplayWidth.of(head) + 2
        var lines = labelled(
            field.label, value(of: field), column: column, indent: head, keys: keys)
        if let problem = field.problem {
            lines += message(problem, tone: .critical, indent: indent)
        }
        for note in notes(on: field) {
            lines += layout.paragraph(note, indent: indent, mark: .role(.secondaryText))
        }
        return lines
    }

    /// The value of a field in words.
    func value(of field: Field) -> String {
        let nothing = localizer(LineText.emptyValue)
        switch field.kind {
        case .text(let text, _): return text.isEmpty ? nothing : text
        case .secret(let isSet):
            if let text = field.revealed { return text }
            return isSet ? "•••••••• (\(localizer(LineText.isSet)))" : nothing
        case .number(let number, let currency, _):
            guard !number.isEmpty else { return nothing }
            return [number, currency].compactMap(\.self).joined(separator: " ")
        case .date(let day): return day.isEmpty ? nothing : day
        case .month(let month): return month.isEmpty ? nothing : FieldReading.shownMonth(month)
        case .toggle(let isOn): return localizer(isOn ? UIText.on : UIText.off)
        case .choice(let id, let options):
            return options.first { $0.id == id }?.title ?? (id.isEmpty ? nothing : id)
        case .choices(let ids, let options):
            let titles = options.filter { ids.contains($0.id) }.map(\.title)
            return titles.isEmpty ? nothing : titles.joined(separator: ", ")
        case .tokens(let tokens, _): return tokens.isEmpty ? nothing : TokenText.text(of: tokens)
        case .file(let name, _): return name.isEmpty ? nothing : name
        }
    }

    /// What helps to fill in a field.
    private func notes(on field: Field) -> [String] {
        var notes = field.strength.map { [$0.text] } ?? []
        let words = [field.isRequired ? localizer(UIText.required) : "", field.help]
            .filter { !$0.isEmpty }
        if !words.isEmpty { notes.append(words.joined(separator: ". ")) }
        switch field.kind {
        case .choice(_, let options), .choices(_, let options):
            let titles = options.map(\.title).joined(separator: ", ")
            notes.append(localizer(LineText.choices, ["options": titles]))
        case .number(_, _, let range?):
            notes.append(localizer.words(.range, range))
        case .tokens(_, let suggestions) where !suggestions.isEmpty:
            notes.append(localizer.words(.suggestions, suggestions))
        case .file(_, let accepts) where !accepts.isEmpty:
            let endings = accepts.joined(separator: ", ")
            notes.append(localizer(UIText.accepts, ["endings": endings]))
        case .text, .secret, .number, .date, .month, .toggle, .tokens, .file:
            break
        }
        return notes
    }
}
