import TenonCore

extension Field {
    /// Whether its value is a secret.
    package var isSecret: Bool { if case .secret = kind { true } else { false } }

    /// Whether a value that is typed is the one that the field has without it.
    func saysAnyway(_ value: FieldValue) -> Bool {
        switch value {
        case .secret(let secret): secret.isEmpty
        // Another file may have the same name.
        case .file(let file): file.name.isEmpty
        case .text, .toggle, .choices: kind.with(value) == kind
        }
    }
}

extension Field.Kind {
    /// The value that the field has now; `nil` for a file, which only the person can choose.
    var presentValue: FieldValue? {
        switch self {
        case .text(let text, _), .number(let text, _, _), .date(let text), .month(let text),
            .choice(let text, _):
            .text(text)
        case .secret: .secret(SecretText(""))
        case .toggle(let isOn): .toggle(isOn)
        case .choices(let ids, _), .tokens(let ids, _): .choices(ids)
        case .file: nil
        }
    }

    /// The kind without what may change while one types and decides about no value: suggestions, and the titles
    /// of options, which are in a language, with the order that follows from them.
    var withoutWords: Field.Kind {
        switch self {
        case .choice(let id, let options): .choice(id, options: options.withoutWords)
        case .choices(let ids, let options):
            .choices(ids.sorted(), options: options.withoutWords)
        case .tokens(let tokens, _): .tokens(tokens, suggestions: [])
        case .text, .secret, .number, .date, .month, .toggle, .file: self
        }
    }

    /// The same kind with another value; a value of another kind changes nothing.
    func with(_ value: FieldValue) -> Field.Kind {
        switch (self, value) {
        case (.text(_, let isMultiline), .text(let text)): .text(text, isMultiline: isMultiline)
        case (.secret(let isSet), .secret(let secret)): .secret(isSet: isSet || !secret.isEmpty)
        case (.number(_, let currency, let range), .text(let text)):
            .number(text, currency: currency, range: range)
        case (.date, .text(let text)): .date(text)
        case (.month, .text(let text)): .month(text)
        case (.toggle, .toggle(let isOn)): .toggle(isOn)
        case (.choice(_, let options), .text(let id)): .choice(id, options: options)
        case (.choices(_, let options), .choices(let ids)): .choices(ids, options: options)
        case (.tokens(_, let suggestions), .choices(let tokens)):
            .tokens(tokens, suggestions: suggestions)
        case (.file(_, let accepts), .file(let file)): .file(name: file.name, accepts: accepts)
        case (.text, _), (.secret, _), (.number, _), (.date, _), (.month, _), (.toggle, _),
            (.choice, _), (.choices, _), (.tokens, _), (.file, _):
            self
        }
    }

    /// Whether a field of this kind can be without a value.
    package var canBeUnfilled: Bool {
        switch self {
        case .text, .secret, .number, .date, .month, .choices, .tokens, .file: true
        case .toggle, .choice: false
        }
    }

    /// Whether the field has no value yet.
    package var isUnfilled: Bool {
        switch self {
        case .text(let text, _), .number(let text, _, _), .date(let text), .month(let text),
            .choice(let text, _):
            text.isEmpty
        case .secret(let isSet): !isSet
        case .toggle: false
        case .choices(let ids, _), .tokens(let ids, _): ids.isEmpty
        case .file(let name, _): name.isEmpty
        }
    }
}

extension [Field.Option] {
    /// The options without their titles, by their ids.
    fileprivate var withoutWords: [Field.Option] {
        map { Field.Option(id: $0.id, title: "") }.sorted { $0.id < $1.id }
    }
}
