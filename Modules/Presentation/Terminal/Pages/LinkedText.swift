import TenonCore
import TenonUI

/// Text in lines, with what in it leads elsewhere in the application.
struct LinkedText {
    /// The beginning of a text that leads elsewhere.
    struct Link {
        let id: FocusID
        let location: Location
        /// The line, from 0.
        let line: Int
        let columns: Range<Int>
    }

    var lines: [[TextRun]]
    var links: [Link] = []

    /// Sets spans into lines of a width.
    ///
    /// - Parameters:
    ///   - focus: What has the focus.
    ///   - id: Names a link, by the index of its span.
    init(_ spans: [TextSpan], width: Int, focus: FocusID?, id: (Int) -> FocusID) {
        var parts: [(text: String, style: CellStyle, span: Int?)] = []
        for (index, span) in spans.enumerated() {
            parts.append((span.text, Self.style(of: span, isFocused: focus == id(index)), index))
            if let address = span.address, address != span.text {
                parts.append((" <\(address)>", .secondary, nil))
            }
        }
        lines = []
        var known: Set<Int> = []
        for pieces in SpanWrapping.lines(of: parts.map(\.text), width: max(2, width)) {
            var column = 0
            for piece in pieces {
                let end = column + DisplayWidth.of(piece.text)
                let index = parts[piece.index].span
                if let index, let location = spans[index].location, known.insert(index).inserted {
                    links.append(
                        Link(
                            id: id(index), location: location, line: lines.count,
                            columns: column..<end))
                }
                column = end
            }
            lines.append(pieces.map { TextRun($0.text, parts[$0.index].style) })
        }
    }

    /// Text in which nothing leads elsewhere.
    init(_ lines: [[TextRun]]) { self.lines = lines }

    private static func style(of span: TextSpan, isFocused: Bool) -> CellStyle {
        if isFocused { return .strong.on(.selection) }
        if span.isLink { return CellStyle(ink: .accent, marks: .underline) }
        return switch span.style {
        case .plain: .plain
        case .emphasis: CellStyle(marks: .italic)
        case .strong: .strong
        case .code: CellStyle(ink: .accent)
        }
    }
}

extension PageLayout {
    /// Adds paragraphs.
    func add(_ block: RichTextBlock, to page: inout Page) {
        for (number, spans) in block.paragraphs.enumerated() {
            if number > 0 { page.add(.empty) }
            let text = LinkedText(spans, width: width, focus: focus) {
                .link(block: block.id, part: number, span: $0)
            }
            let first = page.lines.count
            page.add(text.lines.map { TextLine($0) })
            add(text.links, from: CellPoint(column: 0, row: first), to: &page)
        }
    }

    /// Lets the links of a text have the focus.
    ///
    /// - Parameter start: Where the text begins on the page.
    func add(_ links: [LinkedText.Link], from start: CellPoint, to page: inout Page) {
        for link in links {
            let row = start.row + link.line
            let columns =
                start.column + link.columns.lowerBound..<start.column + link.columns.upperBound
            page.items.append(
                PageItem(
                    id: link.id, lines: row..<row + 1,
                    cursor: CellPoint(column: columns.lowerBound, row: row), columns: columns,
                    location: link.location))
        }
    }
}
