import TenonCore
import TenonUI

/// What stands in a box in the middle of the screen.
struct Dialog {
    /// Something in a dialog that can be pressed.
    struct Button: Equatable {
        /// The key for it.
        let key: String
        let title: String
        var isSelected = false
    }

    /// What can be typed.
    struct Input {
        var text: String
        var caret: Int
        var placeholder = ""
    }

    var title: String
    var titleStyle = CellStyle.strong
    /// What is said; it is scrolled when there is too much of it.
    var lines: [TextLine] = []
    /// The first of the lines that is shown.
    var scroll = 0
    var input: Input?
    /// What is wrong with the input.
    var problem: String?
    /// Rows to choose from, and the one that is chosen.
    var rows: [TextLine] = []
    var selected: Int?
    /// Lines above rows, by the index of the row.
    var headings: [Int: [TextLine]] = [:]
    var buttons: [Button] = []
    /// The columns that it takes if there is room.
    var wish = 64
}

/// A dialog as it is placed on a frame.
struct DialogView {
    let dialog: Dialog
    let localizer: Localizer

    /// The columns inside for a terminal of a width.
    static func innerWidth(_ columns: Int, wish: Int) -> Int { max(8, min(wish, columns - 6)) }

    /// Draws the dialog, and puts the cursor into it.
    ///
    /// - Returns: Where rows and buttons are, for the mouse.
    func draw(on frame: inout CellGrid) -> [Hit] {
        frame.dim()
        let width = Self.innerWidth(frame.columns, wish: dialog.wish)
        let setter = TextSetter(width: width)
        let title = setter.paragraph(HarmlessText.line(dialog.title), dialog.titleStyle)
        var tail: [TextLine] = []
        var input: InputText?
        if let own = dialog.input {
            let text = HarmlessText.line(own.text)
            let made = InputText(text, caret: own.caret, width: width, minimum: width)
            input = made
            tail += made.lines.enumerated().map { number, line in
                if text.isEmpty, number == 0, !own.placeholder.isEmpty {
                    return TextLine(
                        TextWrapping.padded(
                            TextWrapping.shortened(HarmlessText.line(own.placeholder), to: width),
                            to: width),
                        .secondary.on(.field))
                }
                return TextLine(line, CellStyle(paper: .field))
            }
        }
        if let problem = dialog.problem {
            tail += setter.message(problem, .critical, localizer)
        }
        let buttons = buttonLines(setter)
        let room = max(3, frame.rows - 2)
        var body = dialog.lines
        let fixed = title.count + tail.count + (buttons.lines.isEmpty ? 0 : buttons.lines.count + 1)
        let bodyRoom = max(1, room - fixed - 2 - (dialog.rows.isEmpty ? 0 : 2))
        let scroll = max(0, min(dialog.scroll, body.count - bodyRoom))
        let isCut = body.count > bodyRoom
        body = Array(body.dropFirst(scroll).prefix(bodyRoom))
        var content = title
        content += body
        if !body.isEmpty, input != nil { content.append(.empty) }
        let inputRow = content.count
        content += tail
        let rowsStart = content.count
        let listRoom = max(1, room - content.count - 2 - (buttons.lines.isEmpty ? 0 : 2))
        let list = listLines
        let firstLine = visibleStart(listRoom, in: list)
        let visible = Array(list.dropFirst(firstLine).prefix(listRoom))
        content += visible.map(\.text)
        if !buttons.lines.isEmpty {
            if content.count + buttons.lines.count + 2 < frame.rows { content.append(.empty) }
        }
        let buttonStart = content.count
        content += buttons.lines
        return place(
            content, width: width, on: &frame, isCut: isCut,
            cursor: cursor(
                input, inputRow,
                selected: visible.firstIndex { $0.row != nil && $0.row == dialog.selected }
                    .map { rowsStart + $0 }, buttonStart, buttons),
            rows: (rowsStart, visible.map(\.row)), buttons: (buttonStart, buttons.places))
    }

    /// The rows with the lines above them.
    private var listLines: [(text: TextLine, row: Int?)] {
        dialog.rows.enumerated().flatMap { index, row in
            (dialog.headings[index] ?? []).map { ($0, nil) } + [(row, index)]
        }
    }

    /// The first visible line, chosen so that the selected row is visible.
    private func visibleStart(_ room: Int, in list: [(text: TextLine, row: Int?)]) -> Int {
        guard let selected = dialog.selected,
            let line = list.firstIndex(where: { $0.row == selected })
        else { return 0 }
        return max(0, min(line - room / 2, list.count - room))
    }

    private func cursor(
        _ input: InputText?, _ inputRow: Int, selected: Int?, _ buttonStart: Int,
        _ buttons: (lines: [TextLine], places: [CellPoint])
    ) -> CellPoint {
        if let input {
            return CellPoint(column: input.cursor.column, row: inputRow + input.cursor.row)
        }
        if let selected { return CellPoint(column: 0, row: selected) }
        if let index = dialog.buttons.firstIndex(where: \.isSelected) {
            let place = buttons.places[index]
            return CellPoint(column: place.column, row: buttonStart + place.row)
        }
        return CellPoint(column: 0, row: 0)
    }

    private func buttonLines(_ setter: TextSetter) -> (lines: [TextLine], places: [CellPoint]) {
        var lines: [TextLine] = []
        var places: [CellPoint] = []
        var line = TextLine.empty
        var used = 0
        for button in dialog.buttons {
            let paper: CellStyle.Paper = button.isSelected ? .selection : .button
            let group = [
                TextRun(" \(button.key) ", CellStyle.key.on(paper)),
                TextRun(HarmlessText.line(button.title) + " ", CellStyle.plain.on(paper)),
            ]
            let size = TextLine(group).width
            if used > 0, used + 2 + size > setter.width {
                lines.append(line)
                (line, used) = (.empty, 0)
            }
            if used == 0, size > setter.width {
                places.append(CellPoint(column: 1, row: lines.count))
                lines += setter.flow([group])
                continue
            }
            if used > 0 {
                line.runs.append(TextRun("  ", CellStyle(paper: .dialog)))
                used += 2
            }
            places.append(CellPoint(column: used + 1, row: lines.count))
            line.runs += group
            used += size
        }
        return (line.runs.isEmpty ? lines : lines + [line], places)
    }

    private func place(
        _ content: [TextLine], width: Int, on frame: inout CellGrid, isCut: Bool, cursor: CellPoint,
        rows: (start: Int, indices: [Int?]), buttons: (start: Int, places: [CellPoint])
    ) -> [Hit] {
        let left = max(0, (frame.columns - width - 4) / 2)
        let top = max(0, (frame.rows - content.count - 2) / 3)
        let right = left + width + 3
        let border = CellStyle(ink: .border, paper: .dialog)
        let edge = String(repeating: "─", count: width + 2)
        frame.put("┌\(edge)┐", border, at: CellPoint(column: left, row: top))
        for (number, line) in content.enumerated() {
            let row = top + 1 + number
            frame.fill(CellStyle(paper: .dialog), row: row, columns: left..<right + 1)
            frame.put("│", border, at: CellPoint(column: left, row: row))
            frame.put("│", border, at: CellPoint(column: right, row: row))
            if let paper = line.paper {
                frame.fill(CellStyle(paper: paper), row: row, columns: left + 1..<right)
            }
            var column = left + 2
            for run in line.runs {
                var style = run.style
                if style.paper == .page { style.paper = line.paper ?? .dialog }
                column = frame.put(
                    run.text, style, at: CellPoint(column: column, row: row), limit: right - 1)
            }
        }
        let bottom = top + 1 + content.count
        let more = isCut ? " ↑↓ " : ""
        frame.put(
            "└\(edge.dropLast(more.count))\(more)┘", border,
            at: CellPoint(column: left, row: bottom))
        frame.cursor = CellPoint(
            column: min(left + 2 + cursor.column, right - 1), row: top + 1 + cursor.row)
        var hits = rows.indices.enumerated().compactMap { number, index in
            index.map {
                Hit(
                    columns: left + 1..<right, row: top + 1 + rows.start + number, what: .row($0))
            }
        }
        for (number, place) in buttons.places.enumerated() {
            let size = DisplayWidth.of(dialog.buttons[number].title) + 4
            hits.append(
                Hit(
                    columns: left + 2 + place.column..<left + 2 + place.column + size,
                    row: top + 1 + buttons.start + place.row, what: .button(number)))
        }
        return hits
    }
}

/// A place of the terminal that can be pressed.
struct Hit: Equatable {
    enum What: Equatable {
        /// What has an id on the page.
        case item(FocusID)
        /// What stands in the footer.
        case command(TerminalCommand)
        /// The screen beside this one, perhaps one of its rows.
        case side(FocusID?)
        /// A row of a dialog.
        case row(Int)
        /// A button of a dialog.
        case button(Int)
    }

    let columns: Range<Int>
    let row: Int
    let what: What
}
