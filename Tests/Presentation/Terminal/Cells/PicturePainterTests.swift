import TenonCore
import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("Pictures that a terminal draws")
struct PicturePainterTests {
    private static let size = (columns: 24, rows: 9)
    private static let area = CellArea(columns: 5, rows: 3)

    private static func picture(_ id: UInt32, _ drawing: ShownPicture.Drawing) -> ShownPicture {
        let symbol = PictureSymbol("▄", ink: .indexed(1), paper: .indexed(2))
        return ShownPicture(
            id: id, area: area,
            symbols: Array(
                repeating: Array(repeating: symbol, count: area.columns), count: area.rows),
            drawing: drawing)
    }

    private static let sixels = (1...2).map { picture($0, .sixels("\u{1B}P\($0)q\u{1B}\\")) }
    private static let kitty = (3...4).map {
        picture($0, .kitty("\u{1B}_Ga=t,q=2,i=\($0),m=1\u{1B}\\", rowHeight: 10))
    }

    /// Text with pictures in any places, some of them cut at the top or at the bottom, perhaps dimmed.
    private static func frame(_ pictures: [ShownPicture]) -> CellGrid {
        var frame = CellGrid(columns: size.columns, rows: size.rows)
        for row in 0..<size.rows {
            let text = ["", "a", "text and more", "  x  "].randomElement() ?? ""
            frame.put(text, .plain, at: CellPoint(column: Int.random(in: 0...9), row: row))
        }
        for (number, picture) in pictures.enumerated() where Bool.random() {
            let top = Int.random(in: -2..<size.rows)
            for (row, line) in picture.lines.enumerated() {
                for (column, run) in line.runs.enumerated() {
                    frame.put(
                        run.text, run.style,
                        at: CellPoint(column: 2 + number * 11 + column, row: top + row))
                }
            }
        }
        frame.showCutPicturesInSymbols()
        if Int.random(in: 0..<6) == 0 { frame.dim() }
        return frame
    }

    @Test(
        "are where they are in the frame, however the frames follow each other",
        arguments: [false, true])
    func follows(isKitty: Bool) {
        let pictures = isKitty ? Self.kitty : Self.sixels
        for paintsPage in [false, true] {
            let palette = Palette(depth: .sixteen, isDark: true, paintsPage: paintsPage)
            let painter = FramePainter(palette: palette, forgetsPictures: isKitty)
            var terminal = PictureModel(columns: Self.size.columns, rows: Self.size.rows)
            var old: CellGrid?
            for _ in 0..<60 {
                let new = Self.frame(pictures)
                if Int.random(in: 0..<20) == 0 { old = nil }
                terminal.take(painter.bytes(from: old, to: new))
                #expect(terminal.cells == PictureModel.cells(of: new, isKitty: isKitty))
                #expect(terminal.placed == Set(isKitty ? new.placements.map(\.line) : []))
                old = new
            }
        }
    }

    @Test("are not sent again while nothing changes them")
    func quiet() {
        let palette = Palette(depth: .sixteen, isDark: true, paintsPage: false)
        for picture in [Self.sixels[0], Self.kitty[0]] {
            var old = CellGrid(columns: 24, rows: 9)
            for (row, line) in picture.lines.enumerated() {
                for (column, run) in line.runs.enumerated() {
                    old.put(run.text, run.style, at: CellPoint(column: 3 + column, row: row))
                }
            }
            var new = old
            // On both sides of the picture, and nearer than what is written again otherwise.
            new.put("a", .plain, at: CellPoint(column: 2, row: 1))
            new.put("b", .plain, at: CellPoint(column: 8, row: 1))
            let text = FramePainter(palette: palette).bytes(from: old, to: new)
            #expect(text == "\u{1B}[?25l\u{1B}[2;3H\u{1B}[ma\u{1B}[2;9Hb")
        }
    }

    @Test("are in symbols where sixels would be cut, and below a dialog")
    func cut() {
        var frame = CellGrid(columns: 24, rows: 2)
        for (number, picture) in [Self.sixels[0], Self.kitty[0]].enumerated() {
            for (row, line) in picture.lines.enumerated() {
                for (column, run) in line.runs.enumerated() {
                    let point = CellPoint(column: number * 10 + column, row: row)
                    frame.put(run.text, run.style, at: point)
                }
            }
        }
        frame.showCutPicturesInSymbols()
        #expect(frame.text(ofRow: 1) == "▄▄▄▄▄")
        #expect(frame.placements.map(\.line) == ["3 at 10,0: 0..<2"])
        frame.dim()
        #expect(frame.text(ofRow: 1) == "▄▄▄▄▄     ▄▄▄▄▄")
        #expect(frame.placements.isEmpty)
    }
}

extension PicturePlacement {
    /// The placement as a line.
    fileprivate var line: String { "\(picture.id) at \(point.column),\(point.row): \(rows)" }
}

/// As much of a terminal with pictures as a painter needs: text that is written over sixels takes them
/// away; pictures of kitty stay until they are taken away.
private struct PictureModel {
    private(set) var cells: [[String]]
    private(set) var placed: Set<String> = []
    private var known: Set<String> = []
    private var (row, column) = (0, 0)

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// What is to be seen of a frame.
    static func cells(of frame: CellGrid, isKitty: Bool) -> [[String]] {
        (0..<frame.rows).map { row in
            frame.row(row).map { cell in
                guard !isKitty, case .piece(let picture, let column, let row)? = cell.style.part
                else { return cell.text }
                return "\(picture.id)/\(column)/\(row)"
            }
        }
    }

    mutating func take(_ text: String) {
        var rest = Substring(text)
        while let character = rest.first {
            guard character == "\u{1B}" else {
                put(rest.removeFirst())
                continue
            }
            if let match = rest.prefixMatch(of: /\e\[([0-9;?]*)([A-Za-z])/) {
                act(String(match.1), String(match.2))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /\eP([0-9]+)q\e\\/) {
                draw(String(match.1))
                rest = rest[match.range.upperBound...]
            } else if let match = rest.prefixMatch(of: /\e_G([^\e]*)\e\\/) {
                command(String(match.1))
                rest = rest[match.range.upperBound...]
            } else {
                Issue.record("\(rest.prefix(20).debugDescription) is no sequence")
                return
            }
        }
    }

    private mutating func put(_ character: Character) {
        cells[row][column] = String(character)
        column += 1
    }

    private mutating func act(_ parameters: String, _ final: String) {
        switch final {
        case "H":
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = numbers.count == 2 ? (numbers[0] - 1, numbers[1] - 1) : (0, 0)
        case "J":
            for row in cells.indices {
                for column in cells[row].indices { cells[row][column] = " " }
            }
        case "K": for column in column..<cells[row].count { cells[row][column] = " " }
        default: break
        }
    }

    private mutating func draw(_ id: String) {
        for part in 0..<3 {
            for place in 0..<5 { cells[row + part][column + place] = "\(id)/\(place)/\(part)" }
        }
    }

    private mutating func command(_ text: String) {
        let pairs = text.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        let keys = Dictionary(pairs.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
        func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
        let id = keys["i"] ?? ""
        switch (keys["a"], keys["d"]) {
        case ("t", _): known.insert(id)
        case ("p", _):
            #expect(known.contains(id), "what kitty does not have cannot be placed")
            #expect(keys["c"] == "5" && number("r") == number("h") / 10 && keys["C"] == "1")
            let first = number("y") / 10
            placed.insert("\(id) at \(column),\(row): \(first..<first + number("r"))")
        case ("d", "A"): (placed, known) = ([], [])
        case ("d", let what):
            placed = placed.filter { !$0.hasPrefix("\(id) ") }
            if what == "I" { known.remove(id) }
        default: Issue.record("\(text) is no command")
        }
    }
}
