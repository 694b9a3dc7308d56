import TenonCore

/// A value of JSON (RFC 8259) whose texts are in memory that is wiped, since they may be secrets.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    /// A number as it was written.
    case number(String)
    case text(SecretText)
    case array([JSONValue])
    case object([String: JSONValue])

    /// What it is called in messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// What is wrong with a text that should be JSON, and where.
struct JSONError: Error, Equatable {
    /// What is wrong, as the end of a sentence.
    let reason: String
    /// The byte at which it was noticed, counted from 1.
    let position: Int
}
