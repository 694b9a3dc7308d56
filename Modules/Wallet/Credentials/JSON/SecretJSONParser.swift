import TenonCore

/// Reads JSON (RFC 8259) without leaving copies of its texts behind.
struct SecretJSONParser {
    private static let maximalDepth = 32

    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Reads one value and nothing after it; `nil` when it is not JSON.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> SecretJSON? {
        var parser = SecretJSONParser(bytes)
        guard let value = parser.value(depth: 0) else { return nil }
        parser.skipSpace()
        return parser.position == bytes.count ? value : nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0D ~= byte && byte != 0x0B && byte != 0x0C)
        {
            position += 1
        }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> SecretJSON? {
        guard depth <= Self.maximalDepth else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return text().map { .text($0) }
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: SecretJSON) -> SecretJSON? {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count,
            UnsafeRawBufferPointer(rebasing: bytes[position..<end])
                .elementsEqual(UnsafeRawBufferPointer(start: word.utf8Start, count: end - position))
        else { return nil }
        position = end
        return value
    }

    private mutating func object(depth: Int) -> SecretJSON? {
        var members: [(key: String, value: SecretJSON)] = []
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let key = text() else { return nil }
            skipSpace()
            guard skip(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            members.append((key.reveal(), value))
            skipSpace()
            if skip(UInt8(ascii: "}")) { return .object(members) }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func array(depth: Int) -> SecretJSON? {
        var elements: [SecretJSON] = []
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
            skipSpace()
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func number() -> SecretJSON? {
        let start = position
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }
        func digits(_ parser: inout SecretJSONParser) -> Bool {
            guard isDigit(parser.next) else { return false }
            while isDigit(parser.next) { parser.position += 1 }
            return true
        }
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            guard !isDigit(next) else { return nil }
        } else if !digits(&self) {
            return nil
        }
        if skip(UInt8(ascii: ".")), !digits(&self) { return nil }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits(&self) else { return nil }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func text() -> SecretText? {
        let output = SecretOutput(capacity: 64)
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return isUTF8(output) ? output.text : nil
            case UInt8(ascii: "\\"):
                guard escape(to: output) else { return nil }
            case 0..<0x20: return nil
            default: output.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(to output: SecretOutput) -> Bool {
        guard let byte = next else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = escapedScalar() else { return false }
            for unit in Unicode.UTF8.encode(scalar) ?? .init() { output.append(unit) }
        default: return false
        }
        return true
    }

    /// A scalar of one escape, or of the two of a surrogate pair.
    private mutating func escapedScalar() -> UnicodeScalar? {
        guard let high = escapedUnit() else { return nil }
        guard 0xD800...0xDBFF ~= high else { return UnicodeScalar(high) }
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let low = escapedUnit(),
            0xDC00...0xDFFF ~= low
        else { return nil }
        return UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func escapedUnit() -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next,
                let digit = Character(UnicodeScalar(byte)).hexDigitValue
            else { return nil }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private func isUTF8(_ output: SecretOutput) -> Bool {
        output.withBytes { bytes in
            var decoder = UTF8()
            var iterator = bytes.makeIterator()
            while true {
                switch decoder.decode(&iterator) {
                case .scalarValue: continue
                case .emptyInput: return true
                case .error: return false
                }
            }
        }
    }
}
