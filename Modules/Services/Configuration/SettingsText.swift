import TenonCore

/// Reads the text of a settings file, JSON as in RFC 8259, and remembers on which line things are.
struct SettingsText {
    /// A member of an object.
    struct Entry: Equatable {
        let name: String
        let line: Int
        let value: Value
    }

    /// What can stand for a setting.
    enum Value: Equatable {
        case text(String)
        /// A number as it is written.
        case number(String)
        case toggle(Bool)
        case object([Entry])
        /// `null` or an array, which no setting takes.
        case other
    }

    /// Why something is not JSON, and where.
    struct Failure: Error {
        let reason: Sentence
        let line: Int
    }

    private static let maximumDepth = 16

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Reads one object with nothing behind it.
    ///
    /// - Throws: ``Failure``.
    static func entries(of bytes: [UInt8]) throws -> [Entry] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw failure("The file is not UTF-8 text.", on: 1)
        }
        var reader = SettingsText(bytes: Array(text.utf8))
        // Some editors begin files with a byte order mark.
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        reader.skipSpace()
        guard reader.next == UInt8(ascii: "{"), case .object(let entries) = try reader.value(0)
        else { throw reader.failure("An object in braces is expected.") }
        reader.skipSpace()
        guard reader.next == nil else { throw reader.failure("There is text after the end.") }
        return entries
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func failure(_ reason: Sentence, on line: Int) -> Failure {
        Failure(reason: reason, line: line)
    }

    private func failure(_ reason: Sentence) -> Failure { Self.failure(reason, on: line) }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    /// Goes past a character, if it is there.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(_ depth: Int) throws -> Value {
        guard depth < Self.maximumDepth else { throw failure("The values are nested too deeply.") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth))
        case UInt8(ascii: "["):
            try array(depth)
            return .other
        case UInt8(ascii: "\""): return .text(try string())
        default: return try word()
        }
    }

    private mutating func object(_ depth: Int) throws -> [Entry] {
        position += 1
        var entries: [Entry] = []
        skipSpace()
        if take("}") { return entries }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw failure("A name in quotation marks is expected here.")
            }
            let start = line
            let name = try string()
            skipSpace()
            guard take(":") else { throw failure("A colon is missing after \"\(name)\".") }
            entries.append(Entry(name: name, line: start, value: try value(depth + 1)))
            skipSpace()
        } while take(",")
        guard take("}") else { throw failure("A comma or a closing brace is missing.") }
        return entries
    }

    private mutating func array(_ depth: Int) throws {
        position += 1
        skipSpace()
        if take("]") { return }
        repeat {
            _ = try value(depth + 1)
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("A comma or a closing bracket is missing.") }
    }

    /// A number, or one of the three words.
    private mutating func word() throws -> Value {
        let start = position
        while let byte = next, UInt8(ascii: "+")...UInt8(ascii: "z") ~= byte, byte != 0x2C,
            byte != 0x3A, byte != 0x5B, byte != 0x5D
        {
            position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .toggle(true)
        case "false": return .toggle(false)
        case "null": return .other
        case "": throw failure("A value is missing.")
        default:
            let number = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
            guard word.wholeMatch(of: number) != nil else {
                throw failure("\"\(word)\" is not a value; put texts in quotation marks.")
            }
            return .number(word)
        }
    }

    private mutating func string() throws -> String {
        position += 1
        var units: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += String(try escape()).utf8
            case ..<0x20:
                position -= 1
                throw failure("A quotation mark is missing at the end of a text.")
            default: units.append(byte)
            }
        }
        throw failure("A quotation mark is missing at the end of a text.")
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let byte = next else { throw failure("The text ends too early.") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try unit()
            guard UTF16.isLeadSurrogate(first) else {
                guard let scalar = Unicode.Scalar(first) else { throw badEscape }
                return scalar
            }
            guard take("\\"), take("u") else { throw badEscape }
            let second = try unit()
            // RFC 8259, section 7: what is outside the first plane is written as two halves.
            let value = 0x10000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF)
            guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(value) else {
                throw badEscape
            }
            return scalar
        default: throw badEscape
        }
    }

    private var badEscape: Failure { failure("The escape after a backslash is unknown.") }

    /// Four hexadecimal digits.
    private mutating func unit() throws -> UInt16 {
        let digits = bytes[position..<min(position + 4, bytes.count)]
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt16(text, radix: 16)
        else { throw badEscape }
        position += 4
        return unit
    }
}
