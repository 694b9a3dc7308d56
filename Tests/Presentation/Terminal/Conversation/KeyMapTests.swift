import TenonCore
import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("Keys")
struct KeyMapTests {
    @Test(
        "are written as people write them",
        arguments: [
            ("ctrl-k", KeyStroke(.character("k"), isControl: true), "^K"),
            ("alt-x", KeyStroke(.character("x"), isAlt: true), "Alt-x"),
            ("f2", KeyStroke(.function(2)), "F2"), ("page-down", KeyStroke(.pageDown), "PgDn"),
            ("y", KeyStroke(.character("y")), "y"), ("space", KeyStroke(.character(" ")), "Space"),
            ("shift-tab", KeyStroke(.tab, isShift: true), "Shift-Tab"),
        ])
    func names(_ name: String, _ stroke: KeyStroke, _ label: String) {
        #expect(KeyStroke(name: name) == stroke)
        #expect(stroke.label == label)
    }

    @Test("can be given to commands and actions, and what had them loses them")
    func remapped() throws {
        let keys = try KeyMap("commands=ctrl-k, help = j,login.copy=y")
        let control = KeyStroke(.character("k"), isControl: true)
        #expect(keys.command(for: control, inText: true) == .commands)
        #expect(keys.command(for: KeyStroke(.character("j")), inText: false) == .help)
        #expect(keys.command(for: KeyStroke(.down), inText: false) == .down)
        // The usual keys that are not characters stay.
        #expect(keys.command(for: KeyStroke(.function(1)), inText: false) == .help)
        let copy = Action(id: "login.copy", title: "Copy")
        #expect(keys.stroke(for: copy) == KeyStroke(.character("y")))
        let lock = Action(id: "close", title: "Close", accelerator: .lock)
        #expect(try KeyMap("lock=f4").stroke(for: lock) == KeyStroke(.function(4)))
        #expect(keys.stroke(for: lock) == nil)
        #expect(keys.reserved.isSuperset(of: ["j", "y"]))
    }

    @Test("that are no keys are an error", arguments: ["commands", "help=ctrl-", "=x", "a=f13"])
    func wrong(_ text: String) {
        #expect(throws: TerminalError.self) { try KeyMap(text) }
    }

    @Test("that are characters do nothing while a text is typed")
    func text() {
        let keys = KeyMap()
        #expect(keys.command(for: KeyStroke(.character("q")), inText: false) == .quit)
        #expect(keys.command(for: KeyStroke(.character("q")), inText: true) == nil)
        #expect(keys.stroke(for: .quit, inText: true)?.label == "^Q")
    }

    @Test("of the screen and of a row never mean two things, and keep their letters")
    func offers() throws {
        func action(_ id: String, _ title: String, _ accelerator: Accelerator? = nil) -> Action {
            Action(id: id, title: title, scope: .row, accelerator: accelerator)
        }
        let row = Row(
            id: "1", title: "One",
            actions: [action("open", "Open"), action("edit", "Edit", .edit), action("x", "Print")])
        let screen = Screen(
            location: Location(["a"]), title: "A",
            blocks: [.list(ListBlock(id: "l", rows: [row]))],
            actions: [
                Action(id: "edit", title: "Edit all"),
                Action(id: "new", title: "New", shortcut: "n"),
                Action(id: "lock", title: "Lock", scope: .application, shortcut: "l"),
            ])
        let item = PageItem(
            id: .row(list: "l", id: "1"), lines: 0..<1, cursor: CellPoint(column: 0, row: 0),
            actions: row.actions, target: "1", index: 0)
        func offers(_ item: PageItem?, inText: Bool = false) -> Offers {
            Offers(
                screen, item: item, inText: inText, keys: KeyMap(), canGoBack: true,
                localizer: Localizer(language: "en"))
        }
        let all = offers(item).all
        let strokes = all.flatMap { [$0.stroke].compactMap(\.self) + $0.others }
        #expect(Set(strokes).count == strokes.count)
        #expect(offers(item).focused.map(\.key) == ["Enter", "e", "p"])
        #expect(offers(item).screen.map(\.key) == offers(nil).screen.map(\.key))
        #expect(offers(item).application.map(\.key) == ["l"])
        #expect(offers(item, inText: true).screen.allSatisfy { $0.key.hasPrefix("Alt-") })
        #expect(
            offers(item).command(for: KeyStroke(.character("e")))
                == .act(row.actions[1], target: "1"))
    }

    @Test(
        "of a secret are there with Control while it is typed, however few letters are left",
        arguments: [
            ("", ["^R", "^X", "^G", "^O"]), ("lock=ctrl-g", ["^R", "^X", "^N", "^O"]),
        ])
    func offersOfSecret(_ setting: String, _ labels: [String]) throws {
        func field(_ actions: [Action]) -> PageItem {
            PageItem(
                id: .field("secret"), lines: 0..<1, cursor: CellPoint(column: 0, row: 0),
                actions: actions, target: "secret")
        }
        let own = [SecretAction.reveal, .clear].map {
            Action(id: $0.rawValue, title: $0.rawValue, scope: .row)
        }
        let makers = [
            Action(id: "make", title: "Generate", scope: .row),
            Action(id: "other", title: "Go on", scope: .row),
        ]
        // As many that no letter is left.
        let many = (0..<30).map { Action(id: "\($0)", title: "Thing \($0)") }
        let screen = Screen(location: Location(["a"]), title: "A", actions: many)
        func offers(_ item: PageItem) throws -> Offers {
            Offers(
                screen, item: item, inText: true, keys: try KeyMap(setting), canGoBack: true,
                localizer: Localizer(language: "en"))
        }
        let all = try offers(field(own + makers))
        #expect(all.focused.map(\.key) == labels)
        let strokes = all.all.flatMap { [$0.stroke].compactMap(\.self) + $0.others }
        #expect(Set(strokes).count == strokes.count)
        // Before anything is typed there is nothing to reveal, and what makes it has the same keys.
        #expect(try offers(field(makers)).focused.map(\.key) == Array(labels[2...]))
        let stroke = try #require(all.focused[2].stroke)
        #expect(all.command(for: stroke) == .act(makers[0], target: "secret"))
        var secret = SecretEditor(SecretText("abc"))
        let isTyped = all.focused.compactMap(\.stroke).contains { secret.handle($0) }
        #expect(!isTyped)
    }

    @Test("of a secret leave the search of its screen its keys")
    func offersOfSecretBesideSearch() {
        let item = PageItem(
            id: .field("secret"), lines: 0..<1, cursor: CellPoint(column: 0, row: 0),
            actions: [Action(id: SecretAction.reveal.rawValue, title: "Reveal", scope: .row)],
            target: "secret")
        let screen = Screen(
            location: Location(["a"]), title: "A", search: Search(text: "", label: "Search"))
        let offers = Offers(
            screen, item: item, inText: true, keys: KeyMap(), canGoBack: true,
            localizer: Localizer(language: "en"))
        #expect(offers.focused.map(\.key) == ["^G"])
        #expect(
            offers.command(for: KeyStroke(.character("r"), isControl: true)) == .command(.search))
    }

    @Test("of chosen rows come first, and none of them means something for a single row")
    func offersOnChosen() throws {
        func action(_ title: String, _ scope: Action.Scope, _ shortcut: String? = nil) -> Action {
            Action(id: title, title: title, scope: scope, shortcut: shortcut)
        }
        let row = Row(
            id: "1", title: "One",
            actions: [action("Open", .row), action("Store", .row, "s")])
        func offers(chosen: [String]) -> Offers {
            var selection = ListSelection(actions: [
                action("Mend", .selection, "m"), action("Clear", .selection),
            ])
            selection.chosen = chosen
            let screen = Screen(
                location: Location(["a"]), title: "A",
                blocks: [.list(ListBlock(id: "l", rows: [row], selection: selection))],
                actions: [action("Move", .screen), action("New", .screen, "n")])
            return Offers(
                screen, item: nil, inText: false, keys: KeyMap(), canGoBack: true,
                localizer: Localizer(language: "en"))
        }
        #expect(offers(chosen: []).screen.map(\.key) == ["m", "n"])
        #expect(offers(chosen: ["1"]).focused.map(\.key) == ["Esc", "m", "l"])
        #expect(offers(chosen: ["1"]).screen.map(\.key) == ["o", "n"])
    }

    @Test("of commands are found by their titles first, then by what they do")
    func foundCommands() {
        let screen = Screen(
            location: Location(["tools"]), title: "Tools",
            actions: [
                Action(id: "import", title: "Import", help: "Takes what was exported elsewhere."),
                Action(id: "export", title: "Export", help: "Writes a file."),
                Action(id: "lock", title: "Lock"),
            ])
        let offers = Offers(
            screen, item: nil, inText: false, keys: KeyMap(), canGoBack: false,
            localizer: Localizer(language: "en"))
        let list = CommandList(editor: TextEditor("export"))
        let found = list.matches(offers, scheme: "tools", Localizer(language: "en"))
        #expect(found.prefix(2).map(\.title) == ["Export", "Import"])
    }
}
