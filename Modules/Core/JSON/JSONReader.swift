/// Reads JSON (RFC 8259) into values whose texts are wiped when they go.
///
/// `JSONDecoder` would leave every password in strings that cannot be wiped, and does not tell the
/// line of an error.
package struct JSONReader {
    /// How deep arrays and objects may be nested.
    package static let depthLimit = 64
    /// How many values there may be: each takes about 100 bytes, whatever its text.
    package static let countLimit = 10_000_000
    /// How long a number may be.
    private static let digitLimit = 400

    private let bytes: UnsafeRawBufferPointer
    private let replacesHalves: Bool
    private var position = 0
    private var line = 1
    private var depth = 0
    private var count = 0

    private init(_ bytes: UnsafeRawBufferPointer, replacesHalves: Bool) {
        self.bytes = bytes
        self.replacesHalves = replacesHalves
    }

    /// Reads one value, with nothing but white space around it.
    ///
    /// - Parameter replacingHalves: Whether an escape that is half of a pair stands for U+FFFD, as in
    ///   files of other programs; otherwise it is an error.
    /// - Throws: ``JSONError``, which holds nothing of the text.
    package static func read(
        _ bytes: UnsafeRawBufferPointer, replacingHalves: Bool = false
    ) throws -> JSONValue {
        var reader = JSONReader(bytes, replacesHalves: replacingHalves)
        guard bytes.isUTF8 else { throw reader.failure("The text is not UTF-8.") }
        // Some programs begin files with a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value()
        reader.skipSpace()
        guard reader.next == nil else { throw reader.failure("There is text after the end.") }
        return value
    }

    /// Reads one value of a text.
    package static func read(
        _ text: SecretText, replacingHalves: Bool = false
    ) throws -> JSONValue {
        try text.withBytes { try read($0, replacingHalves: replacingHalves) }
    }

    private func failure(_ reason: Sentence) -> JSONError {
        JSONError(reason: reason, position: min(position, bytes.count) + 1, line: line)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Goes past a character, if it is there.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            if next == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func value() throws -> JSONValue {
        count += 1
        guard count <= Self.countLimit else { throw failure(JSONError.tooManyValues) }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            try list(until: "}") { members.append(try $0.member()) }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try list(until: "]") { elements.append(try $0.value()) }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    /// Reads what is between an opening character and the closing one, with commas in between.
    private mutating func list(
        until end: Unicode.Scalar, _ readElement: (inout JSONReader) throws -> Void
    ) throws {
        guard depth < Self.depthLimit else { throw failure("The values are nested too deeply.") }
        depth += 1
        position += 1
        skipSpace()
        if !take(end) {
            repeat {
                try readElement(&self)
                skipSpace()
            } while take(",")
            guard take(end) else { throw failure("A comma or the closing \"\(end)\" is missing.") }
        }
        depth -= 1
    }

    private mutating func member() throws -> JSONValue.Member {
        skipSpace()
        guard next == UInt8(ascii: "\"") else {
            throw failure("A name in quotation marks is expected here.")
        }
        let start = line
        let name = try string().reveal()
        skipSpace()
        guard take(":") else { throw failure("A colon is missing after a name.") }
        return JSONValue.Member(name, try value(), line: start)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw noValue }
        position += word.utf8.count
        return value
    }

    private var noValue: JSONError {
        failure("A value is expected here; texts are in quotation marks.")
    }

    private mutating func number() throws -> JSONValue {
        let start = position
        _ = take("-")
        if !take("0"), !takeDigits() { throw noValue }
        if take("."), !takeDigits() { throw failure("A digit is missing.") }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if !takeDigits() { throw failure("A digit is missing.") }
        }
        guard position - start <= Self.digitLimit else { throw failure("A number is too long.") }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func takeDigits() -> Bool {
        let start = position
        while let next, 0x30...0x39 ~= next { position += 1 }
        return position > start
    }

    // MARK: - Strings

    private mutating func string() throws -> SecretText {
        position += 1
        let start = position
        var hasEscapes = false
        while let next, next != UInt8(ascii: "\""), next >= 0x20 {
            let isEscape = next == UInt8(ascii: "\\")
            hasEscapes = hasEscapes || isEscape
            position += isEscape ? 2 : 1
        }
        let end = position
        guard take("\"") else {
            throw failure("A quotation mark is missing at the end of a text.")
        }
        guard hasEscapes else {
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        position = start
        // An escape is never shorter than what it stands for.
        let text = try SecretText(capacity: end - start) { memory in
            var count = 0
            while position < end {
                if take("\\") {
                    let scalar = try escape()
                    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                        memory[count] = unit
                        count += 1
                    }
                } else {
                    memory[count] = bytes[position]
                    count += 1
                    position += 1
                }
            }
            return count
        }
        position = end + 1
        return text
    }

    private mutating func escape() throws -> Unicode.Scalar {
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw unknownEscape
        }
    }

    private var unknownEscape: JSONError { failure("The escape after a backslash is unknown.") }

    /// A scalar of one escape, or of the two of a surrogate pair.
    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let place = position
        if UTF16.isLeadSurrogate(first), take("\\"), take("u") {
            let second = try fourDigits()
            let code = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF)
            if UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(code) { return scalar }
        }
        guard replacesHalves else { throw unknownEscape }
        position = place
        return "\u{FFFD}"
    }

    private mutating func fourDigits() throws -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexadecimalValue else { throw unknownEscape }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
