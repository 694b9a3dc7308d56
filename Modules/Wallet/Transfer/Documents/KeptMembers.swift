import TenonCore
import WalletVault

/// Members of another program's items that were kept as JSON in hidden fields (`.program.…`).
struct KeptMembers {
    private var values: [(name: String, value: JSONValue)] = []
    /// The other fields.
    private(set) var others: [CustomField] = []

    /// Takes the fields whose labels begin with a program's name.
    ///
    /// An object has each member once: of an item that several became, the others stay fields.
    ///
    /// - Parameter apart: The label, if any, of fields that stay where they are among the others.
    init(_ fields: [CustomField], of program: String, apart: String? = nil) {
        var names: Set<String> = []
        for field in fields {
            let name = String(field.label.dropFirst(program.count + 1))
            if field.label.hasPrefix(".\(program)"), field.label != apart, !names.contains(name),
                let value = try? JSONReader.read(field.value)
            {
                names.insert(name)
                values.append((name, value))
            } else {
                others.append(field)
            }
        }
    }

    /// Takes a member out.
    mutating func take(_ name: String) -> JSONValue? {
        guard let index = values.firstIndex(where: { $0.name == name }) else { return nil }
        return values.remove(at: index).value
    }

    /// Takes all members of a part out.
    mutating func takeAll(_ part: String) -> [JSONValue.Member] {
        let taken = values.filter { $0.name.hasPrefix(part) }
        values.removeAll { $0.name.hasPrefix(part) }
        return taken.map { JSONValue.Member(String($0.name.dropFirst(part.count)), $0.value) }
    }
}
