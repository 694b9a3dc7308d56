import TenonUI

/// A place on the terminal, from 0.
struct CellPoint: Hashable, Sendable {
    var column: Int
    var row: Int
}

/// One place of a terminal with what is in it.
struct Cell: Hashable, Sendable {
    /// One character as a reader sees it; empty for the right half of a wide one.
    var text: String
    /// The columns that it takes.
    var width: Int8
    var style: CellStyle

    static let blank = Cell(text: " ", width: 1, style: .plain)

    /// Whether it shows nothing, so that the end of a line may be erased instead of written.
    var isBlank: Bool {
        text == " " && style.paper == .page && style.marks.isEmpty && style.part == nil
    }

    /// Whether the terminal draws a picture there.
    var isDrawn: Bool { if case .piece = style.part { true } else { false } }
}

/// A picture of the whole terminal: rows of cells, and where the cursor is.
struct CellGrid: Equatable, Sendable {
    let columns: Int
    let rows: Int
    var cells: [Cell]
    /// The cursor of the terminal, on the item with the focus; `nil` hides it.
    var cursor: CellPoint?
    /// Whether a picture may be among the cells, for which all of them have to be looked at.
    private(set) var mayHavePictures = false

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cells of a row.
    func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

    /// The text of a row, without spaces at its end.
    func text(ofRow row: Int) -> String {
        var text = self.row(row).map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All text, row by row.
    var text: String { (0..<rows).map(text(ofRow:)).joined(separator: "\n") }

    /// Writes harmless text without line breaks; what does not fit is left out.
    ///
    /// A terminal that turns text from right to left turns whole rows: a mark that isolates a part
    /// (UAX #9) ends with the text at the latest, so that it changes nothing beside it.
    ///
    /// - Returns: The column behind it.
    @discardableResult
    mutating func put(
        _ text: String, _ style: CellStyle, at point: CellPoint, limit: Int? = nil
    ) -> Int {
        guard (0..<rows).contains(point.row) else { return point.column }
        let end = min(limit ?? columns, columns)
        let start = point.row * columns
        var column = point.column
        var isolates = 0
        defer {
            if isolates > 0, column > 0 {
                cells[start + column - 1].text += String(repeating: "\u{2069}", count: isolates)
            }
        }
        if case .piece = style.part { mayHavePictures = true }
        for character in text {
            switch character {
            case "\u{2068}": isolates += 1
            case "\u{2069}" where isolates == 0: continue
            case "\u{2069}": isolates -= 1
            default: break
            }
            let width = DisplayWidth.of(character)
            if width == 0 {
                // A mark without a letter belongs to the character before it.
                if column > 0, column <= end { cells[start + column - 1].text.append(character) }
                continue
            }
            guard column >= 0, column + width <= end else { break }
            split(start + column)
            split(start + column + width)
            cells[start + column] = Cell(
                text: String(character), width: Int8(width), style: style)
            for half in 1..<max(2, width) where half < width {
                cells[start + column + half] = Cell(text: "", width: 0, style: style)
            }
            column += width
        }
        return column
    }

    /// Gives a part of a row a style, and spaces where nothing is.
    mutating func fill(_ style: CellStyle, row: Int, columns range: Range<Int>) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) {
            split(row * columns + column)
            cells[row * columns + column] = Cell(text: " ", width: 1, style: style)
        }
    }

    /// Makes everything that is there less important, below a dialog.
    mutating func dim() {
        for index in cells.indices {
            showSymbol(index)
            cells[index].style = CellStyle(ink: .border)
        }
    }

    /// Blanks the other half of a wide character before a place is written over.
    private mutating func split(_ index: Int) {
        guard cells.indices.contains(index), cells[index].width == 0, index > 0 else { return }
        var first = index - 1
        while first > 0, cells[first].width == 0 { first -= 1 }
        for place in first..<cells.count {
            if place > first, cells[place].width != 0 { break }
            cells[place] = Cell(text: " ", width: 1, style: cells[place].style)
        }
    }
}
