package import TenonCore

/// Objects are written as they look, and keep the order of their members.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0, $1) })
    }
}

/// A literal is not a secret.
extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
    /// The object with further members at its end.
    func adding(_ further: [Member]) -> JSONValue { .object(members + further) }
}
