/// A type that is declared as a plugin.
struct PluginDeclaration: Hashable {
    /// The name of the type.
    let name: String
    /// Where it is declared, counted from 1.
    let line: Int
    /// Whether its documentation says that applications name it by hand.
    let isNamedByHand: Bool

    private static let kinds: Set<String> = ["enum", "struct", "class", "actor"]

    /// The plugins among the declarations of a file.
    static func all(
        in tokens: [SwiftToken], comments: [SwiftScanner.Comment]
    ) -> [PluginDeclaration] {
        let comments = Dictionary(
            comments.map { ($0.line, $0.text) }, uniquingKeysWith: { first, _ in first })
        return tokens.indices.compactMap { index in
            guard let kind = tokens[index].name, kinds.contains(kind), index + 1 < tokens.count,
                let name = tokens[index + 1].name
            else { return nil }
            let head = tokens[(index + 2)...].prefix { $0.kind != .symbol("{") }
            guard let colon = head.firstIndex(where: { $0.kind == .symbol(":") }),
                head[colon...].contains(where: { $0.name == "Plugin" })
            else { return nil }
            let line = tokens[index].line
            let above = sequence(first: line - 1) { $0 - 1 }.prefix { comments[$0] != nil }
            let isNamedByHand = above.contains { comments[$0]?.contains("by hand") == true }
            return PluginDeclaration(name: name, line: line, isNamedByHand: isNamedByHand)
        }
    }

    /// The names of the types in the records of a file: `X` of each `X.self` in a `PluginRecord`.
    static func recorded(in tokens: [SwiftToken]) -> Set<String> {
        var result: Set<String> = []
        for start in tokens.indices where tokens[start].name == "PluginRecord" {
            let record = tokens[start...].prefix { $0.kind != .symbol("}") }
            for index in record.indices.dropLast(2)
            where record[index + 1].kind == .symbol(".") && record[index + 2].name == "self" {
                if let name = record[index].name { result.insert(name) }
            }
        }
        return result
    }
}
