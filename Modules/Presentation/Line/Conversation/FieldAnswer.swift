import TenonCore
import TenonUI

/// What a line means as the value of a field.
enum FieldAnswer: Equatable {
    /// The value.
    case value(FieldValue)
    /// It is not valid for this field; the message says what to type.
    case problem(String)

    /// Reads a line that is neither empty nor a command.
    init(_ line: SecretText, for field: Field, _ localizer: Localizer) {
        if field.isSecret {
            self = .value(.secret(line.unescaped))
            return
        }
        let text = line.unescaped.reveal()
        guard !HarmlessText.isNeeded(for: text.replacing("\n", with: " ")) else {
            self = .problem(localizer(LineText.problemControl))
            return
        }
        switch field.kind {
        case .text, .secret, .number, .date, .month, .tokens, .file:
            do {
                self = .value(try FieldReading.value(of: text, for: field, localizer))
            } catch {
                self = .problem(error.sentence)
            }
        case .toggle: self = Self.toggle(text.trimmed, localizer)
        case .choice(_, let options):
            let option = Self.option(text.trimmed, options)
            self =
                option.map { .value(.text($0.id)) } ?? .problem(localizer(LineText.problemOption))
        case .choices(_, let options): self = Self.options(text, options, localizer)
        }
    }

    /// The value that empties a field; `nil` when it cannot be empty.
    static func clearing(_ field: Field) -> FieldValue? {
        switch field.kind {
        case .text, .number, .date, .month: .text("")
        case .choices, .tokens: .choices([])
        case .choice(_, let options): options.contains { $0.id.isEmpty } ? .text("") : nil
        case .secret, .toggle, .file: nil
        }
    }

    private static func toggle(_ text: String, _ localizer: Localizer) -> FieldAnswer {
        switch YesNo(text, localizer) {
        case .yes: return .value(.toggle(true))
        case .no: return .value(.toggle(false))
        case nil: break
        }
        if text.lowercased() == localizer(UIText.on) { return .value(.toggle(true)) }
        if text.lowercased() == localizer(UIText.off) { return .value(.toggle(false)) }
        return .problem(localizer(LineText.problemToggle))
    }

    /// An option by its number, or by its words.
    private static func option(_ text: String, _ options: [Field.Option]) -> Field.Option? {
        if let number = Int(text), options.indices.contains(number - 1) {
            return options[number - 1]
        }
        let matches = options.filter { $0.title.lowercased() == text.lowercased() }
        return matches.count == 1 ? matches[0] : nil
    }

    private static func options(
        _ text: String, _ options: [Field.Option], _ localizer: Localizer
    ) -> FieldAnswer {
        var chosen: [Field.Option] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
            guard let option = option(String(word), options) else {
                return .problem(localizer(LineText.problemOptions))
            }
            chosen.append(option)
        }
        return .value(.choices(options.filter(chosen.contains).map(\.id)))
    }
}
