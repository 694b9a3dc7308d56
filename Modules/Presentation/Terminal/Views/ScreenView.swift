import TenonCore
import TenonUI

/// All that is on the terminal at one moment; drawing it is a pure function.
struct ScreenView {
    let columns: Int
    let rows: Int
    let localizer: Localizer
    /// What the application is called.
    let application: String
    /// The title of the screen.
    let title: String
    /// The work in progress; may be empty.
    var activity = ""
    /// What there is to know of other places of the application, with what they are called.
    var badges: [TitleBar.Place] = []
    /// The places of the application, where there is room for them beside the page.
    var placesColumn: PlacesColumn?
    var page: Page
    /// The first line of the page that is shown.
    var scroll: Int
    var focus: FocusID?
    /// The page of the screen that led here, where there is room for both.
    var side: Page?
    /// What has the focus on that page.
    var sideFocus: FocusID?
    /// Messages and progress.
    var messages: [TextLine] = []
    var offers: Offers
    var dialog: Dialog?

    /// The rows for the page.
    var bodyRows: Int { max(1, rows - top - footer.count - messageRows) }

    /// The row at which the page begins.
    private var top: Int { hasPlacesLine ? 2 : 1 }

    private var hasPlacesLine: Bool {
        placesColumn == nil && !offers.places.isEmpty && rows >= PlacesLine.leastRows
    }

    private var panes: Panes {
        Panes(columns: columns, places: placesColumn?.width ?? 0, hasSide: side != nil)
    }

    private var messageRows: Int { min(messages.count, max(1, rows / 3)) }

    /// Draws everything.
    func draw() -> (frame: CellGrid, hits: [Hit]) {
        var frame = CellGrid(columns: columns, rows: rows)
        var hits: [Hit] = []
        TitleBar(
            columns: columns, title: title, application: activity.isEmpty ? application : activity,
            places: badges
        ).draw(on: &frame)
        let bodyRows = bodyRows
        if hasPlacesLine {
            hits += PlacesLine(offers, columns: columns).draw(on: &frame, row: 1)
        }
        hits += placesColumn?.draw(on: &frame, top: top, height: bodyRows) ?? []
        if let side { hits += draw(side, on: &frame, height: bodyRows) }
        hits += drawPage(on: &frame, left: panes.left, height: bodyRows)
        for (number, line) in messages.suffix(messageRows).enumerated() {
            put(line, on: &frame, row: top + bodyRows + number, left: 1)
        }
        hits += drawFooter(on: &frame)
        frame.showCutPicturesInSymbols()
        if let dialog {
            hits = DialogView(dialog: dialog, localizer: localizer).draw(on: &frame)
        }
        return (frame, hits)
    }

    private func drawPage(on frame: inout CellGrid, left: Int, height: Int) -> [Hit] {
        var hits: [Hit] = []
        let visible = scroll..<max(scroll, min(scroll + height, page.lines.count))
        for index in visible {
            put(
                page.lines[index], on: &frame, row: top + index - scroll,
                left: left + PageLayout.margin, paperFrom: left)
        }
        for item in page.items {
            for line in item.lines where visible.contains(line) {
                let columns =
                    item.columns.map {
                        left + PageLayout.margin + $0.lowerBound..<left + PageLayout.margin
                            + $0.upperBound
                    } ?? left..<columns
                hits.append(Hit(columns: columns, row: top + line - scroll, what: .item(item.id)))
            }
        }
        for item in page.items where item.isChosen && visible.contains(item.lines.lowerBound) {
            let row = top + item.lines.lowerBound - scroll
            frame.put("*", .accent, at: CellPoint(column: left + 1, row: row))
        }
        if let item = page.item(focus), visible.contains(item.cursor.row) {
            if item.columns == nil {
                for line in item.lines
                where visible.contains(line) && page.lines[line].paper == nil {
                    frame.put(
                        "▌", .accent, at: CellPoint(column: left, row: top + line - scroll))
                }
            }
            frame.cursor = CellPoint(
                column: min(columns - 1, left + PageLayout.margin + item.cursor.column),
                row: top + item.cursor.row - scroll)
        } else {
            // A screen reader begins where the page does.
            frame.cursor = CellPoint(column: left, row: top)
        }
        drawScrollBar(on: &frame, height: height)
        return hits
    }

    /// The position in a long page; empty when the whole page is visible.
    private func drawScrollBar(on frame: inout CellGrid, height: Int) {
        guard page.lines.count > height else { return }
        let size = max(1, height * height / page.lines.count)
        let range = max(1, page.lines.count - height)
        let start = (height - size) * min(scroll, range) / range
        for row in 0..<height {
            let isThumb = (start..<start + size).contains(row)
            frame.put(
                isThumb ? "█" : "│", isThumb ? .secondary : .border,
                at: CellPoint(column: columns - 1, row: top + row))
        }
    }

    private func draw(_ side: Page, on frame: inout CellGrid, height: Int) -> [Hit] {
        let panes = panes
        let end = panes.places + panes.side
        var hits: [Hit] = []
        let line = side.item(sideFocus)?.lines.lowerBound ?? 0
        let first = max(0, min(line - height / 2, side.lines.count - height))
        let visible = first..<max(first, min(first + height, side.lines.count))
        for index in visible {
            var text = side.lines[index]
            if text.paper == .selection {
                text.paper = .button
                for run in text.runs.indices {
                    text.runs[run].style = text.runs[run].style.on(.button).with(.bold)
                }
            }
            put(
                text, on: &frame, row: top + index - first,
                left: panes.places + PageLayout.margin, paperFrom: panes.places + 1, limit: end)
        }
        for row in 0..<height {
            frame.put("│", .border, at: CellPoint(column: end, row: top + row))
            let item = side.items.first { $0.lines.contains(first + row) }
            hits.append(Hit(columns: panes.places..<end, row: top + row, what: .side(item?.id)))
        }
        return hits
    }

    private func put(
        _ line: TextLine, on frame: inout CellGrid, row: Int, left: Int, paperFrom: Int? = nil,
        limit: Int? = nil
    ) {
        let end = limit ?? columns - 1
        if let paper = line.paper {
            frame.fill(CellStyle(paper: paper), row: row, columns: (paperFrom ?? left)..<end)
        }
        var column = left
        for run in line.runs {
            column = frame.put(
                run.text, run.style, at: CellPoint(column: column, row: row), limit: end)
        }
    }

    // MARK: - Footer

    /// The lines of the footer, as far as there is room; the list of commands has the rest.
    ///
    /// The ways to everything else come last, and are there in any case: search, help, end and the list.
    private var footer: [[(Offer, TextLine)]] {
        let setter = TextSetter(width: max(8, columns - 2))
        let most = max(1, rows < 16 ? 1 : rows < 40 ? 2 : rows / 4)
        var ways = [KeyCommand.search, .help, .quit, .commands].compactMap { command in
            offers.system.first { $0.command == .command(command) }
        }
        // Keys that are the same everywhere come last, since people know them.
        let others = offers.system.filter { !ways.contains($0) }
        let list = offers.focused + offers.screen + others + offers.application
        if let first = ways.first, first.command == .command(.search) {
            ways[0].title = localizer(TerminalText.commandSearch)
        }
        for count in (0...list.count).reversed() {
            let shown = lines(list.prefix(count) + ways, setter)
            if shown.count <= most { return shown }
        }
        while ways.count > 1, lines(ways, setter).count > most { ways.removeFirst() }
        return lines(ways, setter)
    }

    private func line(_ offer: Offer) -> TextLine {
        let style = offer.isEnabled ? CellStyle.plain : .secondary
        let key = offer.key.isEmpty ? "" : offer.key + " "
        return TextLine([
            TextRun(key, offer.isEnabled ? .key : .secondary),
            TextRun(HarmlessText.line(offer.title), style),
        ])
    }

    private func lines(_ offers: [Offer], _ setter: TextSetter) -> [[(Offer, TextLine)]] {
        var lines: [[(Offer, TextLine)]] = []
        var used = 0
        for offer in offers {
            let line = line(offer)
            if line.width > setter.width {
                for part in setter.flow([line.runs]) { lines.append([(offer, part)]) }
                used = setter.width
                continue
            }
            if lines.isEmpty || used + 3 + line.width > setter.width {
                lines.append([(offer, line)])
                used = line.width
            } else {
                lines[lines.count - 1].append((offer, line))
                used += 3 + line.width
            }
        }
        return lines
    }

    private func drawFooter(on frame: inout CellGrid) -> [Hit] {
        var hits: [Hit] = []
        let lines = footer
        for (number, line) in lines.enumerated() {
            let row = rows - lines.count + number
            frame.fill(CellStyle(paper: .bar), row: row, columns: 0..<columns)
            var column = 1
            for (offer, text) in line {
                let start = column
                for run in text.runs {
                    column = frame.put(
                        run.text, run.style.on(.bar), at: CellPoint(column: column, row: row))
                }
                hits.append(Hit(columns: start..<column, row: row, what: .command(offer.command)))
                column += 3
            }
        }
        return hits
    }
}
