import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("Keys of actions")
struct AcceleratorTests {
    @Test("a letter is pressed with Control, with Shift as well where it means something else")
    func letters() {
        let keys = Accelerators().assign([
            Action(id: "new", title: "New", shortcut: "n"),
            Action(id: "copy", title: "Copy", shortcut: "c"),
            Action(id: "plain", title: "Plain"),
        ])
        #expect(keys == ["new": "<Control>n", "copy": "<Control><Shift>c"])
    }

    @Test("of two actions with one letter the first has the key")
    func twice() {
        let keys = Accelerators().assign([
            Action(id: "first", title: "First", shortcut: "n"),
            Action(id: "second", title: "Second", shortcut: "n"),
        ])
        #expect(keys == ["first": "<Control>n"])
    }

    @Test("a person chooses other keys, or none")
    func chosen() throws {
        let accelerators = try #require(Accelerators(parsing: "new=<Alt>n,copy="))
        let keys = accelerators.assign([
            Action(id: "new", title: "New", shortcut: "n"),
            Action(id: "copy", title: "Copy", shortcut: "c"),
        ])
        #expect(keys == ["new": "<Alt>n"])
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
