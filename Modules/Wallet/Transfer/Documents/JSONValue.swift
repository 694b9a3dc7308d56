import TenonCore

/// A value of JSON (RFC 8259) whose texts are wiped when they go.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number, as it stands in the text.
    case number(String)
    case string(SecretText)
    case array([JSONValue])
    /// The members in their order.
    case object([Member])

    /// A member of an object.
    struct Member: Sendable, Equatable {
        let name: String
        let value: JSONValue

        init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A text that is no secret.
    static func string(_ text: String) -> JSONValue { .string(SecretText(text)) }

    /// A whole number.
    static func number(_ number: Int) -> JSONValue { .number("\(number)") }

    /// The member of an object, the last one when there are several; `nil` also for `null`.
    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self,
            let value = members.last(where: { $0.name == name })?.value, value != .null
        else { return nil }
        return value
    }

    /// The members of an object; none for anything else.
    var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; none for anything else.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The text of a string, or of a number or truth value; empty for anything else.
    var secret: SecretText {
        switch self {
        case .string(let text): text
        case .number(let number): SecretText(number)
        case .bool(let bool): SecretText(bool ? "true" : "false")
        case .null, .array, .object: SecretText(utf8: [])
        }
    }

    /// The text of a string that is no secret; empty for anything else.
    var text: String {
        if case .string(let text) = self { text.reveal() } else { "" }
    }

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
}

extension JSONValue {
    /// The value as JSON without white space.
    var encoded: WipedBuffer {
        let result = WipedBuffer(capacity: 256)
        write(to: result)
        return result
    }

    /// Appends the value as JSON without white space.
    func write(to result: WipedBuffer) {
        switch self {
        case .null: result.append("null")
        case .bool(let bool): result.append(bool ? "true" : "false")
        case .number(let number): result.append(number)
        case .string(let text): text.withBytes { Self.write($0, to: result) }
        case .array(let elements):
            result.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { result.append(",") }
                element.write(to: result)
            }
            result.append("]")
        case .object(let members):
            result.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { result.append(",") }
                Self.write(member.name, to: result)
                result.append(":")
                member.value.write(to: result)
            }
            result.append("}")
        }
    }

    private static func write(_ text: String, to result: WipedBuffer) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0), to: result) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to result: WipedBuffer) {
        let digits = Array("0123456789abcdef".utf8)
        result.append("\"")
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                result.append(UInt8(ascii: "\\"))
                result.append(byte)
            case 0x0A: result.append("\\n")
            case 0..<0x20, 0x7F:
                result.append("\\u00")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            default: result.append(byte)
            }
        }
        result.append("\"")
    }
}
