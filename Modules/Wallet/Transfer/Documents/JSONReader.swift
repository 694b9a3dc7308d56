import TenonCore

/// Reads JSON (RFC 8259) into values whose texts are wiped when they go.
///
/// `JSONDecoder` would leave every password in strings that cannot be wiped.
struct JSONReader {
    /// The text is no JSON, or nested too deeply.
    struct Malformed: Error, Equatable {
        /// The line of the mistake, from 1.
        let line: Int
    }

    /// How deep arrays and objects may be nested.
    private static let depthLimit = 64
    /// How many values there may be: each takes about 100 bytes, whatever its text.
    static let countLimit = 10_000_000

    private let bytes: UnsafeRawBufferPointer
    private var count = 0
    private var position = 0
    private let scratch = WipedBuffer(capacity: 1_024)

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Reads one value, with nothing but white space around it.
    ///
    /// - Throws: ``Malformed``; ``TransferError`` when there are too many values.
    static func read(_ bytes: UnsafeRawBufferPointer) throws -> JSONValue {
        var reader = JSONReader(bytes)
        let isUTF8 = bytes.withMemoryRebound(to: UInt8.self) {
            (try? UTF8Span(validating: $0.span)) != nil
        }
        guard isUTF8 else { throw Malformed(line: 1) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.malformed }
        return value
    }

    /// Reads one value of a text.
    static func read(_ text: SecretText) throws -> JSONValue { try text.withBytes { try read($0) } }

    private var malformed: Malformed {
        Malformed(line: 1 + bytes.prefix(position).count { $0 == 0x0A })
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) throws {
        guard next == byte else { throw malformed }
        position += 1
    }

    private mutating func value(depth: Int) throws -> JSONValue {
        guard depth <= Self.depthLimit else { throw malformed }
        count += 1
        guard count <= Self.countLimit else {
            throw TransferError.tooManyValues(limit: Self.countLimit)
        }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
        for byte in word.utf8 { try take(byte) }
        return value
    }

    private mutating func object(_ depth: Int) throws -> JSONValue {
        try take(UInt8(ascii: "{"))
        var members: [JSONValue.Member] = []
        skipSpace()
        while next != UInt8(ascii: "}") {
            if !members.isEmpty {
                try take(UInt8(ascii: ","))
                skipSpace()
            }
            let name = try string().reveal()
            skipSpace()
            try take(UInt8(ascii: ":"))
            members.append(JSONValue.Member(name, try value(depth: depth + 1)))
            skipSpace()
        }
        position += 1
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws -> JSONValue {
        try take(UInt8(ascii: "["))
        var elements: [JSONValue] = []
        skipSpace()
        while next != UInt8(ascii: "]") {
            if !elements.isEmpty { try take(UInt8(ascii: ",")) }
            elements.append(try value(depth: depth + 1))
            skipSpace()
        }
        position += 1
        return .array(elements)
    }

    private mutating func number() throws -> JSONValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let whole = try digits()
        guard whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else { throw malformed }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        guard position - start <= 400 else { throw malformed }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    @discardableResult
    private mutating func digits() throws -> Int {
        let start = position
        while let next, 0x30...0x39 ~= next { position += 1 }
        guard position > start else { throw malformed }
        return position - start
    }

    // MARK: - Strings

    private mutating func string() throws -> SecretText {
        try take(UInt8(ascii: "\""))
        scratch.removeAll()
        var start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
                position += 1
                guard scratch.count > 0 else { return SecretText(utf8: rest) }
                scratch.append(rest)
                return scratch.text
            case UInt8(ascii: "\\"):
                scratch.append(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
                position += 1
                try escape()
                start = position
            case 0..<0x20: throw malformed
            default: position += 1
            }
        }
        throw malformed
    }

    private mutating func escape() throws {
        guard let byte = next else { throw malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape()
        default: throw malformed
        }
    }

    /// Four digits, or eight in two escapes; half of a pair becomes U+FFFD, as elsewhere.
    private mutating func unicodeEscape() throws {
        var code = UInt32(try fourDigits())
        if 0xD800...0xDBFF ~= code, next == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        {
            let place = position
            position += 2
            let low = UInt32(try fourDigits())
            if 0xDC00...0xDFFF ~= low {
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            } else {
                position = place
            }
        }
        let scalar = Unicode.Scalar(code) ?? Unicode.Scalar(0xFFFD as UInt16)
        scratch.append(String(scalar ?? " "))
    }

    private mutating func fourDigits() throws -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
