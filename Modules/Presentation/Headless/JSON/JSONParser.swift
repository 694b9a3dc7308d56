import Glibc
import TenonCore

/// Reads JSON as RFC 8259 defines it, without ever making a `String` of a text in it.
///
/// Stricter than the standard demands: a key may not come twice in an object, and escapes must make
/// whole characters.
struct JSONParser {
    /// How deep arrays and objects may be nested.
    static let maximumDepth = 16

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Parses a text that is one value.
    ///
    /// - Throws: ``JSONError``, which holds nothing of the text.
    static func parse(_ text: SecretText) throws -> JSONValue {
        try text.withBytes { bytes in
            var parser = JSONParser(bytes)
            let value = try parser.value()
            parser.skipSpace()
            guard parser.position == bytes.count else { throw parser.error("more follows") }
            return value
        }
    }

    private func error(_ reason: String) -> JSONError {
        JSONError(reason: reason, position: position + 1)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value() throws -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { try $0.object() }
        case UInt8(ascii: "["): return try nested { try $0.array() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
        case nil: throw error("a value is missing")
        default: throw error("this is no value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws -> JSONValue
    ) throws -> JSONValue {
        guard depth < Self.maximumDepth else { throw error("it is nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try read(&self)
    }

    private mutating func object() throws -> JSONValue {
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a key is missing") }
            let key = try text().reveal()
            skipSpace()
            guard skip(":") else { throw error("a colon is missing") }
            guard members.updateValue(try value(), forKey: key) == nil else {
                throw error("a key comes twice")
            }
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw error("a comma or \"}\" is missing") }
        }
    }

    private mutating func array() throws -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if skip("]") { return .array(elements) }
            guard skip(",") else { throw error("a comma or \"]\" is missing") }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error("this is no value") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws -> JSONValue {
        let start = position
        _ = skip("-")
        if !skip("0"), !skipDigits() { throw error("a digit is missing") }
        if skip("."), !skipDigits() { throw error("a digit is missing") }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            if !skipDigits() { throw error("a digit is missing") }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        return position > start
    }

    private mutating func text() throws -> SecretText {
        position += 1
        // An escape is never shorter than what it stands for.
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
        var buffer = TextBuffer(capacity: max(end - position, 64))
        defer { buffer.discard() }
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return buffer.text
            case UInt8(ascii: "\\"):
                position += 1
                buffer.append(try escape())
            case ..<0x20:
                throw error("a control character must be escaped")
            default:
                buffer.append(byte)
                position += 1
            }
        }
        throw error("the end of a text is missing")
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let byte = next else { throw error("the end of a text is missing") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw error("there is no such escape")
        }
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip("\\"), skip("u") else {
            throw error("half of a pair is missing")
        }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half of a pair is missing") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("four hexadecimal digits are needed")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

/// Gathers a text in memory that is wiped.
private struct TextBuffer {
    private var storage: UnsafeMutableRawBufferPointer
    private var count = 0

    init(capacity: Int) { storage = .allocate(byteCount: capacity, alignment: 1) }

    var text: SecretText {
        SecretText(utf8: UnsafeRawBufferPointer(rebasing: storage[..<count]))
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    mutating func append(_ byte: UInt8) {
        if count == storage.count { grow() }
        storage[count] = byte
        count += 1
    }

    mutating func discard() {
        if let base = storage.baseAddress { explicit_bzero(base, count) }
        storage.deallocate()
    }

    private mutating func grow() {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: storage.count * 2, alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(storage))
        let length = count
        discard()
        storage = larger
        count = length
    }
}
