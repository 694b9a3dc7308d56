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
        case text, richText, facts, list, table, chart, qrCode, image, form, progress, group
    }

    /// Decodes the block that `type` names from the same object; the `fallback` of an unknown type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch Tag(rawValue: try container.decode(String.self, forKey: .type)) {
            case nil: try container.decode(Block.self, forKey: .fallback)
            case .text: .text(try TextBlock(from: decoder))
            case .richText: .richText(try RichTextBlock(from: decoder))
            case .facts: .facts(try FactsBlock(from: decoder))
            case .list: .list(try ListBlock(from: decoder))
            case .table: .table(try TableBlock(from: decoder))
            case .chart: .chart(try ChartBlock(from: decoder))
            case .qrCode: .qrCode(try QRCodeBlock(from: decoder))
            case .image: .image(try ImageBlock(from: decoder))
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
            case .richText(let block): (.richText, block)
            case .facts(let block): (.facts, block)
            case .list(let block): (.list, block)
            case .table(let block): (.table, block)
            case .chart(let block): (.chart, block)
            case .qrCode(let block): (.qrCode, block)
            case .image(let block): (.image, block)
            case .form(let block): (.form, block)
            case .progress(let block): (.progress, block)
            case .group(let block): (.group, block)
            }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(tag, forKey: .type)
        try container.encodeIfPresent(fallback, forKey: .fallback)
        try block.encode(to: encoder)
    }

    /// The same in the vocabulary of the first version; `nil` when it belongs to that.
    private var fallback: Block? {
        switch self {
        case .qrCode(let block): .facts(block.fallback)
        case .image(let block): .text(block.fallback)
        case .richText(let block): .text(block.fallback)
        case .text, .facts, .list, .table, .chart, .form, .progress, .group: nil
        }
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
