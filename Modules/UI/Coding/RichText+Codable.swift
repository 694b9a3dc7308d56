import TenonCore

extension TextSpan.Link: Codable {
    private enum Key: String, CodingKey {
        case type, address, location
    }

    private enum Tag: String, Codable {
        case address, location
    }

    /// Decodes `{"type": "address", "address": …}` or `{"type": "location", "location": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .address: .address(try container.decode(String.self, forKey: .address))
            case .location: .location(try container.decode(Location.self, forKey: .location))
            }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .address(let address):
            try container.encode([.type: Tag.address, .address: address])
        case .location(let location):
            try container.encode([.type: Tag.location, .location: location])
        }
    }
}

extension Moment {
    private enum Key: String, CodingKey {
        case time, text, exact
    }

    /// Decodes an object whose `time` is in the form of RFC 3339.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let text = try container.decode(String.self, forKey: .time)
        guard let time = InternetTime.read(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .time, in: container, debugDescription: text)
        }
        self.init(time)
        self.text = try container.decode(String.self, forKey: .text)
        exact = try container.decode(String.self, forKey: .exact)
    }

    /// Encodes an object whose `time` is in the form of RFC 3339, in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([.time: InternetTime.write(time), .text: text, .exact: exact])
    }
}
