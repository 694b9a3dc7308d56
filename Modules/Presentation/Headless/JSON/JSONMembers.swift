import TenonCore

/// The members of a JSON object, read one by one, so that unread ones are noticed.
struct JSONMembers {
    private var members: [String: JSONValue]
    private var known: [String] = []
    private let name: String

    /// Takes the members of an object.
    ///
    /// - Parameter name: What the object is called in messages.
    /// - Throws: ``HeadlessError`` when it is not an object, or has a key twice.
    init(_ value: JSONValue, name: String) throws {
        guard case .object(let members) = value else {
            throw HeadlessError.wrongType(name, value, expected: "an object")
        }
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        self.name = name
        if self.members.count < members.count { throw HeadlessError.repeatedKey(in: name) }
    }

    /// Takes a member; `nil` when it is absent or null.
    mutating func take(_ key: String) -> JSONValue? {
        known.append(key)
        guard let value = members.removeValue(forKey: key), value != .null else { return nil }
        return value
    }

    /// Takes a text; `nil` when it is absent.
    mutating func secret(_ key: String) throws -> SecretText? {
        guard let value = take(key) else { return nil }
        guard case .string(let text) = value else {
            throw HeadlessError.wrongType(key, value, expected: "text")
        }
        return text
    }

    /// Takes a text that is not secret; `nil` when it is absent.
    mutating func text(_ key: String) throws -> String? { try secret(key)?.reveal() }

    /// Takes a text that must be there.
    mutating func requiredText(_ key: String) throws -> String {
        guard let text = try text(key) else { throw HeadlessError.missing(key) }
        return text
    }

    /// Takes an array of texts that are not secret; `nil` when it is absent.
    mutating func texts(_ key: String) throws -> [String]? {
        guard let value = take(key) else { return nil }
        guard case .array(let values) = value else {
            throw HeadlessError.wrongType(key, value, expected: "an array of texts")
        }
        return try values.map { element in
            guard case .string(let text) = element else {
                throw HeadlessError.wrongType(key, element, expected: "an array of texts")
            }
            return text.reveal()
        }
    }

    /// Takes true or false; false when it is absent.
    mutating func flag(_ key: String) throws -> Bool {
        guard let value = take(key) else { return false }
        guard case .bool(let flag) = value else {
            throw HeadlessError.wrongType(key, value, expected: "true or false")
        }
        return flag
    }

    /// Takes a whole number of a range.
    mutating func integer(_ key: String, in range: ClosedRange<Int>) throws -> Int {
        guard let value = take(key) else { throw HeadlessError.missing(key) }
        guard case .number(let digits) = value, let number = Int(digits), range.contains(number)
        else {
            throw HeadlessError.wrongType(
                key, value,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// Takes the name of a request; `nil` when it has none.
    mutating func requestID() throws -> RequestID? {
        switch take("id") {
        case nil: return nil
        case .string(let text): return .text(text.reveal())
        case .number(let digits) where Int(digits) != nil: return Int(digits).map { .number($0) }
        case .some(let value):
            throw HeadlessError.wrongType("id", value, expected: "text or a whole number")
        }
    }

    /// Takes an object; `nil` when it is absent.
    mutating func object(_ key: String) throws -> JSONMembers? {
        try take(key).map { try JSONMembers($0, name: key) }
    }

    /// Takes all members that are left.
    mutating func takeAll() -> [(key: String, value: JSONValue)] {
        defer { members = [:] }
        return members.sorted { $0.key < $1.key }
    }

    /// Makes sure that every member was taken.
    ///
    /// - Throws: ``HeadlessError`` that names one that was not.
    func finish() throws {
        if let key = members.keys.min() { throw HeadlessError.unknownKey(key, known: known) }
    }
}

extension JSONValue {
    /// What it is called in messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
