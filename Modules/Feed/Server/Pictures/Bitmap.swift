import CPNG

/// A picture in memory: three bytes a pixel, red, green and blue, in sRGB.
struct Bitmap: Sendable {
    /// The largest picture that is read, in pixels.
    private static let mostPixels = 16 << 20

    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// A black picture.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: width * height * 3)
    }

    /// Reads a PNG file; `nil` for anything else, and for a picture that is too large.
    ///
    /// The size is looked at before a pixel is read.
    init?(png file: [UInt8]) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let isBegun = file.withUnsafeBytes { file in
            png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0
        }
        let (width, height) = (Int(image.width), Int(image.height))
        guard isBegun, width > 0, height > 0, width <= Self.mostPixels / height else { return nil }
        self.init(width: width, height: height)
        let isRead = file.withUnsafeBytes { file in
            // The library reads on from the memory that it was given, which may have moved.
            png_image_free(&image)
            image = png_image()
            image.version = png_uint_32(PNG_IMAGE_VERSION)
            guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
                return false
            }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
            return bytes.withUnsafeMutableBytes { bytes in
                png_image_finish_read(&image, nil, bytes.baseAddress, png_int_32(width * 3), nil)
                    != 0
            }
        }
        guard isRead else { return nil }
    }

    /// The picture as a PNG file; `nil` when there is no memory for it.
    func png() -> [UInt8]? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
        defer { png_image_free(&image) }
        return bytes.withUnsafeBytes { pixels in
            var count = png_alloc_size_t(width * height * 4 + (64 << 10))
            var file = [UInt8](repeating: 0, count: count)
            guard
                png_image_write_to_memory(
                    &image, &file, &count, 0, pixels.baseAddress, png_int_32(width * 3), nil) != 0
            else { return nil }
            return Array(file.prefix(count))
        }
    }

    /// The same picture with sides of at most some length, by taking every so many pixels.
    func reduced(to side: Int) -> Bitmap {
        let longest = max(width, height)
        guard longest > side else { return self }
        var small = Bitmap(
            width: max(1, width * side / longest), height: max(1, height * side / longest))
        for y in 0..<small.height {
            for x in 0..<small.width {
                let from = (y * height / small.height * width + x * width / small.width) * 3
                let to = (y * small.width + x) * 3
                for channel in 0..<3 { small.bytes[to + channel] = bytes[from + channel] }
            }
        }
        return small
    }
}
