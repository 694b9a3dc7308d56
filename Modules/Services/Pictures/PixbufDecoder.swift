import CGdkPixbuf
public import TenonCore

/// Decodes images by gdk-pixbuf: PNG, JPEG and GIF, and WebP where a loader for it is installed.
///
/// The loader is chosen by the beginning of the file, so that none of the other loaders of the system
/// ever sees bytes from outside. The size is known, and refused, before memory is taken for pixels.
public struct PixbufDecoder: PictureDecoding {
    /// What is to become of an image, decided as soon as its loader has read its header.
    private final class Request {
        let room: PictureSize
        /// Whether the loader found another size than was let through.
        private(set) var isRefused = false

        init(room: PictureSize) { self.room = room }

        /// The size to decode to; nothing ends the decoding.
        func take(_ size: PictureSize) -> PictureSize {
            isRefused =
                size.width <= 0 || size.height <= 0
                || size.width > ImageLimits.pixels / size.height
            return isRefused ? PictureSize(width: 0, height: 0) : size.fitting(room)
        }
    }

    /// Makes the decoder.
    public init() {}

    /// Decodes an image to the largest size of its proportions within a room; of one that moves, the
    /// first picture.
    public func picture(of bytes: [UInt8], fitting room: PictureSize) throws -> Bitmap {
        let header = try ImageHeader(bytes)
        // The library takes a cut PNG for whole, and shows what was in the memory before.
        guard header.format != .png || Self.hasEndOfPNG(bytes) else { throw ImageError.unreadable }
        // It takes memory for a part of a GIF by the size of that, not by the size of the whole.
        guard header.format != .gif || Self.mostPixels(ofGIF: bytes) <= ImageLimits.pixels else {
            throw ImageError.tooLarge
        }
        guard let loader = gdk_pixbuf_loader_new_with_type(header.format.rawValue, nil) else {
            throw ImageError.unreadable
        }
        defer { g_object_unref(loader) }
        let request = Request(room: room)
        let picture = load(bytes, by: loader, request)
        if request.isRefused { throw ImageError.tooLarge }
        guard let picture else { throw ImageError.unreadable }
        return picture
    }

    private func load(
        _ bytes: [UInt8], by loader: UnsafeMutablePointer<GdkPixbufLoader>, _ request: Request
    ) -> Bitmap? {
        let prepared:
            @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void =
                { loader, width, height, data in
                    guard let loader, let data else { return }
                    let request = Unmanaged<Request>.fromOpaque(data).takeUnretainedValue()
                    let size = request.take(PictureSize(width: Int(width), height: Int(height)))
                    gdk_pixbuf_loader_set_size(loader, gint(size.width), gint(size.height))
                }
        return withExtendedLifetime(request) {
            g_signal_connect_data(
                loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
                Unmanaged.passUnretained(request).toOpaque(), nil, GConnectFlags(rawValue: 0))
            let isRead = bytes.withUnsafeBufferPointer {
                gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil) != 0
            }
            // A loader has to be closed, whatever became of it.
            let isWhole = gdk_pixbuf_loader_close(loader, nil) != 0
            guard isRead, isWhole, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
                return nil
            }
            return upright(pixbuf, in: request)
        }
    }

    /// Turns a picture as its file says: cameras note which way is up beside the pixels.
    private func upright(_ pixbuf: OpaquePointer, in request: Request) -> Bitmap? {
        guard let turned = gdk_pixbuf_apply_embedded_orientation(pixbuf) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(turned)) }
        let size = Self.size(of: turned)
        let wanted = size.fitting(request.room)
        guard wanted != size else { return Self.picture(of: turned) }
        // One that was turned may be too long for its room.
        let scaled = gdk_pixbuf_scale_simple(
            turned, gint(wanted.width), gint(wanted.height), GDK_INTERP_BILINEAR)
        guard let scaled else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(scaled)) }
        return Self.picture(of: scaled)
    }

    /// Whether the chunks of a PNG are whole up to the last one (ISO/IEC 15948, 5.3).
    private static func hasEndOfPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= bytes.count else { return false }
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return true }
            place += 12 + length
        }
        return false
    }

    /// How many pixels the largest part of a GIF says that it has (GIF 89a, sections 18 to 26).
    private static func mostPixels(ofGIF bytes: [UInt8]) -> Int {
        func number(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
        /// The length of a table of colours, by the flags that announce it.
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
        guard bytes.count > 13 else { return 0 }
        var most = 0
        var place = 13 + table(bytes[10])
        while place + 10 < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: ";"): return most
            case UInt8(ascii: "!"): place += 2
            case UInt8(ascii: ","):
                most = max(most, number(place + 5) * number(place + 7))
                place += 11 + table(bytes[place + 9])
            // The library passes over what is none of these.
            default:
                place += 1
                continue
            }
            while place < bytes.count, bytes[place] > 0 { place += 1 + Int(bytes[place]) }
            place += 1
        }
        return most
    }

    private static func size(of pixbuf: OpaquePointer) -> PictureSize {
        PictureSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
    }

    private static func picture(of pixbuf: OpaquePointer) -> Bitmap? {
        let size = size(of: pixbuf)
        let (stride, channels) = (
            Int(gdk_pixbuf_get_rowstride(pixbuf)), Int(gdk_pixbuf_get_n_channels(pixbuf))
        )
        guard let source = gdk_pixbuf_read_pixels(pixbuf), channels == 3 || channels == 4,
            gdk_pixbuf_get_bits_per_sample(pixbuf) == 8
        else { return nil }
        let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) {
            target, count in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let pixel = source + row * stride + column * channels
                    for channel in 0..<4 {
                        target.initializeElement(
                            at: count, to: channel < channels ? pixel[channel] : 255)
                        count += 1
                    }
                }
            }
        }
        return Bitmap(size: size, pixels: pixels)
    }
}
