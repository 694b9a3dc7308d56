/// A value of JSON (RFC 8259) whose texts are wiped when they go.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number, as it stands in the text.
    case number(String)
    case string(SecretText)
    case array([JSONValue])
    /// The members in their order.
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue
        /// The line on which it begins, from 1; 0 for a member that was not read.
        package let line: Int

        /// Makes a member.
        package init(_ name: String, _ value: JSONValue, line: Int = 0) {
            self.name = name
            self.value = value
            self.line = line
        }

        /// Compares names and values; where they are makes no difference.
        package static func == (left: Member, right: Member) -> Bool {
            left.name == right.name && left.value == right.value
        }
    }

    /// Text that is not secret.
    package static func string(_ text: String) -> JSONValue { .string(SecretText(text)) }

    /// A whole number.
    package static func number(_ number: Int) -> JSONValue { .number("\(number)") }

    /// The member of an object, the last one when there are several; `nil` also for `null`.
    package subscript(_ name: String) -> JSONValue? {
        members.last { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    /// The members of an object; none for anything else.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of an array; none for anything else.
    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The text of a string; `nil` for anything else.
    package var secretString: SecretText? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The text of a string that is not secret; `nil` for anything else.
    package var string: String? { secretString?.reveal() }
}

extension JSONValue {
    /// The value as JSON without white space.
    package var written: SecretText {
        var count = 0
        write { count += $0.count }
        return SecretText(capacity: count) { memory in
            var count = 0
            write { bytes in
                UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
                count += bytes.count
            }
            return count
        }
    }

    /// Writes the value as JSON without white space, piece by piece.
    package func write(to output: (UnsafeRawBufferPointer) -> Void) {
        func list<Element>(
            _ open: String, _ elements: [Element], _ close: String, _ write: (Element) -> Void
        ) {
            Self.write(open, to: output)
            for (index, element) in elements.enumerated() {
                if index > 0 { Self.write(",", to: output) }
                write(element)
            }
            Self.write(close, to: output)
        }
        switch self {
        case .null: Self.write("null", to: output)
        case .bool(let bool): Self.write(bool ? "true" : "false", to: output)
        case .number(let number): Self.write(number, to: output)
        case .string(let text): text.withBytes { Self.write(quoting: $0, to: output) }
        case .array(let elements): list("[", elements, "]") { $0.write(to: output) }
        case .object(let members):
            list("{", members, "}") { member in
                SecretText(member.name).withBytes { Self.write(quoting: $0, to: output) }
                Self.write(":", to: output)
                member.value.write(to: output)
            }
        }
    }

    private static func write(_ text: String, to output: (UnsafeRawBufferPointer) -> Void) {
        var text = text
        text.withUTF8 { output(UnsafeRawBufferPointer($0)) }
    }

    private static func write(
        quoting bytes: UnsafeRawBufferPointer, to output: (UnsafeRawBufferPointer) -> Void
    ) {
        write("\"", to: output)
        var rest = bytes[...]
        while let index = rest.firstIndex(where: mustBeEscaped) {
            output(UnsafeRawBufferPointer(rebasing: rest[..<index]))
            switch bytes[index] {
            case UInt8(ascii: "\""): write("\\\"", to: output)
            case UInt8(ascii: "\\"): write("\\\\", to: output)
            case UInt8(ascii: "\n"): write("\\n", to: output)
            case let byte: write("\\u00\(byte.hexadecimal())", to: output)
            }
            rest = rest[(index + 1)...]
        }
        output(UnsafeRawBufferPointer(rebasing: rest))
        write("\"", to: output)
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }
}
