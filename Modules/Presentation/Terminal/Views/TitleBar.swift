import TenonCore
import TenonUI

/// The line at the top: the title, what there is to know of other places, and the application.
struct TitleBar {
    /// A badge with the title of the place that it belongs to.
    typealias Place = (title: String, badge: Badge)

    let columns: Int
    /// The title of the screen.
    let title: String
    /// What the application is called, or what it does.
    let application: String
    let places: [Place]

    /// The columns of a longer title that stay in any case.
    private static let leastTitle = 16

    init(columns: Int, title: String, application: String, places: [Place] = []) {
        self.columns = columns
        self.title = HarmlessText.line(title)
        self.application = application
        self.places = places
    }

    /// The badges of the places that are not beside the page.
    static func places(on screen: Screen, columns: Int) -> [Place] {
        let destinations = screen.destinations
        let hasColumn = PlacesColumn.isThere(!destinations.isEmpty, columns: columns)
        return (hasColumn ? [] : destinations).compactMap { place in
            place.badge.map { (place.title, $0) }
        }
    }

    /// Whether there is room for the whole title.
    var fitsTitle: Bool {
        let end = shortBadges.isEmpty ? DisplayWidth.of(application) : TextLine(shortBadges).width
        return DisplayWidth.of(title) <= columns - end - 4
    }

    /// Draws the line.
    func draw(on frame: inout CellGrid) {
        frame.fill(CellStyle(paper: .bar), row: 0, columns: 0..<columns)
        let width = DisplayWidth.of(title)
        let least = fitsTitle ? width : min(width, Self.leastTitle)
        let end = ends.first { columns - $0.width - 4 >= least }
        frame.put(
            TextWrapping.shortened(title, to: end.map { columns - $0.width - 4 } ?? columns - 2),
            CellStyle(ink: .accent, paper: .bar, marks: .bold), at: CellPoint(column: 1, row: 0))
        guard let end else { return }
        var column = columns - end.width - 1
        for run in end.runs {
            column = frame.put(
                run.text, run.style.on(.bar), at: CellPoint(column: column, row: 0))
        }
    }

    private static let gap = TextRun("   ", .secondary)

    private var shortBadges: [TextRun] { shortBadges(places.count) }

    private func shortBadges(_ count: Int) -> [TextRun] {
        Array(places.prefix(count).flatMap { [$0.badge.run, Self.gap] }.dropLast())
    }

    /// What may stand at the end, the longest first: a badge is worth more than the name of the
    /// application, and the first ones more than the later ones.
    private var ends: [TextLine] {
        let name = TextRun(application, .secondary)
        guard !places.isEmpty else { return [TextLine([name])] }
        let long = places.flatMap { title, badge in
            [TextRun(HarmlessText.line(title) + " ", .secondary), badge.run, Self.gap]
        }
        return [TextLine(long + [name]), TextLine(shortBadges + [Self.gap, name])]
            + (1...places.count).reversed().map { TextLine(shortBadges($0)) } + [TextLine([name])]
    }
}

extension Badge {
    /// The badge as it is drawn.
    fileprivate var run: TextRun { TextRun(HarmlessText.line(signedText), .tone(tone)) }
}
