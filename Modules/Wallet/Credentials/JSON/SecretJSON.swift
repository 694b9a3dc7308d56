import TenonCore

/// A JSON value whose texts are wiped when they go.
enum SecretJSON {
    case null
    case bool(Bool)
    /// As it was written.
    case number(String)
    case text(SecretText)
    case array([SecretJSON])
    case object([(key: String, value: SecretJSON)])

    /// The member of an object; the last of several with the same key.
    subscript(_ key: String) -> SecretJSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text, for a text.
    var secret: SecretText? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The text, for a text that is not secret.
    var string: String? { secret?.reveal() }

    /// The elements, for an array.
    var elements: [SecretJSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A text that is not secret.
    static func string(_ text: String) -> SecretJSON { .text(SecretText(text)) }

    /// Writes the value without spaces.
    func write(to output: SecretOutput) {
        switch self {
        case .null: output.append("null")
        case .bool(let value): output.append(value ? "true" : "false")
        case .number(let digits): output.append(digits)
        case .text(let text): text.withBytes { Self.write($0, to: output) }
        case .array(let elements):
            output.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(",") }
                element.write(to: output)
            }
            output.append("]")
        case .object(let members):
            output.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { output.append(",") }
                SecretText(member.key).withBytes { Self.write($0, to: output) }
                output.append(":")
                member.value.write(to: output)
            }
            output.append("}")
        }
    }

    /// The value as a text.
    var written: SecretText {
        let output = SecretOutput()
        write(to: output)
        return output.text
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to output: SecretOutput) {
        output.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                output.append(UInt8(ascii: "\\"))
                output.append(byte)
            case 0..<0x20:
                output.append("\\u00")
                output.append(hexDigit(byte >> 4))
                output.append(hexDigit(byte & 15))
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
