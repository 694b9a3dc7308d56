/// The characters of Windows-1252, an encoding with one byte for each.
enum WindowsText {
    /// The character of a byte; those without one are the control characters of ISO 8859-1.
    static func scalar(of byte: UInt8) -> Unicode.Scalar {
        special[byte].flatMap { Unicode.Scalar($0) } ?? Unicode.Scalar(byte)
    }

    /// The byte of a character; `nil` when it has none.
    static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if let byte = bytes[scalar.value] { return byte }
        return UInt8(exactly: scalar.value).flatMap { special[$0] == nil ? $0 : nil }
    }

    /// The characters where ISO 8859-1 has control characters.
    private static let special: [UInt8: UInt32] = [
        0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020,
        0x87: 0x2021, 0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152,
        0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022,
        0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
        0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
    ]
    private static let bytes = Dictionary(
        special.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
}
