import TenonUI

/// Turns the difference of two frames into what is sent to the terminal; a pure function.
struct FramePainter {
    /// Up to this many unchanged cells are written again rather than jumped over.
    private static let smallGap = 4

    let palette: Palette
    /// Whether the terminal has to be told which pictures go.
    var forgetsPictures = false

    /// The bytes that turn one frame on a terminal into another.
    ///
    /// - Parameter old: The frame that the terminal shows; `nil` when it is unknown.
    func bytes(from old: CellGrid?, to new: CellGrid) -> String {
        var pen = Pen(palette: palette)
        var former = old
        if old == nil || old?.columns != new.columns || old?.rows != new.rows {
            former = nil
            if forgetsPictures { pen.text += ControlSequence.removePictures }
            if palette.paintsPage { return full(new, pen) }
            pen.text += palette.sequence(for: .plain) + ControlSequence.clear
        }
        let blank = CellGrid(columns: new.columns, rows: new.rows)
        let base = former ?? blank
        for row in 0..<new.rows { paint(row, from: base, to: new, &pen) }
        pen.text += pictures(from: former, to: new)
        let isMoved = old?.cursor != new.cursor
        guard !pen.text.isEmpty || isMoved else { return "" }
        return finish(pen, new)
    }

    /// Every cell, for a page that has a colour of its own.
    private func full(_ frame: CellGrid, _ pen: Pen) -> String {
        var pen = pen
        for row in 0..<frame.rows {
            pen.write(frame.row(row), from: CellPoint(column: 0, row: row))
        }
        pen.text += pictures(from: nil, to: frame)
        return finish(pen, frame)
    }

    private func finish(_ pen: Pen, _ frame: CellGrid) -> String {
        var text = pen.text.isEmpty ? "" : ControlSequence.hideCursor + pen.text
        guard let cursor = frame.cursor else {
            return text.isEmpty ? ControlSequence.hideCursor : text
        }
        text += ControlSequence.move(to: cursor) + ControlSequence.showCursor
        return text
    }

    private func paint(_ row: Int, from old: CellGrid, to new: CellGrid, _ pen: inout Pen) {
        let (before, after) = (old.row(row), new.row(row))
        let shift = before.startIndex
        let count = new.columns
        func differs(_ column: Int) -> Bool { before[shift + column] != after[shift + column] }
        var first = 0
        while first < count, !differs(first) { first += 1 }
        guard first < count else { return }
        // Behind this column the row is blank, and can be erased at once.
        var end = count
        if !palette.paintsPage {
            while end > first, after[shift + end - 1].isBlank { end -= 1 }
        }
        var column = first
        while column < end {
            guard differs(column) else {
                column += 1
                continue
            }
            var last = column
            var next = column + 1
            while next < end, next - last <= Self.smallGap {
                if differs(next) {
                    last = next
                } else if after[shift + next].isDrawn {
                    // What is written over a picture takes it away.
                    break
                }
                next += 1
            }
            // Never begins or ends in the middle of a wide character.
            var start = column
            while start > 0, after[shift + start].width == 0 { start -= 1 }
            var stop = last + 1
            while stop < count, after[shift + stop].width == 0 { stop += 1 }
            pen.write(
                after[shift + start..<shift + stop], from: CellPoint(column: start, row: row))
            column = stop
        }
        if end < count, (end..<count).contains(where: differs) {
            pen.move(to: CellPoint(column: end, row: row))
            pen.eraseLine()
        }
    }
}

/// Where the terminal's cursor is and how it writes, while a frame is sent.
private struct Pen {
    let palette: Palette
    var text = ""
    private var position: CellPoint?
    private var style: CellStyle?

    init(palette: Palette) { self.palette = palette }

    mutating func move(to point: CellPoint) {
        guard position != point else { return }
        text += ControlSequence.move(to: point)
        position = point
    }

    mutating func write(_ cells: ArraySlice<Cell>, from point: CellPoint) {
        let row = point.row
        var column = point.column
        for cell in cells where cell.width > 0 {
            move(to: CellPoint(column: column, row: row))
            let looks = cell.isDrawn ? .plain : cell.style
            if style != looks {
                text += palette.sequence(for: looks)
                style = looks
            }
            if cell.width > 1, cell.text.unicodeScalars.count > 1 {
                // Where the terminal joins what others show one by one, some columns stay free.
                text += String(repeating: " ", count: Int(cell.width))
                text += ControlSequence.move(to: CellPoint(column: column, row: row))
            }
            text += cell.text
            column += Int(cell.width)
            // Terminals do not agree on the width of such characters, so the position is set again.
            let isCertain = cell.text.utf8.count == 1 || Self.isCertain(cell.text)
            position = isCertain ? CellPoint(column: column, row: row) : nil
        }
    }

    mutating func eraseLine() {
        if style != .plain {
            text += palette.sequence(for: .plain)
            style = .plain
        }
        text += ControlSequence.eraseLine
    }

    /// Letters of Latin, Greek and Cyrillic, lines and blocks: one column everywhere.
    private static func isCertain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first else { return false }
        switch scalar.value {
        case 0xA0..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2500..<0x25A0: return true
        default: return false
        }
    }
}
