/// One setting of a target, for the compiler or the linker.
package enum Setting: Hashable, Sendable {
    /// A language feature that is switched on ahead of its time.
    case upcomingFeature(String)
    /// Every warning becomes this: `error` or `warning`.
    case allWarnings(String)
    /// Anything for the linker, by the name of its kind; that silences no warning.
    case linker(String)
    /// Anything else, by the name of its kind.
    case other(String)
}

extension Setting: Decodable {
    private enum CodingKeys: String, CodingKey {
        case kind
        case tool
    }

    private struct Kind: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }

    private struct Value: Decodable {
        let first: String

        private enum CodingKeys: String, CodingKey {
            case first = "_0"
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kinds = try container.nestedContainer(keyedBy: Kind.self, forKey: .kind)
        guard let kind = kinds.allKeys.first else {
            throw BoundaryError("A compiler setting of the manifest has no kind.")
        }
        if try container.decode(String.self, forKey: .tool) == "linker" {
            self = .linker(kind.stringValue)
            return
        }
        switch kind.stringValue {
        case "enableUpcomingFeature":
            self = .upcomingFeature(try kinds.decode(Value.self, forKey: kind).first)
        case "treatAllWarnings":
            self = .allWarnings(try kinds.decode(Value.self, forKey: kind).first)
        default:
            self = .other(kind.stringValue)
        }
    }
}
