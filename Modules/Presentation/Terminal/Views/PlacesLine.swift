import TenonCore
import TenonUI

/// The places of the application in one line above the page, where there is no room beside it: as
/// many as fit with the current one among them, and the way to the rest.
struct PlacesLine {
    /// A terminal that is less high has no line to spare.
    static let leastRows = 10
    private static let gap = 3

    private let offers: [Offer]
    private let more: Offer?
    private let columns: Int

    init(_ offers: Offers, columns: Int) {
        self.offers = offers.places
        more = offers.system.first { $0.command == .command(.commands) }
        self.columns = columns
    }

    /// Draws it.
    ///
    /// - Returns: Where the places are, for the mouse.
    func draw(on frame: inout CellGrid, row: Int) -> [Hit] {
        var hits: [Hit] = []
        var column = 1
        for (offer, text) in shown {
            let start = column
            for run in text.runs {
                column = frame.put(
                    run.text, run.style, at: CellPoint(column: column, row: row),
                    limit: columns - 1)
            }
            hits.append(Hit(columns: start..<column, row: row, what: .command(offer.command)))
            column += Self.gap
        }
        return hits
    }

    private var shown: [(Offer, TextLine)] {
        let all = offers.map { ($0, line($0)) }
        guard let more, Self.width(all) > columns - 2 else { return all }
        let rest = (more, TextLine([TextRun("… "), TextRun(more.key, .key)]))
        let room = columns - 2 - rest.1.width - Self.gap
        let current = offers.firstIndex { $0.destination?.isCurrent == true } ?? 0
        for start in 0...current {
            var list = Array(all[start...])
            while list.count > current - start + 1, Self.width(list) > room { list.removeLast() }
            if Self.width(list) <= room || start == current { return list + [rest] }
        }
        return [rest]
    }

    private static func width(_ list: [(Offer, TextLine)]) -> Int {
        list.reduce(-gap) { $0 + $1.1.width + gap }
    }

    private func line(_ offer: Offer) -> TextLine {
        let isCurrent = offer.destination?.isCurrent == true
        let key = offer.shortKey.isEmpty ? "" : offer.shortKey + " "
        let runs = [
            TextRun(isCurrent ? PlacesColumn.mark + " " : "", .accent),
            TextRun(key, offer.isShortKeyEnough ? .key : .secondary),
            TextRun(HarmlessText.line(offer.title), isCurrent ? .strong : .plain),
        ]
        return TextLine(runs.filter { !$0.text.isEmpty })
    }
}
