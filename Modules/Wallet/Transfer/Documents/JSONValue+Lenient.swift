import TenonCore
import TenonMemory

extension JSONValue {
    /// The text of a string, or of a number or truth value; empty for anything else.
    var secret: SecretText {
        switch self {
        case .string(let text): text
        case .number(let number): SecretText(number)
        case .bool(let bool): SecretText(bool ? "true" : "false")
        case .null, .array, .object: SecretText(utf8: [])
        }
    }

    /// Whether it is a string, a number, a truth value or nothing.
    var isText: Bool {
        switch self {
        case .null, .bool, .number, .string: true
        case .array, .object: false
        }
    }

    /// The text as ``secret``; of an array or object its JSON, unless there is nothing in it.
    var legible: SecretText { isText || isVoid ? secret : written }

    /// The text of a string that is not a secret; empty for anything else.
    var text: String { string ?? "" }

    /// A whole number, also when it is written as a string.
    var integer: Int? {
        switch self {
        case .number(let number): Int(number)
        case .string(let text): text.count <= 20 ? Int(text.reveal()) : nil
        case .null, .bool, .array, .object: nil
        }
    }

    /// Whether it is `true`.
    var isTrue: Bool { self == .bool(true) }

    /// Whether there is nothing in it: `null`, or empty.
    var isVoid: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .number: false
        }
    }

    /// The value as JSON without white space, for a file.
    var encoded: SecretBuffer {
        let result = SecretBuffer(capacity: 256)
        write { result.append($0) }
        return result
    }
}
