import CPostgreSQL
import TenonCore

/// The kinds of columns that can be read, from the binary form in which they come.
///
/// The numbers are those of PostgreSQL's `pg_type.dat`, which never change.
enum ColumnKind: Sendable, Equatable {
    case boolean
    case integer
    case floatingPoint
    case decimal
    /// Text, and other types that are sent as text.
    case text
    case bytes

    /// The type of an argument that is an integer.
    static let integer8Type: Oid = 20
    /// The type of an argument that is bytes.
    static let bytesType: Oid = 17

    private init?(_ type: Oid) {
        switch type {
        case 16: self = .boolean
        case 20, 21, 23, 26: self = .integer
        case 700, 701: self = .floatingPoint
        case 1700: self = .decimal
        case 17: self = .bytes
        // "char", name, text, json, xml, unknown, character, character varying, void.
        case 18, 19, 25, 114, 142, 705, 1042, 1043, 2278: self = .text
        default: return nil
        }
    }

    /// The kinds of the columns of a result.
    ///
    /// - Throws: ``PostgreSQLError`` for the first that cannot be read.
    static func all(of result: OpaquePointer) throws -> [ColumnKind] {
        try (0..<PQnfields(result)).map { column in
            guard let kind = ColumnKind(PQftype(result, column)) else {
                let name = PQfname(result, column).map { String(cString: $0) } ?? ""
                throw PostgreSQLError.unknownType(name)
            }
            return kind
        }
    }

    /// Whether the bytes of a value are sent as they are.
    var isBytes: Bool { self == .text || self == .bytes }

    /// A value as an integer: a fraction is cut off, and of a text the digits at its start count.
    func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch self {
        case .boolean, .integer: Self.number(bytes)
        case .floatingPoint:
            Int64(exactly: Self.floatingPoint(bytes).rounded(.towardZero)) ?? 0
        case .decimal, .text, .bytes: Self.leadingInteger(text(bytes))
        }
    }

    /// A value as text.
    func text(_ bytes: UnsafeRawBufferPointer) -> String {
        switch self {
        case .boolean, .integer: "\(Self.number(bytes))"
        case .floatingPoint: "\(Self.floatingPoint(bytes))"
        case .decimal: DecimalText(bytes).text
        case .text, .bytes: String(decoding: bytes, as: UTF8.self)
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        switch bytes.count {
        case 1: Int64(bytes[0])
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: 0
        }
    }

    private static func floatingPoint(_ bytes: UnsafeRawBufferPointer) -> Double {
        bytes.count == 4
            ? Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
            : Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    private static func leadingInteger(_ text: String) -> Int64 {
        let start = text.drop { $0 == " " }
        let sign = start.prefix { $0 == "-" || $0 == "+" }.prefix(1)
        return Int64(sign + start.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
}

/// A decimal number in its binary form: groups of four digits (`numeric_send` of PostgreSQL).
struct DecimalText {
    /// The number in digits.
    let text: String

    init(_ bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt16 {
            guard bytes.count >= 2 * index + 2 else { return 0 }
            return UInt16(
                bigEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        }
        let (count, scale) = (Int(word(0)), Int(word(3)))
        let weight = Int(Int16(bitPattern: word(1)))
        switch word(2) {
        case 0xC000: text = "NaN"
        case 0xD000: text = "Infinity"
        case 0xF000: text = "-Infinity"
        case let sign:
            func group(_ index: Int) -> String {
                let digits = (0..<count).contains(index) ? "\(word(4 + index))" : "0"
                return String(repeating: "0", count: 4 - digits.count) + digits
            }
            let whole = weight < 0 ? "" : (0...weight).map(group).joined()
            let start = whole.drop { $0 == "0" }
            let fraction = stride(from: 0, to: scale, by: 4)
                .map { group(weight + 1 + $0 / 4) }.joined().prefix(scale)
            text =
                (sign == 0x4000 ? "-" : "") + (start.isEmpty ? "0" : start)
                + (fraction.isEmpty ? "" : "." + fraction)
        }
    }
}
