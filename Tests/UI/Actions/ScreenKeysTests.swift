import TenonCore
import TenonUI
import Testing

@Suite("The letters of a screen")
struct ScreenKeysTests {
    private static func action(
        _ title: String, _ scope: Action.Scope = .screen, _ shortcut: String? = nil,
        _ accelerator: Accelerator? = nil
    ) -> Action {
        Action(
            id: title, title: title, scope: scope, shortcut: shortcut, accelerator: accelerator)
    }

    private func screen(
        _ actions: [Action], blocks: [Block] = [], places: [Destination] = []
    ) -> Screen {
        Screen(
            location: Location(["a"]), title: "A", blocks: blocks, actions: actions,
            destinations: places)
    }

    private func letters(_ keys: [ActionKey]) -> [String] { keys.map(\.letter) }

    /// A front end, with the letters of a screen, those of a row or a fact, and which of these are shortcuts.
    private static let fronts: [(LetterEntry, [String], [String], [String: String])] = [
        (.pressed(), ["m", "r"], ["o", "c", "t", "v"], ["Copy": "c", "Print": "t"]),
        (.pressed(reserved: ["o", "t"]), ["m", "r"], ["p", "c", "i", "v"], ["Copy": "c"]),
        (
            .written(reserved: ["m"]), ["o", "t"], ["o", "c", "t", "m"],
            ["Copy": "c", "Print": "t", "Move": "m"]
        ),
    ]

    @Test(
        "tell those of a row or a fact apart where they are pressed, and not where a number stands before",
        arguments: fronts, [true, false])
    func parts(
        _ front: (LetterEntry, [String], [String], [String: String]), isFact: Bool
    ) {
        let (entry, ofScreen, ofPart, shortcuts) = front
        let actions = [
            Self.action("Open", .row), Self.action("Copy", .row, nil, .copy),
            Self.action("Print", .row, "t"), Self.action("Move", .row, "m"),
        ]
        let fact = Fact(id: "1", label: "One", value: .text("1"), actions: actions)
        let row = Row(id: "1", title: "One", actions: actions)
        let block: Block =
            isFact
            ? .facts(FactsBlock(id: "b", facts: [fact])) : .list(ListBlock(id: "b", rows: [row]))
        let keys = ScreenKeys(
            screen([Self.action("Move all", .screen, "m"), Self.action("Trim")], blocks: [block]),
            by: entry)
        #expect(letters(keys.shared) == ofScreen)
        #expect(letters(keys.keys(of: actions)) == ofPart)
        #expect(keys.shortcuts(of: actions) == shortcuts)
    }

    @Test("give those to chosen rows first, none of them one of a single row")
    func chosen() {
        let row = Row(
            id: "1", title: "One",
            actions: [Self.action("Open", .row), Self.action("Store", .row, "s")])
        let chosen = [Self.action("Mend", .selection, "m"), Self.action("Clear", .selection)]
        let screen = screen(
            [Self.action("Move"), Self.action("New", .screen, "n")],
            blocks: [.list(ListBlock(id: "l", rows: [row]))])
        let pressed = ScreenKeys(screen, chosen: chosen)
        #expect(letters(pressed.chosen) == ["m", "l"])
        #expect(letters(pressed.shared) == ["o", "n"])
        #expect(letters(pressed.keys(of: row.actions)) == ["p", "s"])
        #expect(letters(ScreenKeys(screen).shared) == ["m", "n"])
        let written = ScreenKeys(screen, by: .written(reserved: []), chosen: chosen)
        #expect(letters(written.chosen) == ["m", "l"])
        #expect(letters(written.shared) == ["m", "n"])
    }

    @Test("are given to places before commands, where places have any")
    func places() {
        let place = Destination(Location(["items"]), title: "Items", shortcut: "i")
        let screen = screen(
            [Self.action("Import", .application, "i"), Self.action("Run")], places: [place])
        let pressed = ScreenKeys(screen)
        #expect(letters(pressed.shared) == ["r", "i", "m"])
        #expect(pressed.shortcuts == ["Import": "m", place.id: "i"])
        let written = ScreenKeys(screen, by: .written(reserved: []))
        #expect(letters(written.shared) == ["i", "r"])
    }

    @Test("are no shortcuts where none is left and two are given, as a key is pressed once")
    func exhausted() {
        let place = Destination(Location(["items"]), title: "Items", shortcut: "i")
        let actions = (1...26).map { Self.action("Action \($0)") }
        let keys = ScreenKeys(
            screen(actions + [Self.action("Import", .application, "i")], places: [place]))
        #expect(keys.shared.last?.action.id == "Import")
        #expect(keys.shared.last?.letter.count == 2)
        #expect(keys.shortcuts == [place.id: "i"])
    }
}
