import TenonCore
import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("A picture that is cut to a square")
struct PictureFocusTests {
    /// A picture whose pixels have their column as red, and their row as green.
    private func picture(_ width: Int, _ height: Int) throws -> Bitmap {
        let pixels: [UInt8] = (0..<height).flatMap { row in
            (0..<width).flatMap { column -> [UInt8] in [UInt8(column), UInt8(row), 0, 255] }
        }
        return try #require(Bitmap(size: PictureSize(width: width, height: height), pixels: pixels))
    }

    @Test(
        "shows the point that is to be seen, and the middle where nothing is said",
        arguments: [
            (24, 16, nil, 4, 0), (24, 16, (-1, 0.5), 0, 0), (24, 16, (1, 0), 8, 0),
            (24, 16, (0, 1), 4, 0), (16, 24, nil, 0, 4), (16, 24, (0, 1), 0, 0),
            (16, 24, (0, -1), 0, 8), (16, 24, (1, 0.5), 0, 2), (64, 16, (0.3, 0), 31, 0),
            (64, 16, (-0.9, 0), 2, 0), (16, 16, (1, 1), 0, 0), (1, 9, (0, -1), 0, 8),
        ] as [(Int, Int, (Double, Double)?, Int, Int)])
    func square(
        width: Int, height: Int, focus: (Double, Double)?, left: Int, top: Int
    ) throws {
        let point = focus.map { Image.Focus(x: $0.0, y: $0.1) }
        let square = try picture(width, height).square(seeing: point)
        let side = min(width, height)
        #expect(square.size == PictureSize(width: side, height: side))
        #expect(square.pixels[0] == left && square.pixels[1] == top)
        let last = Array(square.pixels.suffix(4))
        #expect(Int(last[0]) == left + side - 1 && Int(last[1]) == top + side - 1)
        if let point {
            let seen = (
                Int((1 + point.x) / 2 * Double(width - 1)),
                Int((1 - point.y) / 2 * Double(height - 1))
            )
            #expect((left..<left + side).contains(seen.0) && (top..<top + side).contains(seen.1))
        }
    }
}
