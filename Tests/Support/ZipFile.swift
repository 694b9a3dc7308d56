/// An archive in the zip format that is put together byte by byte, right or wrong.
package struct ZipFile {
    /// The bytes of the files so far.
    private var body: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// An archive without files.
    package init() {}

    /// Adds a file that is stored as it is.
    ///
    /// - Parameters:
    ///   - name: Its path, of any kind.
    ///   - content: Its bytes.
    ///   - claimedSize: What the archive says of its size when that is not the truth.
    ///   - flags: The general purpose flags; bit 0 means encrypted.
    package mutating func add(
        _ name: String, _ content: [UInt8], claimedSize: Int? = nil, flags: Int = 0
    ) {
        let size = claimedSize ?? content.count
        let common = [
            Self.number(20, 2), Self.number(flags, 2), Self.number(0, 2), Self.number(0, 2),
            Self.number(0x21, 2), Self.number(Int(Self.checksum(content)), 4),
            Self.number(content.count, 4), Self.number(size, 4),
            Self.number(name.utf8.count, 2), Self.number(0, 2),
        ].flatMap { $0 }
        directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + common
        directory += Self.number(0, 10) + Self.number(body.count, 4) + Array(name.utf8)
        body += Self.number(0x0403_4B50, 4) + common + Array(name.utf8) + content
        count += 1
    }

    /// Adds a file with a text.
    package mutating func add(_ name: String, _ content: String) {
        add(name, Array(content.utf8))
    }

    /// All bytes of the archive.
    package var bytes: [UInt8] {
        var result = body + directory
        result += Self.number(0x0605_4B50, 4) + Self.number(0, 4)
        result += Self.number(count, 2) + Self.number(count, 2)
        result += Self.number(directory.count, 4) + Self.number(body.count, 4) + [0, 0]
        return result
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32 as in section 4.4.7 of the format's specification.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var code = ~UInt32(0)
        for byte in bytes {
            code ^= UInt32(byte)
            for _ in 0..<8 {
                code = code & 1 == 1 ? (code >> 1) ^ 0xEDB8_8320 : code >> 1
            }
        }
        return ~code
    }
}
