import BenchmarkReport
import Foundation
import TenonCore
import TenonTerminalPictures

/// A photograph of 1,200 by 800 pixels on a terminal of 80 by 24 places, of 10 by 20 pixels each, beside
/// writing the same bytes to memory.
enum PictureBenchmark {
    private static let rounds = 31
    private static let area = CellArea(columns: 80, rows: 24)
    private static let cell = PictureSize(width: 10, height: 20)
    /// The most milliseconds that a picture may take.
    private static let bar = 30

    static func run() async throws -> [Figure] {
        let renderer = ChafaRenderer()
        guard let picture else { fatalError("there is no picture") }
        return [
            try await .rendering("picture, sixels, 800 × 480", rounds: rounds, bar: bar) {
                Array(renderer.sixels(of: picture, filling: area, cell: cell).utf8)
            },
            try await .rendering("picture, kitty, 800 × 480", rounds: rounds, bar: bar) {
                Array(renderer.kittyImage(of: picture, filling: area, cell: cell, id: 1).utf8)
            },
            try await .rendering("picture, symbols, 80 × 24", rounds: rounds, bar: bar) {
                renderer.symbols(of: picture, filling: area, depth: .full).joined().flatMap {
                    Array($0.character.utf8)
                }
            },
        ]
    }

    /// Soft light, edges and grain, as a photograph has them.
    private static var picture: Bitmap? {
        let size = PictureSize(width: 1_200, height: 800)
        var random = SystemRandomNumberGenerator()
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * 4)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let grain = Double(random.next() & 15)
                let edge = (x / 97 + y / 83).isMultiple(of: 2) ? 20.0 : 0
                let red = 110 + 90 * sin(Double(x) / 180) + edge + grain
                let green = 110 + 90 * cos(Double(y) / 140 + Double(x) / 400) + edge + grain
                let blue = 40 + Double(x + y) / 12 + edge + grain
                pixels += [red, green, blue].map { UInt8(max(0, min(255, $0))) } + [255]
            }
        }
        return Bitmap(size: size, pixels: pixels)
    }
}
