import TenonCore
import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("Keys of actions")
struct AcceleratorTests {
    private func screen(_ actions: [Action], places: [Destination] = []) -> Screen {
        var screen = Screen(location: Location(["a"]), title: "A")
        screen.actions = actions
        screen.destinations = places
        return screen
    }

    @Test("a letter is pressed with Control, with Shift as well where it means something else")
    func letters() {
        let keys = Accelerators().assign(
            screen([
                Action(id: "move", title: "Move", shortcut: "m"),
                Action(id: "fill", title: "Fill", shortcut: "f"),
                Action(id: "plain", title: "Plain"),
            ]))
        #expect(keys == ["move": "<Control>m", "fill": "<Control><Shift>f"])
    }

    @Test(
        "what means the same everywhere has the key of the desktop, and no other action has it"
    )
    func meanings() {
        let screen = screen(
            [
                Action(id: "like", title: "Like", shortcut: "l"),
                Action(id: "add", title: "Add", accelerator: .new),
                Action(id: "lock", title: "Lock", accelerator: .lock),
                Action(id: "store", title: "Store", accelerator: .save),
                Action(id: "sort", title: "Sort", shortcut: "s"),
            ],
            places: [
                Destination(Location(["notes"]), title: "Notes", shortcut: "n"),
                Destination(Location(["settings"]), title: "Settings", accelerator: .settings),
                Destination(Location(["trash"]), title: "Trash", shortcut: "t"),
            ])
        let letters = ScreenKeys(screen).shortcuts
        let keys = Accelerators().assign(screen)
        #expect(keys["like"]?.hasSuffix(letters["like"] ?? "") == true)
        #expect(keys["sort"]?.hasSuffix(letters["sort"] ?? "") == true)
        #expect(keys["add"] == "<Control>n" && keys["lock"] == "<Control>l")
        #expect(keys["store"] == "<Control>s")
        #expect(screen.destinations.map { keys[$0.id] } == ["<Alt>1", "<Control>comma", "<Alt>3"])
        #expect(Set(keys.values).count == keys.count)
    }

    @Test(
        "of two actions with one letter the first has it, and the second another one, as in all front ends"
    )
    func twice() {
        let screen = screen([
            Action(id: "first", title: "First", shortcut: "m"),
            Action(id: "second", title: "Hoop", shortcut: "m"),
        ])
        #expect(ScreenKeys(screen).shortcuts == ["first": "m", "second": "h"])
        #expect(
            Accelerators().assign(screen) == ["first": "<Control>m", "second": "<Control>h"])
    }

    @Test("of screens in sight together count, and those of the first one before the others")
    func merged() throws {
        let form = FormBlock(
            id: "form", fields: [], actions: [Action(id: "save", title: "Save", accelerator: .save)]
        )
        var item = screen([
            Action(id: "edit", title: "Edit", accelerator: .edit),
            Action(id: "lock", title: "Lock", scope: .application, accelerator: .lock),
        ])
        item.blocks = [.form(form)]
        let list = screen([
            Action(id: "add", title: "Add", accelerator: .new),
            Action(id: "edit-all", title: "Edit all", accelerator: .edit),
            Action(id: "lock", title: "Lock", scope: .application, accelerator: .lock),
        ])
        let keys = Accelerators().assign(try #require([item, list].merged))
        #expect(
            keys == [
                "save": "<Control>s", "edit": "<Control>e", "add": "<Control>n",
                "lock": "<Control>l",
            ])
        let others = Accelerators().assign(try #require([list, item].merged))
        #expect(others["edit-all"] == "<Control>e" && others["edit"] == nil)
        #expect([Screen]().merged == nil)
    }

    @Test("a person chooses other keys, or none")
    func chosen() throws {
        let accelerators = try #require(Accelerators(parsing: "move=<Alt>m,new=<Alt>n,copy="))
        let keys = accelerators.assign(
            screen([
                Action(id: "move", title: "Move", shortcut: "m"),
                Action(id: "add", title: "Add", accelerator: .new),
                Action(id: "copy", title: "Copy", shortcut: "c"),
            ]))
        #expect(keys == ["move": "<Alt>m", "add": "<Alt>n"])
        #expect(Accelerators(parsing: "nonsense") == nil)
        #expect(Accelerators(parsing: "=<Alt>n") == nil)
        #expect(Accelerators(parsing: "") == Accelerators())
    }

    @Test("names of actions hold only what GLib takes, and no two are the same")
    func names() {
        let names = ["copy", "a.b", "a-b", "ä", "a b"].map(ActionTable.name)
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(
                name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-.".utf8.contains($0) })
        }
    }

    @Test("the list of keys takes no title for markup")
    func description() {
        let text = ShortcutsWindow.description(
            groups: [("<Here>", [("Save & \"go\"", "<Control>s")]), ("Empty", [])])
        #expect(text.contains("&lt;Here&gt;"))
        #expect(text.contains("Save &amp; &quot;go&quot;"))
        #expect(text.contains("&lt;Control&gt;s"))
        #expect(!text.contains("Empty"))
    }
}
