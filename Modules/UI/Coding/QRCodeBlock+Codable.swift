extension QRCodeBlock.Content {
    private enum Key: String, CodingKey {
        case type, text
    }

    private enum Tag: String, Codable {
        case text, concealed, revealed
    }

    /// Decodes an object with the key `type`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .text: .text(try container.decode(String.self, forKey: .text))
            case .concealed: .concealed
            case .revealed: .revealed(try container.decode(String.self, forKey: .text))
            }
    }

    /// Encodes an object with the key `type`; what is concealed has no other key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .text(let text): try container.encode([.type: Tag.text, .text: text])
        case .concealed: try container.encode([.type: Tag.concealed])
        case .revealed(let text): try container.encode([.type: Tag.revealed, .text: text])
        }
    }
}
