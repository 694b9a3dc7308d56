import Testing

@testable import FeedServer  // A server has no interface but its answers, which say less.

@Suite("The pictures of the demonstration")
struct PictureTests {
    @Test("are PNG files of five proportions that are read back as they were")
    func png() throws {
        for number in Int64(0)..<5 {
            let painting = Painting(number: number)
            let bitmap = painting.painted(side: 64)
            let file = try #require(bitmap.png())
            #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            let read = try #require(Bitmap(png: file))
            #expect((read.width, read.height) == (bitmap.width, bitmap.height))
            #expect(read.bytes == bitmap.bytes)
        }
        let shapes = Set((Int64(0)..<5).map { "\(Painting(number: $0).size)" })
        #expect(shapes.count == 5)
    }

    @Test("are refused when they are damaged, or too large to be looked at")
    func damaged() throws {
        let file = try #require(Painting(number: 1).painted(side: 40).png())
        #expect(Bitmap(png: []) == nil)
        #expect(Bitmap(png: Array(file.prefix(60))) == nil)
        // The width and the height, which come after the signature and the head of the first part; of
        // the other one 8,000 by 6,250.
        let sizes: [[UInt8]] = [
            [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1], [0, 0, 31, 64, 0, 0, 24, 106],
        ]
        for size in sizes {
            var huge = file
            huge.replaceSubrange(16..<24, with: size)
            #expect(Bitmap(png: huge) == nil)
        }
        let others: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF, 0xE0], Array("GIF89a".utf8), Array("<svg/>".utf8),
            Array(file.prefix(8)) + Array("GIF89a".utf8),
        ]
        for other in others { #expect(Bitmap(png: other) == nil) }
    }

    @Test("have the hashes that the description of the algorithm leads to")
    func blurhash() {
        var white = Bitmap(width: 8, height: 8)
        for index in white.bytes.indices { white.bytes[index] = 0xFF }
        // The size, the largest frequency, the mean colour in four digits, two for each other one.
        let hash = Blurhash.text(of: white, across: 4, down: 3)
        #expect(hash.count == 6 + 2 * 11)
        #expect(hash.first == "L")
        #expect(hash.dropFirst(2).hasPrefix("TSUA"))
        #expect(Blurhash.text(of: white, across: 1, down: 1) == "00TSUA")
        #expect(Blurhash.text(of: Bitmap(width: 4, height: 4), across: 1, down: 1) == "000000")
    }

    @Test("are the same in every run")
    func seed() {
        var random = SplitMix(seed: 1)
        #expect(random.next() == 0x910A_2DEC_8902_5CC1)
        #expect(
            Painting(number: 7).painted(side: 20).bytes
                == Painting(number: 7).painted(side: 20).bytes)
    }
}
