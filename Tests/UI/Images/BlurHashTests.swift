import TenonCore
import TenonUI
import Testing

@Suite("BlurHash")
struct BlurHashTests {
    private let size = PictureSize(width: 8, height: 4)

    private func colors(of picture: Bitmap) -> Set<[UInt8]> {
        var colors: Set<[UInt8]> = []
        for start in stride(from: 0, to: picture.pixels.count, by: 4) {
            colors.insert(Array(picture.pixels[start..<start + 3]))
        }
        return colors
    }

    @Test("a hash of one component is its colour everywhere")
    func plain() throws {
        // 0xC86414 in base 83.
        let picture = try #require(BlurHash.picture(of: "00M|S#", size: size))
        #expect(colors(of: picture) == [[0xC8, 0x64, 0x14]])
    }

    @Test("a hash of several components has more than one colour, in all of its pixels")
    func components() throws {
        let hash = "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
        let picture = try #require(BlurHash.picture(of: hash, size: size))
        #expect(picture.size == size)
        #expect(colors(of: picture).count > 8)
    }

    @Test(
        "what is no hash is none",
        arguments: [
            "", "LEHV6n", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMd\"j", "ééééééé",
            "~~~~~~",
        ])
    func none(_ text: String) {
        #expect(BlurHash.picture(of: text, size: size) == nil)
    }

    @Test("there is no picture without pixels, or of very many")
    func sizes() {
        let hash = "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
        for (width, height) in [(0, 1), (1, -1), (129, 1), (Int.max, Int.max)] {
            let size = PictureSize(width: width, height: height)
            #expect(BlurHash.picture(of: hash, size: size) == nil)
        }
    }
}
