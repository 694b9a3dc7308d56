/// One setting of a target, for the compiler or the linker.
struct Setting: Hashable, Sendable {
    /// The tool that it is for, such as `swift` or `linker`.
    let tool: String
    /// The name of its kind, such as `enableUpcomingFeature`.
    let kind: String
    /// What it is set to, if that is one word.
    let value: String?

    /// Makes a setting of the compiler.
    init(_ kind: String, _ value: String) {
        (tool, self.kind, self.value) = ("swift", kind, value)
    }
}

extension Setting: Decodable {
    private enum CodingKeys: String, CodingKey {
        case kind, tool
    }

    private struct Value: Decodable {
        let word: String?

        private enum CodingKeys: String, CodingKey {
            case first = "_0"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            word = try? values.decodeIfPresent(String.self, forKey: .first)
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let kind = try values.decode([String: Value].self, forKey: .kind).first else {
            throw BoundaryError("A compiler setting of the manifest has no kind.")
        }
        tool = try values.decode(String.self, forKey: .tool)
        (self.kind, value) = (kind.key, kind.value.word)
    }
}
