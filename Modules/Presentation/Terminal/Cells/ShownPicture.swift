import TenonCore

/// A picture as a terminal shows it, in one size.
///
/// It is equal to itself only, so that frames are compared quickly.
final class ShownPicture: Sendable {
    /// How the terminal is told to draw it.
    enum Drawing: Sendable {
        /// The sequence that draws it at the cursor, as a whole.
        case sixels(String)
        /// The sequence that hands it over, and how many pixels a row of places has.
        case kitty(String, rowHeight: Int)
    }

    /// The number by which the terminal knows it.
    let id: UInt32
    /// The places that it takes.
    let area: CellArea
    /// The picture in symbols, row by row, for where it is not drawn.
    let symbols: [[PictureSymbol]]
    /// How it is drawn; `nil` where there are symbols only.
    let drawing: Drawing?

    init(id: UInt32, area: CellArea, symbols: [[PictureSymbol]], drawing: Drawing?) {
        (self.id, self.area, self.symbols, self.drawing) = (id, area, symbols, drawing)
    }

    /// The rows, as lines of a page.
    var lines: [TextLine] {
        symbols.enumerated().map { row, symbols in
            TextLine(
                symbols.enumerated().map { column, symbol in
                    guard drawing != nil else { return symbol.run }
                    var style = CellStyle.plain
                    style.part = .piece(of: self, column: column, row: row)
                    return TextRun(" ", style)
                })
        }
    }
}

extension ShownPicture: Hashable {
    static func == (one: ShownPicture, other: ShownPicture) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
