import TenonCore
import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("The places of the application on a terminal")
struct PlacesTests {
    private static let places = [
        Destination(
            Location(["items"]), title: "All items", count: 1200, shortcut: "i", isCurrent: true),
        Destination(Location(["cards"]), title: "Cards", count: 3, shortcut: "r"),
        Destination(Location(["make"]), title: "Generator", group: "Tools", shortcut: "w"),
        Destination(
            Location(["sync"]), title: "Sync", badge: Badge("2 changes to send", tone: .caution)),
    ]

    private func draw(
        _ places: [Destination] = Self.places, columns: Int, rows: Int = 24, hasSide: Bool = false
    ) -> (lines: [String], hits: [Hit]) {
        let localizer = Localizer(language: "en")
        let screen = Screen(
            location: Location(["items"]), title: "All items",
            actions: [
                Action(id: "new", title: "New", accelerator: .new),
                Action(id: "lock", title: "Lock", scope: .application, shortcut: "k"),
            ], destinations: places)
        let offers = Offers(
            screen, item: nil, inText: false, keys: KeyMap(), canGoBack: false,
            localizer: localizer)
        let column = PlacesColumn(offers, columns: columns, localizer)
        var page = Page()
        page.add(TextLine("The page"))
        var view = ScreenView(
            columns: columns, rows: rows, localizer: localizer, application: "App",
            title: screen.title, page: page, scroll: 0, offers: offers)
        view.placesColumn = column
        view.badges = TitleBar.places(on: screen, columns: columns)
        if hasSide { view.side = page }
        let (frame, hits) = view.draw()
        return ((0..<rows).map(frame.text(ofRow:)), hits)
    }

    @Test("are beside the page from 100 columns on, under their headings, the current one marked")
    func column() {
        #expect(
            Array(draw(columns: 100).lines[1...8]) == [
                "▸ i All items     1,200 │  The page",
                "  r Cards             3 │",
                "                        │",
                "  Tools                 │",
                "  w Generator           │",
                "                        │",
                "  s Sync                │",
                "    ! 2 changes to send │",
            ])
    }

    @Test("take no more than 24 columns, whatever they are called")
    func narrowColumn() {
        let title = "Everything that has ever been written down"
        let lines = draw([Destination(Location(["a"]), title: title)], columns: 100).lines
        #expect(lines[1].hasPrefix("  v Everything that has │"))
        #expect(lines[2].hasPrefix("    ever been written   │"))
    }

    @Test("leave the page beside its list where there is room for all three")
    func panes() {
        #expect(Panes(columns: 104, hasSide: true).side > 0)
        #expect(Panes(columns: 119, places: 25, hasSide: true).side == 0)
        #expect(Panes(columns: 120, places: 25, hasSide: true).side == 38)
        let panes = Panes(columns: 160, places: 25, hasSide: true)
        #expect(panes.side == 54 && panes.left == 80)
        let line = draw(columns: 160, hasSide: true).lines[1]
        #expect(line.filter { $0 == "│" }.count == 2)
    }

    @Test("are a line above the page where there is less room, with the way to the rest")
    func line() {
        #expect(draw(columns: 80).lines[1] == " ▸ i All items   r Cards   w Generator   s Sync")
        #expect(draw(columns: 40).lines[1] == " ▸ i All items   r Cards   … ^P")
        var places = Self.places
        (places[0].isCurrent, places[3].isCurrent) = (false, true)
        #expect(draw(places, columns: 40).lines[1] == " w Generator   ▸ s Sync   … ^P")
        #expect(draw(columns: 80, rows: 9).lines[1] == "  The page")
    }

    @Test("tell their badges in the line at the top when they are not beside the page")
    func badges() {
        #expect(draw(columns: 80).lines[0].contains("! 2 changes to send"))
        #expect(!draw(columns: 100).lines[0].contains("changes"))
    }

    @Test("are pressed with the mouse, beside the page and above it", arguments: [100, 80])
    func mouse(columns: Int) {
        let hits = draw(columns: columns).hits
        for place in Self.places {
            #expect(hits.contains { $0.what == .command(.visit(place.location)) })
        }
    }

    @Test("are not in the footer, which has what can be done")
    func footer() {
        let footer = draw(columns: 100).lines[23]
        #expect(footer.contains("a New") && footer.contains("Lock"))
        #expect(!footer.contains("Cards"))
    }

    @Test("are those around the current one when there are too many for the height")
    func many() {
        let places = (1...40).map { number in
            Destination(
                Location(["\(number)"]), title: "Place \(number)", isCurrent: number == 20)
        }
        let lines = draw(places, columns: 100, rows: 12).lines
        #expect(lines.contains { $0.hasPrefix("▸") && $0.contains("Place 20") })
        #expect(lines[1].hasPrefix("  ⋮") && lines[10].hasPrefix("  ⋮"))
    }
}
