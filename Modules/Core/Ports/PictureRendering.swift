/// An area of a terminal, in places for one character each.
public struct CellArea: Sendable, Hashable {
    /// Places from side to side.
    public var columns: Int
    /// Places from top to bottom.
    public var rows: Int

    /// Names an area.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The largest area of a picture's proportions within this one, where a pixel gets at most one column.
    ///
    /// - Parameters:
    ///   - picture: How many pixels the picture has.
    ///   - cell: How many pixels a place has.
    public func fitting(_ picture: PictureSize, cell: PictureSize) -> CellArea {
        guard picture.width > 0, picture.height > 0, cell.width > 0, cell.height > 0 else {
            return CellArea(columns: 1, rows: 1)
        }
        let factor = min(
            Double(cell.width), Double(columns * cell.width) / Double(picture.width),
            Double(rows * cell.height) / Double(picture.height))
        func places(_ pixels: Int, _ size: Int, _ most: Int) -> Int {
            max(1, min(most, Int((Double(pixels) * factor / Double(size)).rounded())))
        }
        return CellArea(
            columns: places(picture.width, cell.width, columns),
            rows: places(picture.height, cell.height, rows))
    }
}

/// A character with its colours, which shows a part of a picture.
public struct PictureSymbol: Sendable, Hashable {
    /// A colour, as a terminal is told it.
    public enum Color: Sendable, Hashable {
        /// A colour of the sRGB space.
        case direct(red: UInt8, green: UInt8, blue: UInt8)
        /// One of the 256 that xterm and its descendants number.
        case indexed(UInt8)
    }

    /// How many colours there are to choose from.
    public enum Depth: Sendable, Hashable {
        /// All of them.
        case full
        /// Those of xterm's 256 that nobody changes.
        case indexed
    }

    /// The character, which takes one column.
    public var character: Character
    /// Its colour; `nil` for that of the terminal, where the picture lets it be seen.
    public var ink: Color?
    /// What is behind it.
    public var paper: Color?

    /// Makes a symbol.
    public init(_ character: Character, ink: Color?, paper: Color?) {
        self.character = character
        self.ink = ink
        self.paper = paper
    }
}

/// Turns pictures into what terminals show.
///
/// It takes time: call it where nobody waits.
public protocol PictureRendering: Sendable {
    /// A picture in symbols, row by row, stretched over an area.
    func symbols(
        of picture: Bitmap, filling area: CellArea, depth: PictureSymbol.Depth
    ) -> [[PictureSymbol]]

    /// The sequence that draws a picture at the cursor as sixels (DEC STD 070, chapter 9).
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - area: The places that it is stretched over.
    ///   - cell: How many pixels a place has.
    func sixels(of picture: Bitmap, filling area: CellArea, cell: PictureSize) -> String

    /// The sequence that hands a picture to a terminal with the graphics protocol of kitty, without
    /// showing it (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - area: The places that it is stretched over.
    ///   - cell: How many pixels a place has.
    ///   - id: The number by which it is shown and forgotten afterwards.
    func kittyImage(
        of picture: Bitmap, filling area: CellArea, cell: PictureSize, id: UInt32
    ) -> String
}

extension AnyPort {
    /// What shows pictures on a terminal; where nothing does, there are words in their place.
    public static let terminalPictures = OptionalPort<any PictureRendering>(
        "terminalPictures", providers: ["TenonTerminalPictures"])
}
