import TenonCore
import TenonUI

/// The places of the application beside the page, under their headings.
struct PlacesColumn {
    /// A line, and the place that it belongs to.
    private struct Line {
        var text: TextLine
        var offer: Offer?
    }

    /// The sign of the place where one is.
    static let mark = "▸"
    /// From this width of the terminal on there is room for it.
    private static let room = 100
    /// The most columns that it takes, without the line beside it.
    private static let widest = 24

    private let offers: [Offer]
    private let localizer: Localizer
    /// The columns before a title: the mark and the key.
    private let indent: Int
    /// The columns from the beginning of a title to the end of what stands behind it.
    private let text: Int

    /// The column of what is offered; `nil` when there is no place or no room.
    init?(_ offers: Offers, columns: Int, _ localizer: Localizer) {
        guard Self.isThere(!offers.places.isEmpty, columns: columns) else { return nil }
        self.offers = offers.places
        self.localizer = localizer
        let indent = 2 + (offers.places.map { DisplayWidth.of($0.shortKey) }.max() ?? 0) + 1
        let most = Self.widest - indent - 1
        let widths = offers.places.map { offer in
            Self.width(of: offer, end: Self.end(of: offer, localizer), most: most)
        }
        let headings = offers.places.compactMap(\.destination?.group)
            .map { DisplayWidth.of($0) + 2 - indent }
        self.indent = indent
        text = min(most, (widths + headings).max() ?? 0)
    }

    /// Whether a terminal has the column.
    static func isThere(_ hasPlaces: Bool, columns: Int) -> Bool { hasPlaces && columns >= room }

    /// The columns that it takes with the line beside it.
    var width: Int { indent + text + 2 }

    /// Draws it.
    ///
    /// - Returns: Where the places are, for the mouse.
    func draw(on frame: inout CellGrid, top: Int, height: Int) -> [Hit] {
        var hits: [Hit] = []
        let lines = visible(height)
        for row in 0..<height {
            frame.put("│", .border, at: CellPoint(column: width - 1, row: top + row))
            guard lines.indices.contains(row) else { continue }
            let line = lines[row]
            if let paper = line.text.paper {
                frame.fill(CellStyle(paper: paper), row: top + row, columns: 0..<width - 1)
            }
            var column = 0
            for run in line.text.runs {
                column = frame.put(
                    run.text, run.style.on(line.text.paper ?? .page),
                    at: CellPoint(column: column, row: top + row), limit: width - 1)
            }
            guard let offer = line.offer else { continue }
            hits.append(
                Hit(columns: 0..<width - 1, row: top + row, what: .command(offer.command)))
        }
        return hits
    }

    // MARK: - Lines

    /// The lines for which there is room: all of them, without gaps if need be, or those around the
    /// current place, with a sign where some are left out.
    private func visible(_ height: Int) -> [Line] {
        var lines = lines(hasGaps: true)
        if lines.count > height { lines = self.lines(hasGaps: false) }
        guard lines.count > height, height > 2 else { return Array(lines.prefix(height)) }
        let current = lines.firstIndex { $0.offer?.destination?.isCurrent == true } ?? 0
        let first = max(0, min(current - height / 2, lines.count - height))
        let cut = Line(text: TextLine("  ⋮", .secondary))
        var shown = Array(lines[first..<first + height])
        if first > 0 { shown[0] = cut }
        if first + height < lines.count { shown[height - 1] = cut }
        return shown
    }

    private func lines(hasGaps: Bool) -> [Line] {
        var lines: [Line] = []
        var group = ""
        for offer in offers {
            if let own = offer.destination?.group, own != group {
                group = own
                if hasGaps, !lines.isEmpty { lines.append(Line(text: .empty)) }
                let heading = TextSetter(width: indent + text).paragraph(
                    own, .secondary.with(.bold), indent: 2)
                if !own.isEmpty { lines += heading.map { Line(text: $0) } }
            }
            lines += self.lines(of: offer).map { Line(text: $0, offer: offer) }
        }
        return lines
    }

    private func lines(of offer: Offer) -> [TextLine] {
        let isCurrent = offer.destination?.isCurrent == true
        let style = isCurrent ? CellStyle.strong : .plain
        let end = Self.end(of: offer, localizer)
        let setter = TextSetter(width: text)
        var lines = setter.paragraph(HarmlessText.line(offer.title), style)
        let size = TextLine(end).width
        if size > 0 {
            let used = lines.first?.width ?? 0
            if lines.count == 1, used + 1 + size <= text {
                let gap = String(repeating: " ", count: text - used - size)
                lines[0].runs += [TextRun(gap)] + end
            } else {
                lines += setter.flow(end.filter { $0.text != " " }.map { [$0] }, gap: 1)
            }
        }
        return lines.enumerated().map { number, line in
            var head = [TextRun(String(repeating: " ", count: indent))]
            if number == 0 {
                let key = TextWrapping.padded(offer.shortKey, to: indent - 2)
                head = [
                    TextRun(isCurrent ? Self.mark + " " : "  ", .accent),
                    TextRun(key, offer.isShortKeyEnough ? .key : .secondary),
                ]
            }
            return TextLine(head + line.runs, paper: isCurrent ? .button : nil)
        }
    }

    /// How many things are there, and what else there is to know.
    static func end(of offer: Offer, _ localizer: Localizer) -> [TextRun] {
        let count = offer.destination?.count.map { TextRun(localizer.number($0), .secondary) }
        let badge = offer.destination?.badge.map {
            TextRun(HarmlessText.line($0.signedText), .tone($0.tone))
        }
        guard let count, let badge else { return [count, badge].compactMap(\.self) }
        return [count, TextRun(" "), badge]
    }

    private static func width(of offer: Offer, end: [TextRun], most: Int) -> Int {
        let title = DisplayWidth.of(HarmlessText.line(offer.title))
        let size = TextLine(end).width
        guard size > 0 else { return title }
        return title + 1 + size <= most ? title + 1 + size : max(title, size)
    }
}
