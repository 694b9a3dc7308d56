import TenonCore
import TenonUI

extension Screen {
    /// The destination with a title, or with a key.
    func destination(titled title: String? = nil, key: String? = nil) -> Destination? {
        destinations.first { title == $0.title || (key != nil && key == $0.shortcut) }
    }

    /// Where a text leads in the application.
    func location(behind text: String) -> Location? {
        let wanted = DriverText.normalized(text)
        let texts = allBlocks.flatMap { block -> [TextSpan] in
            if case .richText(let text) = block { Array(text.paragraphs.joined()) } else { [] }
        }
        let spans = texts + facts.flatMap { $0.spans ?? [] }
        return spans.first { DriverText.normalized($0.text) == wanted && $0.location != nil }?
            .location
    }

    /// The actions of the screen, or those of the rows, facts and fields with a label, with their targets.
    func actions(on label: String?) -> [(action: Action, target: String?)] {
        guard let label else {
            let ofRows = selectableLists.flatMap { $0.selection?.actions ?? [] }
            return (screenActions + ofRows).map { ($0, nil) }
        }
        let wanted = DriverText.normalized(label)
        func isWanted(_ label: String) -> Bool { DriverText.normalized(label) == wanted }
        var parts: [(id: String, actions: [Action])] = []
        parts += facts.filter { isWanted($0.label) }.map { ($0.id, $0.actions) }
        parts += lists.flatMap(\.rows).filter { isWanted($0.title) }.map { ($0.id, $0.actions) }
        parts += fields.filter { isWanted($0.label) }.map { ($0.id, $0.actions) }
        return parts.flatMap { part in part.actions.map { ($0, part.id) } }
    }
}

extension Screen {
    /// What can be read on the rows and facts with a label.
    func lines(on label: String) -> [String] {
        let wanted = DriverText.normalized(label)
        let facts = facts.filter { DriverText.normalized($0.label) == wanted }
        let rows = lists.flatMap(\.rows).filter { DriverText.normalized($0.title) == wanted }
        return facts.flatMap { ScreenText.lines(of: $0) }
            + rows.flatMap { ScreenText.lines(of: $0) }
    }
}

extension Field {
    /// The session's form of a person's value; `nil` when this field does not take it.
    func value(of value: DriverValue) -> FieldValue? {
        switch (kind, value) {
        case (.text, .text(let text)), (.number, .number(let text)), (.date, .date(let text)),
            (.month, .month(let text)):
            return .text(text)
        case (.secret, .secret(let text)):
            return .secret(SecretText(text))
        case (.toggle, .toggle(let isOn)):
            return .toggle(isOn)
        case (.choice(_, let options), .choice(let title)):
            return options.first { $0.title == title }.map { .text($0.id) }
        case (.choices(_, let options), .choices(let titles)):
            let ids = options.filter { titles.contains($0.title) }.map(\.id)
            return ids.count == titles.count ? .choices(ids) : nil
        case (.tokens, .tokens(let tokens)):
            return .choices(tokens)
        case (.file, .file(let path)):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return .file(FileValue(name: name, content: .path(path)))
        case (.text, _), (.number, _), (.date, _), (.month, _), (.secret, _), (.toggle, _),
            (.choice, _), (.choices, _), (.tokens, _), (.file, _):
            return nil
        }
    }
}

extension Question.Kind {
    /// What a person reads.
    var lines: [String] {
        let lines =
            switch self {
            case .alert(let alert):
                [alert.title, alert.message] + alert.choices.map(\.title)
            case .confirm(let confirmation):
                [confirmation.title, confirmation.message, confirmation.confirmTitle]
                    + [confirmation.alternative].compactMap { $0?.title }
                    + confirmation.severity.lines
            case .prompt(let prompt):
                [prompt.title, prompt.message]
            }
        return lines.filter { !$0.isEmpty }
    }

    /// The session's form of a person's answer; `nil` when this question does not take it.
    func answer(_ answer: DriverAnswer) -> Answer? {
        switch (self, answer) {
        case (_, .cancel):
            return .cancel
        case (.alert(let alert), .choice(let title)):
            return alert.choices.first { $0.title == title }.map { .choice($0.id) }
        case (.confirm(let confirmation), .choice(let title)):
            return confirmation.alternative.flatMap { $0.title == title ? .choice($0.id) : nil }
        case (.confirm, .confirm):
            return .confirm
        case (.prompt, .text(let text)), (.confirm, .text(let text)):
            return .text(SecretText(text))
        case (.alert, _), (.prompt, _):
            return nil
        }
    }
}

extension Severity {
    fileprivate var lines: [String] {
        switch self {
        case .mild, .moderate: []
        case .severe(let name): [name]
        }
    }
}
