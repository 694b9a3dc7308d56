/// A text of a catalogue: one, or one for each plural form of its language.
package enum CatalogueText: Codable {
    case one(String)
    case plural([String: String])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .one(text)
        } else {
            self = .plural(try container.decode([String: String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .one(let text): try container.encode(text)
        case .plural(let forms): try container.encode(forms)
        }
    }
}
