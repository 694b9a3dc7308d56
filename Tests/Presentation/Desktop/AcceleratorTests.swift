import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("Keys of actions")
struct AcceleratorTests {
    @Test("a letter is pressed with Control, with Shift as well where it means something else")
    func letters() {
        let keys = Accelerators().assign([
            Action(id: "move", title: "Move", shortcut: "m"),
            Action(id: "copy", title: "Copy", shortcut: "c"),
            Action(id: "plain", title: "Plain"),
        ])
        #expect(keys == ["move": "<Control>m", "copy": "<Control><Shift>c"])
    }

    @Test("what means the same everywhere has the key of the desktop, and no other action has it")
    func meanings() {
        let keys = Accelerators().assign(
            [
                Action(id: "like", title: "Like", shortcut: "l"),
                Action(id: "add", title: "Add", accelerator: .new),
                Action(id: "lock", title: "Lock", accelerator: .lock),
                Action(id: "store", title: "Store", accelerator: .save),
                Action(id: "sort", title: "Sort", shortcut: "s"),
            ],
            places: [
                Action(id: "notes", title: "Notes", shortcut: "n"),
                Action(id: "settings", title: "Settings", accelerator: .settings),
                Action(id: "trash", title: "Trash", shortcut: "t"),
            ])
        #expect(
            keys == [
                "like": "<Control><Shift>l", "add": "<Control>n", "lock": "<Control>l",
                "store": "<Control>s", "sort": "<Control><Shift>s",
                "notes": "<Alt>1", "settings": "<Control>comma", "trash": "<Alt>3",
            ])
    }

    @Test("of two actions with one letter the first has the key")
    func twice() {
        let keys = Accelerators().assign([
            Action(id: "first", title: "First", shortcut: "m"),
            Action(id: "second", title: "Second", shortcut: "m"),
        ])
        #expect(keys == ["first": "<Control>m"])
    }

    @Test("a person chooses other keys, or none")
    func chosen() throws {
        let accelerators = try #require(Accelerators(parsing: "move=<Alt>m,new=<Alt>n,copy="))
        let keys = accelerators.assign([
            Action(id: "move", title: "Move", shortcut: "m"),
            Action(id: "add", title: "Add", accelerator: .new),
            Action(id: "copy", title: "Copy", shortcut: "c"),
        ])
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
