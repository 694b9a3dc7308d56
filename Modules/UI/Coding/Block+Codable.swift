// The enumerations of the vocabulary are written as objects with a key `type`, and the names of the
// keys are spelled out, so that the JSON of a screen is a stable, documented schema.
//
// A block, field or fact of a later version has a key `fallback`, which says the same in the
// vocabulary of the first version. A reader that does not know the `type` uses it.

extension Block {
    private enum Key: String, CodingKey {
        case type, fallback
    }

    private enum Tag: String, Codable {
        case text, facts, list, table, chart, qrCode, form, progress, group
    }

    /// Decodes the block that `type` names from the same object; the `fallback` of an unknown type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch Tag(rawValue: try container.decode(String.self, forKey: .type)) {
            case nil: try container.decode(Block.self, forKey: .fallback)
            case .text: .text(try TextBlock(from: decoder))
            case .facts: .facts(try FactsBlock(from: decoder))
            case .list: .list(try ListBlock(from: decoder))
            case .table: .table(try TableBlock(from: decoder))
            case .chart: .chart(try ChartBlock(from: decoder))
            case .qrCode: .qrCode(try QRCodeBlock(from: decoder))
            case .form: .form(try FormBlock(from: decoder))
            case .progress: .progress(try ProgressBlock(from: decoder))
            case .group: .group(try GroupBlock(from: decoder))
            }
    }

    /// Encodes the block with its `type` beside its own keys; a block of a later version with its
    /// `fallback`, too.
    public func encode(to encoder: any Encoder) throws {
        let (tag, block): (Tag, any Encodable) =
            switch self {
            case .text(let block): (.text, block)
            case .facts(let block): (.facts, block)
            case .list(let block): (.list, block)
            case .table(let block): (.table, block)
            case .chart(let block): (.chart, block)
            case .qrCode(let block): (.qrCode, block)
            case .form(let block): (.form, block)
            case .progress(let block): (.progress, block)
            case .group(let block): (.group, block)
            }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(tag, forKey: .type)
        if case .qrCode(let block) = self {
            try container.encode(Block.facts(block.fallback), forKey: .fallback)
        }
        try block.encode(to: encoder)
    }
}

extension TextBlock.Style {
    private enum Key: String, CodingKey {
        case type, level
    }

    private enum Tag: String, Codable {
        case paragraph, heading
    }

    /// Decodes `{"type": "paragraph"}` or `{"type": "heading", "level": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .paragraph: .paragraph
            case .heading: .heading(level: try container.decode(Int.self, forKey: .level))
            }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .paragraph:
            try container.encode([.type: Tag.paragraph])
        case .heading(let level):
            try container.encode([.type: Tag.heading, .level: level])
        }
    }
}

extension Fact.Value {
    private enum Key: String, CodingKey {
        case type, text, address, secondsLeft, period, fallback
    }

    private enum Tag: String, Codable {
        case text, concealed, revealed, link, code
    }

    /// Decodes an object with the key `type`; the `fallback` of an unknown type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let tag = Tag(rawValue: try container.decode(String.self, forKey: .type)) else {
            self = try container.decode(Fact.Value.self, forKey: .fallback)
            return
        }
        if tag == .concealed {
            self = .concealed
            return
        }
        let text = try container.decode(String.self, forKey: .text)
        switch tag {
        case .text: self = .text(text)
        case .concealed: self = .concealed
        case .revealed: self = .revealed(text)
        case .link:
            self = .link(text: text, address: try container.decode(String.self, forKey: .address))
        case .code:
            self = .code(
                text, secondsLeft: try container.decode(Int.self, forKey: .secondsLeft),
                period: try container.decode(Int.self, forKey: .period))
        }
    }

    /// Encodes an object with the key `type`; what is concealed has no other key.
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
        }
    }
}
