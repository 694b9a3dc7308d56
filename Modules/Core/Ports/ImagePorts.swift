/// Where the bytes of an image are.
public enum ImageSource: Sendable, Hashable {
    /// An `http` or `https` address.
    case address(String)
    /// A name that a feature has made, and by which it gives the bytes.
    case id(String)
}

extension ImageSource: Codable {
    private enum Key: String, CodingKey {
        case type, address, id
    }

    private enum Tag: String, Codable {
        case address, id
    }

    /// Decodes `{"type": "address", "address": …}` or `{"type": "id", "id": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .address: .address(try container.decode(String.self, forKey: .address))
            case .id: .id(try container.decode(String.self, forKey: .id))
            }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .address(let address):
            try container.encode(Tag.address, forKey: .type)
            try container.encode(address, forKey: .address)
        case .id(let id):
            try container.encode(Tag.id, forKey: .type)
            try container.encode(id, forKey: .id)
        }
    }
}

/// The most that is taken from an image, before any of it is decoded.
public enum ImageLimits {
    /// The most bytes of a file.
    public static let bytes = 16 << 20
    /// The most pixels, whatever the sides are: about 6,000 by 4,000.
    public static let pixels = 24_000_000
}

/// How many pixels something has.
public struct PictureSize: Sendable, Hashable, Codable {
    /// The longest side that is believed.
    package static let longestSide = 65_535

    /// Pixels from side to side.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Names a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The largest size of the same proportions within another one, never larger than it is; at least
    /// one pixel.
    public func fitting(_ room: PictureSize) -> PictureSize {
        guard width > 0, height > 0 else { return PictureSize(width: 1, height: 1) }
        let factor = min(
            1, Double(room.width) / Double(width), Double(room.height) / Double(height))
        return PictureSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}

/// The formats of images that are shown.
public enum ImageFormat: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    /// The media type (RFC 2046).
    public var mediaType: String { "image/\(rawValue)" }

    /// The format that a file begins like; `nil` for any other.
    ///
    /// PNG (ISO/IEC 15948, 5.2), JPEG (ITU-T T.81, B.1.1.3), GIF 87a and 89a, WebP (RFC 9649, 2.4).
    public init?(startOf bytes: [UInt8]) {
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: signature)
        }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
            self = .gif
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// A picture in memory: red, green, blue and opacity of each pixel, row by row from the top.
public struct Bitmap: Sendable, Equatable {
    /// How many pixels it has.
    public let size: PictureSize
    /// Four bytes for each pixel; the colours are not multiplied by the opacity.
    public let pixels: [UInt8]

    /// Makes a picture; `nil` when the bytes are not those of such a size.
    public init?(size: PictureSize, pixels: [UInt8]) {
        guard size.width > 0, size.height > 0, pixels.count / 4 / size.width == size.height,
            pixels.count == size.width * size.height * 4
        else { return nil }
        self.size = size
        self.pixels = pixels
    }
}

/// Gets images from their addresses, and keeps them for a while.
public protocol ImageFetching: Sendable {
    /// Gets the bytes of an image, at most ``ImageLimits/bytes``.
    ///
    /// - Throws: Whatever tells why it cannot be had; `CancellationError`.
    func image(at address: String) async throws -> [UInt8]
}

/// Gives the bytes of images that a feature has itself.
public protocol ImageGiving: Sendable {
    /// The bytes of an image; `nil` when the feature knows no image of this id.
    ///
    /// - Throws: Whatever tells why they cannot be had; `CancellationError`.
    func image(id: String) async throws -> [UInt8]?
}

/// Turns the bytes of images into pictures; the bytes come from anywhere and mean no good.
public protocol PictureDecoding: Sendable {
    /// Decodes an image to the largest size of its proportions within a room.
    ///
    /// It takes time: call it where nobody waits.
    ///
    /// - Parameters:
    ///   - bytes: What ``ImageHeader`` has let through; it is checked again.
    ///   - room: How many pixels there is room for.
    /// - Throws: ``ImageError`` for what is no image, is broken, or is too large.
    func picture(of bytes: [UInt8], fitting room: PictureSize) throws -> Bitmap
}

/// Why an image is not shown.
public typealias ImageError = ModuleError<ImageErrors>

/// Tells ``ImageError`` apart from the errors of other modules.
public enum ImageErrors {}

extension ImageError {
    /// Nothing gives this image.
    public static var missing: ImageError {
        ImageError(.imageMissing, "The image is not there.")
    }

    /// The bytes are none of the formats that are shown, or are broken.
    public static var unreadable: ImageError {
        ImageError(.imageUnreadable, "The image cannot be read.")
    }

    /// It has more bytes or pixels than are taken.
    public static var tooLarge: ImageError {
        ImageError(.imageTooLarge, "The image is too large to be shown.")
    }
}

extension ErrorCode {
    /// An image is not there.
    public static let imageMissing = ErrorCode("image.missing", .unavailable)
    /// An image cannot be read.
    public static let imageUnreadable = ErrorCode("image.unreadable", .badData)
    /// An image has too many bytes or pixels.
    public static let imageTooLarge = ErrorCode("image.too-large", .badData)
}

extension AnyPort {
    /// Images from the web; where nothing provides them, front ends show what is in their place.
    public static let images = OptionalPort<any ImageFetching>("images", providers: ["TenonImages"])
    /// Images that features have themselves.
    public static let ownImages = CollectionPort<any ImageGiving>("ownImages")
    /// What decodes images; where nothing does, there are none but in browsers.
    public static let pictures = OptionalPort<any PictureDecoding>(
        "pictures", providers: ["TenonPictures"])
}
