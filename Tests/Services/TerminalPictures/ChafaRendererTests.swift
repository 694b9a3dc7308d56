import Foundation
import TenonCore
import TenonTerminalPictures
import Testing

@Suite("Pictures for terminals")
struct ChafaRendererTests {
    private let renderer = ChafaRenderer()
    private static let area = CellArea(columns: 4, rows: 2)
    private static let cell = PictureSize(width: 6, height: 12)

    /// A picture whose left half is red and whose right half is blue.
    private static func picture(opacity: UInt8 = 255) throws -> Bitmap {
        let pixels = (0..<24).flatMap { _ in
            (0..<24).flatMap { column -> [UInt8] in
                column < 12 ? [255, 0, 0, opacity] : [0, 0, 255, opacity]
            }
        }
        return try #require(Bitmap(size: PictureSize(width: 24, height: 24), pixels: pixels))
    }

    /// The colour that a whole place has; `nil` when it has several, or none.
    private func color(_ symbol: PictureSymbol) -> PictureSymbol.Color? {
        switch symbol.character {
        case " ": symbol.paper
        case "█": symbol.ink
        default: symbol.ink == symbol.paper ? symbol.ink : nil
        }
    }

    @Test("symbols have the colours of the picture where they are", arguments: [true, false])
    func symbols(isFull: Bool) throws {
        let rows = renderer.symbols(
            of: try Self.picture(), filling: Self.area, depth: isFull ? .full : .indexed)
        #expect(rows.map(\.count) == [4, 4])
        // Red and blue of the cube of 6 by 6 by 6 colours are numbers 16 + 36 · 5 and 16 + 5.
        let (red, blue): (PictureSymbol.Color, PictureSymbol.Color) =
            isFull
            ? (.direct(red: 255, green: 0, blue: 0), .direct(red: 0, green: 0, blue: 255))
            : (.indexed(196), .indexed(21))
        // Where the colours meet, they may be mixed.
        for row in rows { #expect([row[0], row[3]].map(color) == [red, blue]) }
    }

    @Test("symbols are blocks, each of one column")
    func blocks() throws {
        let pixels = (0..<64 * 64 * 4).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }
        let picture = try #require(Bitmap(size: PictureSize(width: 64, height: 64), pixels: pixels))
        let rows = renderer.symbols(
            of: picture, filling: CellArea(columns: 16, rows: 8), depth: .full)
        let used = Set(rows.joined().flatMap(\.character.unicodeScalars).map(\.value))
        #expect(used.count > 3)
        #expect(used.allSatisfy { $0 == 0x20 || (0x2580...0x259F).contains($0) })
    }

    @Test("what cannot be seen has no colour")
    func transparent() throws {
        let rows = renderer.symbols(
            of: try Self.picture(opacity: 0), filling: Self.area, depth: .full)
        #expect(rows.joined().allSatisfy { color($0) == nil })
    }

    @Test("sixels are one sequence, as large as the area, in the picture's colours")
    func sixels() throws {
        let text = renderer.sixels(of: try Self.picture(), filling: Self.area, cell: Self.cell)
        #expect(text.hasPrefix("\u{1B}P"))
        #expect(text.hasSuffix("\u{1B}\\"))
        #expect(text.dropFirst().dropLast(2).allSatisfy { $0 != "\u{1B}" })
        // The raster attributes say the width and the height in pixels.
        #expect(text.contains("\"1;1;24;24"))
        #expect(text.contains(/#\d+;2;100;0;0/))
        #expect(text.contains(/#\d+;2;0;0;100/))
    }

    @Test("kitty gets all pixels under a number, and does not show them yet")
    func kitty() throws {
        let text = renderer.kittyImage(
            of: try Self.picture(), filling: Self.area, cell: Self.cell, id: 7)
        let parts = text.split(separator: "\u{1B}\\").map(String.init)
        #expect(parts.first == "\u{1B}_Ga=t,q=2,i=7,f=32,s=24,v=24,c=4,r=2,m=1")
        #expect(parts.last == "\u{1B}_Gm=0")
        let body = parts.dropFirst().dropLast().map { $0.replacing("\u{1B}_Gm=1;", with: "") }
        #expect(body.allSatisfy { $0.count <= 4096 && !$0.contains("\u{1B}") })
        // Each piece is encoded by itself.
        let pixels = body.compactMap { Data(base64Encoded: $0) }.reduce(Data(), +)
        #expect(pixels.count == 24 * 24 * 4)
        #expect(Array(pixels.prefix(4)) == [255, 0, 0, 255])
        #expect(Array(pixels.suffix(4)) == [0, 0, 255, 255])
    }

    @Test("an area has the proportions of the picture, and is never finer than its pixels")
    func areas() {
        let room = CellArea(columns: 72, rows: 16)
        let cell = PictureSize(width: 10, height: 20)
        func area(_ width: Int, _ height: Int) -> CellArea {
            room.fitting(PictureSize(width: width, height: height), cell: cell)
        }
        #expect(area(1_200, 800) == CellArea(columns: 48, rows: 16))
        #expect(area(4_000, 100) == CellArea(columns: 72, rows: 1))
        #expect(area(12, 8) == CellArea(columns: 12, rows: 4))
        #expect(area(1, 1) == CellArea(columns: 1, rows: 1))
        #expect(area(0, 5) == CellArea(columns: 1, rows: 1))
    }
}
