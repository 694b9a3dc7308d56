extension Severity {
    private enum Key: String, CodingKey {
        case type, name
    }

    private enum Tag: String, Codable {
        case mild, moderate, severe
    }

    /// Decodes `{"type": "mild"}`, `{"type": "moderate"}` or `{"type": "severe", "name": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .mild: .mild
            case .moderate: .moderate
            case .severe: .severe(name: try container.decode(String.self, forKey: .name))
            }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .mild:
            try container.encode(Tag.mild, forKey: .type)
        case .moderate:
            try container.encode(Tag.moderate, forKey: .type)
        case .severe(let name):
            try container.encode(Tag.severe, forKey: .type)
            try container.encode(name, forKey: .name)
        }
    }
}
