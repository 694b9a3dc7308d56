import TenonCore
import TenonUI

extension FormData {
    /// Whether it has a value of a field that is not empty.
    var hasFieldValue: Bool {
        entries.contains { $0.name.hasPrefix(FormNames.field("")) && !$0.value.isEmpty }
    }

    /// Whether it has fields, filled in or not.
    var hasFields: Bool {
        entries.contains { entry in
            [FormNames.field(""), FormNames.presence("")].contains { entry.name.hasPrefix($0) }
        }
    }

    /// The values of those fields of a screen that the browser sent.
    func values(of fields: [Field]) -> [String: FieldValue] {
        var result: [String: FieldValue] = [:]
        for field in fields {
            if let value = value(of: field) { result[field.id] = value }
        }
        return result
    }

    /// What the browser sent of the fields of tokens of a screen, as it was typed.
    func tokenTexts(on screen: Screen) -> [String: String] {
        var result: [String: String] = [:]
        for field in screen.fields {
            guard case .tokens = field.kind else { continue }
            result[field.id] = text(FormNames.field(field.id))
        }
        return result
    }

    private func value(of field: Field) -> FieldValue? {
        let name = FormNames.field(field.id)
        switch field.kind {
        case .text(_, let isMultiline):
            return text(name).map { .text(isMultiline ? lines($0) : $0) }
        case .number, .date:
            return text(name).map { .text($0) }
        case .month:
            return text(name).map { .text(FieldReading.month($0.trimmed) ?? $0) }
        case .tokens:
            return text(name).map { .choices(TokenText($0).tokens) }
        case .choice(_, let options):
            guard let choice = text(name), options.contains(where: { $0.id == choice }) else {
                return nil
            }
            return .text(choice)
        case .secret:
            return first(name).map { .secret($0) }
        case .toggle:
            guard contains(FormNames.presence(field.id)) else { return nil }
            return .toggle(contains(name))
        case .choices(_, let options):
            guard contains(FormNames.presence(field.id)) else { return nil }
            let chosen = Set(texts(name))
            return .choices(options.map(\.id).filter(chosen.contains))
        case .file:
            guard let entry = entries.first(where: { $0.name == name }),
                let fileName = entry.fileName, !fileName.isEmpty
            else { return nil }
            return .file(FileValue(name: fileName, content: .bytes(entry.value)))
        }
    }

    /// Browsers send line breaks as CR LF.
    private func lines(_ text: String) -> String { text.replacing("\r\n", with: "\n") }
}
