import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("What is sent to a terminal")
struct FramePainterTests {
    private let palette = Palette(depth: .sixteen, isDark: true, paintsPage: false)

    private func frame(_ lines: [String], columns: Int = 20) -> CellGrid {
        var frame = CellGrid(columns: columns, rows: lines.count)
        for (row, line) in lines.enumerated() {
            frame.put(line, .plain, at: CellPoint(column: 0, row: row))
        }
        return frame
    }

    @Test("is nothing when nothing changed")
    func same() {
        let frame = frame(["one", "two"])
        #expect(FramePainter(palette: palette).bytes(from: frame, to: frame).isEmpty)
    }

    @Test("is only what changed")
    func changed() {
        let bytes = FramePainter(palette: palette).bytes(
            from: frame(["one line", "two"]), to: frame(["one lime", "two"]))
        #expect(bytes == "\u{1B}[?25l\u{1B}[1;7H\u{1B}[mm")
        let shorter = FramePainter(palette: palette).bytes(
            from: frame(["one line", "two"]), to: frame(["one", "two"]))
        #expect(shorter.contains("\u{1B}[1;5H") && shorter.hasSuffix("\u{1B}[K"))
    }

    @Test("moves only the cursor when only the cursor moved")
    func cursor() {
        var (old, new) = (frame(["one"]), frame(["one"]))
        old.cursor = CellPoint(column: 0, row: 0)
        new.cursor = CellPoint(column: 2, row: 0)
        #expect(
            FramePainter(palette: palette).bytes(from: old, to: new) == "\u{1B}[1;3H\u{1B}[?25h")
    }

    @Test("says the place anew after what terminals do not agree on")
    func certain() {
        let bytes = FramePainter(palette: palette).bytes(from: nil, to: frame(["a日b👩‍👩‍👧‍👦c"]))
        #expect(bytes.contains("\u{1B}[1;4Hb"))
        #expect(bytes.contains("\u{1B}[1;13Hc"))
    }

    @Test("gives a terminal that starts anywhere the new picture", arguments: [20, 7, 3])
    func pictures(_ columns: Int) {
        var generator = SystemRandomNumberGenerator()
        let parts = ["a", " ", "日", "é", "──", "한국", "x y", "   "]
        func random() -> CellGrid {
            frame(
                (0..<4).map { _ in
                    (0..<Int.random(in: 0...9)).compactMap { _ in
                        parts.randomElement(using: &generator)
                    }.joined()
                }, columns: columns)
        }
        var shown = ScreenModel(columns: columns, rows: 4)
        var old: CellGrid?
        for _ in 0..<500 {
            let new = random()
            shown.take(FramePainter(palette: palette).bytes(from: old, to: new))
            #expect(shown.lines == (0..<4).map(new.text(ofRow:)))
            old = new
        }
    }

    @Test("has no colour where none is wanted")
    func colorless() {
        let palette = Palette(depth: .none, isDark: true, paintsPage: false)
        for paper: CellStyle.Paper in [
            .page, .bar, .field, .selection, .button, .dialog, .code,
        ] {
            let sequence = palette.sequence(for: CellStyle(ink: .critical, paper: paper))
            #expect(sequence.wholeMatch(of: /\e\[(0(;(4|7))?)?m/) != nil, "\(sequence)")
        }
    }

    @Test("has a code in black on white, whatever the colours are", arguments: [false, true])
    func codes(isDark: Bool) {
        let style = CellStyle(paper: .code)
        func sequence(_ depth: Palette.Depth) -> String {
            Palette(depth: depth, isDark: isDark, paintsPage: false).sequence(for: style)
        }
        #expect(sequence(.full) == "\u{1B}[0;38;2;0;0;0;48;2;255;255;255m")
        #expect(sequence(.sixteen) == "\u{1B}[0;30;107m")
        // Without colours, ink and paper change places where the paper is dark.
        #expect(sequence(.none).contains("7") == isDark)
    }

    @Test("can be read in full colour, in light and in dark")
    func full() {
        let light = Palette(depth: .full, isDark: false, paintsPage: true)
        let dark = Palette(depth: .full, isDark: true, paintsPage: true)
        #expect(light.sequence(for: .plain).contains("48;2;245;246;244"))
        #expect(dark.sequence(for: .plain).contains("38;2;232;238;235"))
    }
}

/// As much of a terminal as a painter needs.
private struct ScreenModel {
    private var cells: [[String]]
    private var (row, column) = (0, 0)

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var lines: [String] {
        cells.map { cells in
            var text = cells.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    mutating func take(_ text: String) {
        var rest = Substring(text)
        while let character = rest.first {
            if let match = rest.prefixMatch(of: /\e\[([0-9;?]*)([A-Za-z])/) {
                act(String(match.1), String(match.2))
                rest = rest[match.range.upperBound...]
                continue
            }
            rest.removeFirst()
            put(character)
        }
    }

    private mutating func act(_ parameters: String, _ final: String) {
        switch final {
        case "H":
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = numbers.count == 2 ? (numbers[0] - 1, numbers[1] - 1) : (0, 0)
        case "J": for row in cells.indices { erase(row, from: 0) }
        case "K": erase(row, from: column)
        default: break
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for column in column..<cells[row].count { cells[row][column] = " " }
    }

    private mutating func put(_ character: Character) {
        let width = DisplayWidth.of(character)
        cells[row][column] = String(character)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }
}
