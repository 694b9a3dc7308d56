import TenonCore

extension Fact.Value {
    private enum Key: String, CodingKey {
        case type, text, address, secondsLeft, period, spans, moment, person, location, fallback
    }

    private enum Tag: String, Codable {
        case text, concealed, revealed, link, code, spans, moment, person
    }

    /// Decodes an object with the key `type`; the `fallback` of an unknown type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let tag = Tag(rawValue: try container.decode(String.self, forKey: .type)) else {
            self = try container.decode(Fact.Value.self, forKey: .fallback)
            return
        }
        func text() throws -> String { try container.decode(String.self, forKey: .text) }
        switch tag {
        case .text: self = .text(try text())
        case .concealed: self = .concealed
        case .revealed: self = .revealed(try text())
        case .link:
            self = .link(
                text: try text(), address: try container.decode(String.self, forKey: .address))
        case .code:
            self = .code(
                try text(), secondsLeft: try container.decode(Int.self, forKey: .secondsLeft),
                period: try container.decode(Int.self, forKey: .period))
        case .spans:
            self = .spans(try container.decode([TextSpan].self, forKey: .spans))
        case .moment:
            self = .moment(try container.decode(Moment.self, forKey: .moment))
        case .person:
            self = .person(
                try container.decode(Person.self, forKey: .person),
                location: try container.decodeIfPresent(Location.self, forKey: .location))
        }
    }

    /// Encodes an object with the key `type`; what is concealed has no other key.
    ///
    /// A value of a later version has its `fallback`, too.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .text(let text):
            try container.encode([.type: Tag.text, .text: text])
        case .concealed:
            try container.encode([.type: Tag.concealed])
        case .revealed(let text):
            try container.encode([.type: Tag.revealed, .text: text])
        case .link(let text, let address):
            try container.encode([.type: Tag.link, .text: text, .address: address])
        case .code(let text, let secondsLeft, let period):
            try container.encode([
                .type: Tag.code, .text: text, .secondsLeft: secondsLeft, .period: period,
            ])
        case .spans(let spans):
            try container.encode([
                .type: Tag.spans, .spans: spans, .fallback: Fact.Value.text(spans.text),
            ])
        case .moment(let moment):
            try container.encode([
                .type: Tag.moment, .moment: moment, .fallback: Fact.Value.text(moment.text),
            ])
        case .person(let person, let location):
            try container.encode([
                .type: Tag.person, .person: person, .location: location,
                .fallback: Fact.Value.text(person.text),
            ])
        }
    }
}
