package import TenonCore

/// Writes pictures as PNG (ISO/IEC 15948), without compression: for small ones.
package enum PNGWriter {
    /// The bytes of a file.
    package static func file(of picture: Bitmap) -> [UInt8] {
        let (width, height) = (picture.size.width, picture.size.height)
        var rows: [UInt8] = []
        for row in 0..<height {
            // Each row begins with the filter that it went through: none.
            rows.append(0)
            rows += picture.pixels[row * width * 4..<(row + 1) * width * 4]
        }
        // Eight bits for each of four channels, and the only methods that there are.
        let header = word(width) + word(height) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", compressed(rows)) + chunk("IEND", [])
    }

    private static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return word(content.count) + body + word(Int(checksum(body)))
    }

    /// A stream of zlib (RFC 1950) with blocks that are stored as they are (RFC 1951, 3.2.4).
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            result += block
        } while !rest.isEmpty
        return result + word(sum(of: bytes))
    }

    /// Adler-32 (RFC 1950, section 8.2).
    private static func sum(of bytes: [UInt8]) -> Int {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// CRC-32 (ISO/IEC 15948, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
                value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
            }
        }
    }
}
