import TenonCore
import TenonUI
import TenonWeb
import Testing

@testable import TenonDesktop  // Other modules see the front end only.
@testable import TenonLine  // Other modules see the front end only.
@testable import TenonTerminal  // Other modules see the front end only.

@Suite("One screen in four front ends")
struct SameLettersTests {
    private static let open = Action(id: "open", title: "Open", scope: .row)
    private static let copy = Action(id: "copy", title: "Copy", scope: .row, accelerator: .copy)
    private static let row = Row(
        id: "1", title: "One",
        actions: [open, copy, Action(id: "print", title: "Print", scope: .row, shortcut: "t")])
    private static let fact = Fact(
        id: "password", label: "Password", value: .concealed,
        actions: [Action(id: "reveal", title: "Reveal", scope: .row, shortcut: "v"), copy])
    private static let screen = Screen(
        location: Location(["a"]), title: "A",
        blocks: [
            .facts(FactsBlock(id: "facts", facts: [fact])),
            .list(ListBlock(id: "list", rows: [row])),
        ],
        actions: [
            Action(id: "add", title: "Add", accelerator: .new),
            Action(id: "sort", title: "Sort", shortcut: "r"),
            Action(id: "move", title: "Move"),
            Action(id: "import", title: "Import", scope: .application, shortcut: "i"),
            Action(id: "lock", title: "Lock", scope: .application, accelerator: .lock),
        ],
        destinations: [
            Destination(Location(["items"]), title: "All items", shortcut: "i"),
            Destination(
                Location(["settings"]), title: "Settings", shortcut: "y", accelerator: .settings),
        ])

    /// The letters of what has a shortcut on the screen.
    private static let shared = [
        "Add": "a", "Sort": "r", "All items": "i", "Settings": "y", "Import": "p", "Lock": "x",
    ]
    private static let ofRow = ["Open": "o", "Copy": "c", "Print": "t"]
    private static let ofFact = ["Reveal": "v", "Copy": "c"]

    private func letters(_ keys: [ActionKey]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0.action.title, $0.letter) })
    }

    @Test("has all letters in the terminal")
    func terminal() {
        func offers(_ item: PageItem?) -> Offers {
            Offers(
                Self.screen, item: item, inText: false, keys: KeyMap(), canGoBack: true,
                localizer: Localizer(language: "en"))
        }
        func letters(_ offers: [Offer]) -> [String: String] {
            let pairs = offers.compactMap { offer -> (String, String)? in
                let strokes = [offer.stroke].compactMap(\.self) + offer.others
                return strokes.first { $0.typed != nil }.map { (offer.title, $0.label) }
            }
            return Dictionary(uniqueKeysWithValues: pairs)
        }
        func item(_ id: FocusID, _ actions: [Action], _ target: String) -> PageItem {
            PageItem(
                id: id, lines: 0..<1, cursor: CellPoint(column: 0, row: 0), actions: actions,
                target: target)
        }
        let all = offers(nil)
        let expected = Self.shared.merging(["Move": "m"]) { $1 }
        #expect(letters(all.screen + all.application + all.places) == expected)
        let onRow = item(.row(list: "list", id: "1"), Self.row.actions, "1")
        #expect(letters(offers(onRow).focused) == Self.ofRow)
        let onFact = item(.fact(block: "facts", id: "password"), Self.fact.actions, "password")
        #expect(letters(offers(onFact).focused) == Self.ofFact)
    }

    @Test("has the same letters on the page, for what has a shortcut")
    func page() {
        let application = ApplicationInfo(
            name: "Sample", executable: "sample", version: "1", scheme: "sample")
        let page = ScreenPage(
            PageContent(screen: Self.screen),
            context: PageContext(
                application: application, localizer: Localizer(language: "en"), assetVersion: "1"),
            session: PageContext.SessionPart(paths: SessionPaths(key: "K"), formToken: "T"))
        let keys = HTMLWriter.text(page.html)
            .matches(of: /<kbd>([a-z])<\/kbd><\/th><td dir="auto">([^<]+)<\/td>/)
            .map { (String($0.output.2), String($0.output.1)) }
        let ofParts = ["Copy Password": "c", "Print": "t", "Reveal Password": "v"]
        let expected = Self.shared.merging(ofParts) { $1 }
        #expect(Dictionary(keys) { $1 } == expected)
        // A fact and a row each have their own Copy; the list of keys says it once.
        #expect(keys.count == expected.count)
    }

    @Test("has the same letters in the window, where no key of the desktop means the same")
    func window() throws {
        let keys = Accelerators().assign(try #require([Self.screen].merged))
        #expect(
            keys == [
                "add": "<Control>n", "lock": "<Control>l",
                "sort": "<Control>\(Self.shared["Sort"] ?? "")",
                "import": "<Control>\(Self.shared["Import"] ?? "")",
                Self.screen.destinations[0].id: "<Alt>1",
                Self.screen.destinations[1].id: "<Control>comma",
            ])
    }

    @Test("has the same letters in the line, but those of places, which have numbers there")
    func line() {
        let index = ScreenIndex(Self.screen)
        var expected = Self.shared.merging(["Move": "m", "Import": "i"]) { $1 }
        for place in Self.screen.destinations { expected[place.title] = nil }
        #expect(letters(index.keys) == expected)
        #expect(letters(index.keys(of: Self.row.actions)) == Self.ofRow)
        #expect(letters(index.keys(of: Self.fact.actions)) == Self.ofFact)
    }
}
