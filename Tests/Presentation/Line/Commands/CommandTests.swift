import TenonCore
import TenonUI
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("What is typed")
struct CommandTests {
    @Test(
        "means one thing",
        arguments: [
            ("", Command.return), ("  ", .return), ("?", .help), ("q", .quit), ("b", .back),
            ("n", .turn(forward: true)), ("p", .turn(forward: false)),
            ("/ git hub", .search("git hub")),
            ("/", .search("")), ("3", .number(3, "")), ("3c", .number(3, "c")),
            ("12  new value ", .number(12, "new value")), ("go login:4", .go("login:4")),
            ("go", .word("go")), ("g", .places("")), ("g 3", .places("3")),
            ("g all items", .places("all items")), ("s", .select("")), ("s d", .select("d")),
            ("s 1-3", .select("1-3")), ("f", .filter("")), ("f 2,3", .filter("2,3")),
            ("a", .word("a")), ("Add login", .word("Add login")),
            ("0", .word("0")), ("99999999999999999999", .word("99999999999999999999")),
            ("٣", .word("٣")),
        ])
    func meaning(_ line: String, _ command: Command) {
        #expect(Command(line) == command)
    }

    @Test("several numbers mean rows, with what is to be done with them")
    func rows() throws {
        let numbers = try #require(RowNumbers("1-3,5"))
        #expect(Command("1-3,5") == .rows(numbers, ""))
        #expect(Command(" 1-3,5  d ") == .rows(numbers, "d"))
    }

    @Test("letters: shortcuts first, then letters of the title, then any; never a reserved one")
    func letters() {
        let actions = [
            Action(id: "1", title: "Back up"), Action(id: "2", title: "Add", shortcut: "t"),
            Action(id: "3", title: "Delete", accelerator: .delete),
            Action(id: "4", title: "Quit all", shortcut: "q"),
            Action(id: "5", title: "日本"), Action(id: "3", title: "Again"),
            Action(id: "6", title: "Erase", shortcut: "e"),
        ]
        let screen = Screen(location: Location(["a"]), title: "T", actions: actions)
        let keys = ScreenIndex(screen).keys
        #expect(keys.map(\.letter) == ["k", "t", "d", "i", "f", "r"])
    }

    @Test("every one of many actions has a letter of its own")
    func manyLetters() {
        let actions = (0..<200).map { Action(id: "\($0)", title: "Action \($0)") }
        let screen = Screen(location: Location(["a"]), title: "T", actions: actions)
        let keys = ScreenIndex(screen).keys
        #expect(Set(keys.map(\.letter)).count == 200)
        #expect(keys.allSatisfy { !ScreenIndex.reserved.contains($0.letter) })
    }

    @Test(
        "a place is meant by its number, its title, or the beginning of a word that no other has",
        arguments: [
            ("1", "a"), ("3", "c"), ("4", nil), ("0", nil), ("tags", "b"), ("Tag", nil),
            ("tagg", "c"), ("gen", "a"), ("p", "a"), ("x", nil), ("all", "c"),
        ])
    func places(word: String, location: String?) {
        let screen = Screen(
            location: Location(["a"]), title: "T",
            destinations: [
                ("a", "Password generator"), ("b", "Tags"), ("c", "Tagged all"),
            ].map { Destination(Location([$0.0]), title: $0.1) })
        #expect(ScreenIndex(screen).destination(word)?.id == location)
    }

    private static let screen: Screen = {
        let open = Action(id: "open", title: "Open", scope: .row)
        return Screen(
            location: Location(["a"]), title: "T",
            blocks: [
                .facts(
                    FactsBlock(
                        id: "f",
                        facts: [
                            Fact(id: "plain", label: "A", value: .text("1")),
                            Fact(id: "x", label: "B", value: .text("2"), actions: [open]),
                        ])),
                .list(
                    ListBlock(
                        id: "l", total: 1000, offset: 100,
                        rows: [Row(id: "r", title: "R", actions: [open])])),
                .group(
                    GroupBlock(
                        id: "g", title: "G",
                        blocks: [
                            .form(
                                FormBlock(
                                    id: "m",
                                    fields: [
                                        Field(id: "d", label: "D", kind: .date(""))
                                    ], actions: [Action(id: "save", title: "Save")]))
                        ])),
            ])
    }()

    @Test("numbers run through the screen, rows that are not printed included")
    func numbers() throws {
        let index = ScreenIndex(Self.screen)
        guard case .fact(let fact) = index[1] else { throw Unexpected() }
        #expect(fact.id == "x")
        guard case .row(let row) = index[102] else { throw Unexpected() }
        #expect(row.id == "r")
        guard case .distantRow("l", index: 0) = index[2] else { throw Unexpected() }
        guard case .field(let field) = index[1002] else { throw Unexpected() }
        #expect(field.id == "d")
        if index[0] != nil || index[1003] != nil { throw Unexpected() }
        #expect(index.action("save")?.id == "save")
        #expect(index.action("S")?.id == "save")
    }

    private struct Unexpected: Error {}

    @Test("pages stay within what is present and what there is")
    func pages() {
        var pages = ListPages(size: 10)
        let rows = (0..<25).map { Row(id: "\($0)", title: "") }
        let list = ListBlock(id: "l", total: 27, offset: 0, rows: rows)
        #expect(pages.visible(in: list) == 0..<10)
        #expect(pages.next(of: list, forward: false) == nil)
        pages.begin("l", at: 20)
        #expect(pages.visible(in: list) == 20..<25)
        #expect(pages.next(of: list, forward: true) == 25..<27)
        #expect(pages.next(of: list, forward: false) == 10..<20)
        let empty = ListBlock(id: "l", rows: [])
        #expect(pages.visible(in: empty).isEmpty)
        #expect(pages.next(of: empty, forward: true) == nil)
    }
}
