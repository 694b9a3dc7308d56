extension Field.Kind {
    private enum Key: String, CodingKey {
        case type, value, isMultiline, isSet, currency, minimum, maximum, options, suggestions,
            name, accepts, fallback
    }

    private enum Tag: String, Codable {
        case text, secret, number, date, month, toggle, choice, choices, tokens, file
    }

    /// Decodes an object with the key `type`; the `fallback` of an unknown type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch Tag(rawValue: try container.decode(String.self, forKey: .type)) {
        case nil:
            self = try container.decode(Field.Kind.self, forKey: .fallback)
        case .text:
            self = .text(
                try container.decode(String.self, forKey: .value),
                isMultiline: try container.decode(Bool.self, forKey: .isMultiline))
        case .secret:
            self = .secret(isSet: try container.decode(Bool.self, forKey: .isSet))
        case .number:
            self = .number(
                try container.decode(String.self, forKey: .value),
                currency: try container.decodeIfPresent(String.self, forKey: .currency),
                range: try Self.range(in: container))
        case .date:
            self = .date(try container.decode(String.self, forKey: .value))
        case .month:
            self = .month(try container.decode(String.self, forKey: .value))
        case .toggle:
            self = .toggle(try container.decode(Bool.self, forKey: .value))
        case .choice:
            self = .choice(
                try container.decode(String.self, forKey: .value),
                options: try container.decode([Field.Option].self, forKey: .options))
        case .choices:
            self = .choices(
                try container.decode([String].self, forKey: .value),
                options: try container.decode([Field.Option].self, forKey: .options))
        case .tokens:
            self = .tokens(
                try container.decode([String].self, forKey: .value),
                suggestions: try container.decode([String].self, forKey: .suggestions))
        case .file:
            self = .file(
                name: try container.decode(String.self, forKey: .name),
                accepts: try container.decode([String].self, forKey: .accepts))
        }
    }

    private static func range(
        in container: KeyedDecodingContainer<Key>
    ) throws -> ClosedRange<Int>? {
        guard let first = try container.decodeIfPresent(Int.self, forKey: .minimum),
            let last = try container.decodeIfPresent(Int.self, forKey: .maximum), first <= last
        else { return nil }
        return first...last
    }

    /// Encodes an object with the key `type`; a secret has no value.
    ///
    /// A kind of a later version has its `fallback`, too.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .text(let value, let isMultiline):
            try container.encode([.type: Tag.text, .value: value, .isMultiline: isMultiline])
        case .secret(let isSet):
            try container.encode([.type: Tag.secret, .isSet: isSet])
        case .number(let value, let currency, let range):
            try container.encode([
                .type: Tag.number, .value: value, .currency: currency,
                .minimum: range?.lowerBound, .maximum: range?.upperBound,
            ])
        case .date(let value):
            try container.encode([.type: Tag.date, .value: value])
        case .month(let value):
            try container.encode([
                .type: Tag.month, .value: value,
                .fallback: Field.Kind.text(value, isMultiline: false),
            ])
        case .toggle(let value):
            try container.encode([.type: Tag.toggle, .value: value])
        case .choice(let value, let options):
            try container.encode([.type: Tag.choice, .value: value, .options: options])
        case .choices(let value, let options):
            try container.encode([.type: Tag.choices, .value: value, .options: options])
        case .tokens(let value, let suggestions):
            try container.encode([
                .type: Tag.tokens, .value: value, .suggestions: suggestions,
                .fallback: Field.Kind.text(TokenText.text(of: value), isMultiline: false),
            ])
        case .file(let name, let accepts):
            try container.encode([.type: Tag.file, .name: name, .accepts: accepts])
        }
    }
}
