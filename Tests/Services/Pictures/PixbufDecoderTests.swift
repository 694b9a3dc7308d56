import Foundation
import TenonCore
import TenonPictures
import TenonUI
import Testing

@Suite("Decoding of images")
struct PixbufDecoderTests {
    private let decoder = PixbufDecoder()

    /// A file with a red and a blue half.
    private static func file(width: Int = 40, height: Int = 20) throws -> [UInt8] {
        let pixels = (0..<height).flatMap { _ in
            (0..<width).flatMap { column -> [UInt8] in
                column < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 128]
            }
        }
        let picture = Bitmap(size: PictureSize(width: width, height: height), pixels: pixels)
        return PNGWriter.file(of: try #require(picture))
    }

    /// Images of 8 by 6 pixels, one of each format that is always there.
    private static func samples() throws -> [ImageFormat: [UInt8]] {
        let jpeg = """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
            MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P\
            T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAA\
            AAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZ\
            EQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z
            """
        let gif = """
            R0lGODlhCAAGAPIAAP8AAMwAM5kAZmYAmTMAzAAA/wAAAAAAACH5BAAAAAAALAAAAAAIAAYAAAMQCLoa/k7I\
            KYe9luiti/9eAgA7
            """
        return [
            .png: try file(width: 8, height: 6),
            .jpeg: Array(try #require(Data(base64Encoded: jpeg))),
            .gif: Array(try #require(Data(base64Encoded: gif))),
        ]
    }

    private func refusal(of bytes: [UInt8]) -> ErrorCode? {
        do {
            _ = try decoder.picture(of: bytes, fitting: PictureSize(width: 9, height: 9))
            return nil
        } catch {
            return Explanation(error).code
        }
    }

    @Test("an image is decoded as it is where there is room, and to its proportions where not")
    func decodes() throws {
        let file = try Self.file()
        let whole = try decoder.picture(of: file, fitting: PictureSize(width: 99, height: 99))
        #expect(whole.size == PictureSize(width: 40, height: 20))
        #expect(Array(whole.pixels.prefix(4)) == [255, 0, 0, 255])
        #expect(Array(whole.pixels.suffix(4)) == [0, 0, 255, 128])
        let small = try decoder.picture(of: file, fitting: PictureSize(width: 10, height: 10))
        #expect(small.size == PictureSize(width: 10, height: 5))
    }

    @Test("a GIF is decoded")
    func gif() throws {
        let text = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
        let file = Array(try #require(Data(base64Encoded: text)))
        let picture = try decoder.picture(of: file, fitting: PictureSize(width: 5, height: 5))
        #expect(picture.size == PictureSize(width: 1, height: 1))
    }

    @Test("what says that it has too many pixels is refused before any are decoded")
    func bomb() throws {
        var file = try Self.file()
        // The width and the height in the header: 65,535 each, 17 GB of pixels.
        for place in [16, 20] { file.replaceSubrange(place..<place + 4, with: [0, 0, 255, 255]) }
        #expect(refusal(of: file) == .imageTooLarge)
    }

    @Test(
        "what says that it has 50 million pixels is refused, wherever it says so",
        arguments: [
            (ImageFormat.png, 16, [0, 0, 31, 64, 0, 0, 24, 106]),
            (.jpeg, 163, [24, 106, 31, 64]),
            // The whole, and the only part of it.
            (.gif, 6, [64, 31, 106, 24]), (.gif, 50, [64, 31, 106, 24]),
        ] as [(ImageFormat, Int, [UInt8])])
    func large(_ format: ImageFormat, _ place: Int, _ size: [UInt8]) throws {
        var file = try #require(try Self.samples()[format])
        #expect(refusal(of: file) == nil)
        file.replaceSubrange(place..<place + size.count, with: size)
        #expect(refusal(of: file) == .imageTooLarge)
    }

    @Test("what is cut or changed is all there or refused", arguments: ImageFormat.allCases)
    func damaged(_ format: ImageFormat) throws {
        // WebP is there on some systems only.
        guard let file = try Self.samples()[format] else { return }
        let whole = PictureSize(width: 8, height: 6)
        for count in file.indices {
            let picture = try? decoder.picture(of: Array(file.prefix(count)), fitting: whole)
            #expect(picture == nil || picture?.size == whole, "\(count)")
        }
        for place in file.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var bytes = file
                bytes[place] = value
                let code = refusal(of: bytes)
                #expect(code == nil || code == .imageUnreadable || code == .imageTooLarge)
            }
        }
    }

    @Test("what begins like one format and goes on like another is refused")
    func wrongType() throws {
        let files = try Self.samples()
        for (format, file) in files {
            for (other, content) in files where other != format {
                for count in [3, 6, 8, 12] {
                    let bytes = Array(file.prefix(count)) + content
                    #expect(refusal(of: bytes) != nil, "\(format), \(other), \(count)")
                }
            }
            let page = Array(file.prefix(8)) + Array("<html><body>Not found</body></html>".utf8)
            #expect(refusal(of: page) != nil, "\(format)")
        }
    }

    @Test("what is cut anywhere is refused, and nothing crashes")
    func cut() throws {
        let file = try Self.file()
        for count in stride(from: 0, to: file.count - 12, by: 7) {
            #expect(refusal(of: Array(file.prefix(count))) == .imageUnreadable, "\(count)")
        }
    }

    @Test("formats that only the system knows are refused")
    func others() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
        for text in [svg, "/* XPM */", "P6 1 1 255 abc", "BM", ""] {
            #expect(refusal(of: Array(text.utf8)) == .imageUnreadable)
        }
    }
}
