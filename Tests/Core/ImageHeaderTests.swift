import TenonCore
import Testing

@Suite("The beginning of an image")
struct ImageHeaderTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let most: [UInt8] = [255, 255, 255, 255]

    private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        signature + [0, 0, 0, 13] + Array("IHDR".utf8) + width + height
    }

    private static func webp(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(kind)".utf8) + [0, 0, 0, 0] + content
    }

    /// Images of 640 by 480 pixels, as far as that is told.
    private static let samples: [(ImageFormat, [UInt8])] = [
        (.png, png([0, 0, 2, 128], [0, 0, 1, 224])),
        (.gif, Array("GIF87a".utf8) + [128, 2, 224, 1]),
        (.gif, Array("GIF89a".utf8) + [128, 2, 224, 1]),
        // Filled with a byte, a segment, a restart marker, and the header of a progressive frame.
        (
            .jpeg,
            [0xFF, 0xD8, 0xFF, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD0, 0xFF, 0xC2, 0, 17, 8]
                + [1, 224, 2, 128]
        ),
        (.webp, webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 128, 2, 224, 1])),
        // 14 bits for each side less one.
        (.webp, webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0])),
        (.webp, webp("VP8X", [0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0])),
    ]

    /// Why bytes are refused; `nil` when they are not.
    private func refusal(of bytes: [UInt8]) -> ErrorCode? {
        do {
            _ = try ImageHeader(bytes)
            return nil
        } catch {
            return Explanation(error).code
        }
    }

    @Test("tells the format and the size", arguments: samples)
    func sizes(_ format: ImageFormat, _ bytes: [UInt8]) throws {
        let header = try ImageHeader(bytes)
        #expect(header.format == format)
        #expect(header.size == PictureSize(width: 640, height: 480))
    }

    @Test("that is cut anywhere is refused", arguments: samples)
    func cut(_ format: ImageFormat, _ bytes: [UInt8]) {
        for count in 0..<bytes.count {
            #expect(refusal(of: Array(bytes.prefix(count))) == .imageUnreadable, "\(count)")
        }
    }

    @Test("that says that there are too many pixels, or none, is refused")
    func pixels() {
        // 8,000 by 6,250: 50 million.
        #expect(refusal(of: Self.png([0, 0, 31, 64], [0, 0, 24, 106])) == .imageTooLarge)
        #expect(refusal(of: Self.png(Self.most, Self.most)) == .imageTooLarge)
        #expect(refusal(of: Self.png([0, 0, 0, 0], [0, 0, 1, 0])) == .imageUnreadable)
        // 6,000 by 4,000.
        #expect(refusal(of: Self.png([0, 0, 23, 112], [0, 0, 15, 160])) == nil)
    }

    @Test("of more bytes than are taken is refused, whatever it is")
    func bytes() {
        let bytes = [UInt8](repeating: 0, count: ImageLimits.bytes + 1)
        #expect(refusal(of: bytes) == .imageTooLarge)
    }

    @Test("of segments without a length, or without an end, is refused")
    func endless() {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]
        #expect(refusal(of: start + start + start) == .imageUnreadable)
        let filled = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100_000)
        #expect(refusal(of: filled) == .imageUnreadable)
    }
}
