import TenonCore

/// What a person has put into the fields of a screen, until the screen is left.
package struct FormDraft: Sendable {
    private struct Entry {
        var value: FieldValue
        /// The field as it was when the value was typed.
        var base: Field.Kind
        /// Whether an action has used it.
        var isSent = false
        /// Whether the scene received it while it was typed.
        var isLive: Bool
        /// How the field will look when the scene has heard what was typed, the oldest first.
        var echoes: [Field.Kind] = []
    }

    /// How many values may be on their way to a scene.
    private static let echoLimit = 100

    private var entries: [String: Entry] = [:]

    /// A form in which nothing was typed.
    package init() {}

    /// Whether values would be lost that no scene has received.
    package var hasUnsent: Bool { entries.values.contains { !$0.isSent && !$0.isLive } }

    /// Whether it holds no value.
    package var isEmpty: Bool { entries.isEmpty }

    /// What was put into a field, by its id.
    package func value(of field: String) -> FieldValue? { entries[field]?.value }

    /// Remembers a value.
    package mutating func set(_ value: FieldValue, for field: Field) {
        var entry = Entry(value: value, base: field.kind, isLive: field.isLive)
        if field.isLive {
            let echoes = (entries[field.id]?.echoes ?? []) + [field.kind.with(value)]
            entry.echoes = echoes.suffix(Self.echoLimit)
        }
        entries[field.id] = entry
    }

    /// Notes that an action was done with all values.
    package mutating func markSent() {
        for id in entries.keys { entries[id]?.isSent = true }
    }

    /// Forgets the values of fields that are gone or that the scene has changed meanwhile, and
    /// secrets that were sent and are wrong.
    package mutating func reconcile(with screen: Screen) {
        let fields = Dictionary(
            screen.fields.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        entries = entries.filter { id, entry in
            guard let field = fields[id] else { return false }
            if field.isSecret, field.problem != nil, entry.isSent { return false }
            return field.kind == entry.base || entry.echoes.contains(field.kind)
        }
        for (id, entry) in entries {
            // A value that the scene has already received is not a change, even if more was typed
            // since.
            guard let kind = fields[id]?.kind, kind != entry.base,
                let index = entry.echoes.firstIndex(of: kind)
            else { continue }
            entries[id]?.base = kind
            entries[id]?.echoes.removeFirst(index + 1)
        }
    }

    /// The screen with the values in its fields.
    package func applied(to screen: Screen) -> Screen {
        guard !entries.isEmpty else { return screen }
        var screen = screen
        screen.blocks = screen.blocks.map(applied)
        return screen
    }

    /// The field with its value.
    package func applied(to field: Field) -> Field {
        guard let value = entries[field.id]?.value else { return field }
        var field = field
        field.kind = field.kind.with(value)
        return field
    }

    /// The values of all fields, as actions get them.
    package func values(for screen: Screen) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        for field in screen.fields {
            values[field.id] = entries[field.id]?.value ?? field.kind.presentValue
        }
        return values
    }

    private func applied(to block: Block) -> Block {
        switch block {
        case .form(var form):
            form.fields = form.fields.map(applied)
            return .form(form)
        case .group(var group):
            group.blocks = group.blocks.map(applied)
            return .group(group)
        case .text, .facts, .list, .table, .chart, .qrCode, .progress:
            return block
        }
    }
}

extension Field {
    /// Whether its value is a secret.
    package var isSecret: Bool { if case .secret = kind { true } else { false } }
}

extension Field.Kind {
    /// The value that the field has now; `nil` for a file, which only the person can choose.
    package var presentValue: FieldValue? {
        switch self {
        case .text(let text, _), .number(let text, _), .date(let text), .choice(let text, _):
            .text(text)
        case .secret: .secret(SecretText(""))
        case .toggle(let isOn): .toggle(isOn)
        case .choices(let ids, _): .choices(ids)
        case .file: nil
        }
    }

    /// The same kind with another value; a value of another kind changes nothing.
    fileprivate func with(_ value: FieldValue) -> Field.Kind {
        switch (self, value) {
        case (.text(_, let isMultiline), .text(let text)): .text(text, isMultiline: isMultiline)
        case (.secret(let isSet), .secret(let secret)): .secret(isSet: isSet || !secret.isEmpty)
        case (.number(_, let currency), .text(let text)): .number(text, currency: currency)
        case (.date, .text(let text)): .date(text)
        case (.toggle, .toggle(let isOn)): .toggle(isOn)
        case (.choice(_, let options), .text(let id)): .choice(id, options: options)
        case (.choices(_, let options), .choices(let ids)): .choices(ids, options: options)
        case (.file(_, let accepts), .file(let file)): .file(name: file.name, accepts: accepts)
        case (.text, _), (.secret, _), (.number, _), (.date, _), (.toggle, _), (.choice, _),
            (.choices, _), (.file, _):
            self
        }
    }

    /// Whether a field of this kind can be without a value.
    package var canBeUnfilled: Bool {
        switch self {
        case .text, .secret, .number, .date, .choices, .file: true
        case .toggle, .choice: false
        }
    }

    /// Whether the field has no value yet.
    package var isUnfilled: Bool {
        switch self {
        case .text(let text, _), .number(let text, _), .date(let text), .choice(let text, _):
            text.isEmpty
        case .secret(let isSet): !isSet
        case .toggle: false
        case .choices(let ids, _): ids.isEmpty
        case .file(let name, _): name.isEmpty
        }
    }
}
