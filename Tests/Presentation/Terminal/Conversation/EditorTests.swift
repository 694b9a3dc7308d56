import TenonCore
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("Typing")
struct EditorTests {
    private func type(_ strokes: [KeyStroke], into text: String = "") -> TextEditor {
        var editor = TextEditor(text)
        for stroke in strokes { _ = editor.handle(stroke) }
        return editor
    }

    @Test("goes where the caret is")
    func typing() {
        let editor = type([KeyStroke(.left), KeyStroke(.character("é"))], into: "ab")
        #expect(editor.text == "aéb")
        #expect(editor.caret == 2)
    }

    @Test("takes away characters as readers see them")
    func removing() {
        #expect(type([KeyStroke(.backspace)], into: "a👩‍👩‍👧‍👦").text == "a")
        #expect(type([KeyStroke(.home), KeyStroke(.delete)], into: "e\u{301}x").text == "x")
        let word = KeyStroke(.character("w"), isControl: true)
        #expect(type([word], into: "one two ").text == "one ")
        let line = KeyStroke(.character("u"), isControl: true)
        #expect(type([line], into: "one\ntwo").text == "one\n")
    }

    @Test("joins a mark with the letter before the caret")
    func combining() {
        let editor = type([KeyStroke(.character("\u{301}"))], into: "e")
        #expect(editor.text == "e\u{301}")
        #expect(editor.caret == 1)
    }

    @Test("moves between lines and stops at the first and the last")
    func lines() {
        var editor = TextEditor("first\nab\nthird")
        for caret in [8, 2] {
            let isMoved = editor.moveLine(isDown: false)
            #expect(isMoved)
            #expect(editor.caret == caret)
        }
        let isMoved = editor.moveLine(isDown: false)
        #expect(!isMoved)
    }

    @Test("makes what is pasted harmless")
    func pasting() {
        var editor = TextEditor()
        editor.insert("a\u{1B}[2J\nb")
        #expect(editor.text == "a␛[2J b")
    }

    @Test("of a secret is counted and taken back by the character")
    func secrets() {
        var editor = SecretEditor()
        for character in "aé日" { _ = editor.handle(KeyStroke(.character(character))) }
        #expect(editor.count == 3)
        _ = editor.handle(KeyStroke(.backspace))
        #expect(editor.text == SecretText("aé"))
        editor.append(SecretText("pasted\r\n"))
        #expect(editor.text == SecretText("aépasted"))
    }
}
