/// What the first bytes of an image say: its format and its size; nothing is decoded for it.
///
/// The bytes come from anywhere. What is told here is what decoders take memory for, so that an image
/// that is too large is refused before any of them sees it.
public struct ImageHeader: Sendable, Equatable {
    /// The format that it begins like.
    public let format: ImageFormat
    /// How many pixels it says that it has.
    public let size: PictureSize

    /// Reads the beginning of an image.
    ///
    /// - Parameter bytes: The whole image, or enough of it.
    /// - Throws: ``ImageError`` for what is none of the formats or is cut, and for what has more bytes or
    ///   pixels than ``ImageLimits`` lets through.
    public init(_ bytes: [UInt8]) throws {
        guard bytes.count <= ImageLimits.bytes else { throw ImageError.tooLarge }
        guard let format = ImageFormat(startOf: bytes) else { throw ImageError.unreadable }
        let reader = Reader(bytes: bytes)
        let size =
            switch format {
            case .png: reader.sizeOfPNG
            case .jpeg: reader.sizeOfJPEG
            case .gif: reader.sizeOfGIF
            case .webp: reader.sizeOfWebP
            }
        guard let size, size.width > 0, size.height > 0 else { throw ImageError.unreadable }
        guard size.width <= ImageLimits.pixels / size.height else { throw ImageError.tooLarge }
        self.format = format
        self.size = size
    }
}

/// Reads numbers of a header; `nil` for what is behind the end.
private struct Reader {
    let bytes: [UInt8]

    /// The header chunk (ISO/IEC 15948, 11.2.1).
    var sizeOfPNG: PictureSize? {
        guard text("IHDR", at: 12), let width = big(16, 4), let height = big(20, 4) else {
            return nil
        }
        return PictureSize(width: width, height: height)
    }

    /// The logical screen (GIF 89a, section 18).
    var sizeOfGIF: PictureSize? {
        guard let width = little(6, 2), let height = little(8, 2) else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// The header of the frame, behind the segments before it (ITU-T T.81, B.2.2).
    var sizeOfJPEG: PictureSize? {
        var place = 2
        while let start = big(place, 1), start == 0xFF, let marker = big(place + 1, 1) {
            switch marker {
            case 0xFF:
                // Bytes may be filled in before a marker.
                place += 1
            case 0x01, 0xD0...0xD7:
                place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = big(place + 5, 2), let width = big(place + 7, 2) else {
                    return nil
                }
                return PictureSize(width: width, height: height)
            // The picture begins, or ends, without a header.
            case 0xD9, 0xDA:
                return nil
            default:
                guard let length = big(place + 2, 2), length >= 2 else { return nil }
                place += 2 + length
            }
        }
        return nil
    }

    /// The first chunk: lossy, lossless or extended (RFC 9649, section 2; RFC 6386, section 9.1).
    var sizeOfWebP: PictureSize? {
        if text("VP8 ", at: 12) {
            guard big(23, 3) == 0x9D012A, let width = little(26, 2), let height = little(28, 2)
            else { return nil }
            return PictureSize(width: width & 0x3FFF, height: height & 0x3FFF)
        }
        if text("VP8L", at: 12) {
            guard big(20, 1) == 0x2F, let bits = little(21, 4) else { return nil }
            return PictureSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        if text("VP8X", at: 12) {
            guard let width = little(24, 3), let height = little(27, 3) else { return nil }
            return PictureSize(width: width + 1, height: height + 1)
        }
        return nil
    }

    private func part(_ place: Int, _ count: Int) -> ArraySlice<UInt8>? {
        place + count <= bytes.count ? bytes[place..<place + count] : nil
    }

    private func big(_ place: Int, _ count: Int) -> Int? {
        part(place, count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ place: Int, _ count: Int) -> Int? {
        part(place, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func text(_ text: StaticString, at place: Int) -> Bool {
        part(place, text.utf8CodeUnitCount)?.elementsEqual("\(text)".utf8) ?? false
    }
}
