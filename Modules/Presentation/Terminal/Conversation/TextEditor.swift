import TenonCore
import TenonUI

/// A text that is being typed, with a caret.
struct TextEditor: Equatable, Sendable {
    private(set) var characters: [Character]
    /// How many characters are before the caret.
    private(set) var caret: Int

    /// Makes an editor with the caret at the end.
    init(_ text: String = "") {
        characters = Array(text)
        caret = characters.count
    }

    /// The text.
    var text: String { String(characters) }

    /// Puts text in at the caret; control characters are left out, and line breaks where there is
    /// but one line.
    mutating func insert(_ text: String, isMultiline: Bool = false) {
        let clean = isMultiline ? HarmlessText.lines(text) : HarmlessText.line(text)
        var head = String(characters[..<caret]) + clean
        let tail = String(characters[caret...])
        // A mark that combines with the letter before the caret makes one character of both.
        let count = head.count
        head += tail
        characters = Array(head)
        caret = min(count, characters.count)
    }

    /// Handles a key in a text; `false` when it has no effect there.
    mutating func handle(_ stroke: KeyStroke) -> Bool {
        if let character = stroke.typed {
            insert(String(character))
            return true
        }
        switch (stroke.key, stroke.isControl) {
        case (.left, false) where caret > 0: caret -= 1
        case (.right, false) where caret < characters.count: caret += 1
        case (.left, true): caret = wordStart
        case (.right, true): caret = wordEnd
        case (.home, _), (.character("a"), true): caret = lineStart
        case (.end, _), (.character("e"), true): caret = lineEnd
        case (.backspace, false) where caret > 0:
            caret -= 1
            characters.remove(at: caret)
        case (.backspace, false): break
        case (.delete, _), (.character("d"), true):
            if caret < characters.count { characters.remove(at: caret) }
        case (.character("w"), true), (.backspace, true): remove(wordStart..<caret)
        case (.character("u"), true): remove(lineStart..<caret)
        case (.character("k"), true): remove(caret..<lineEnd)
        default: return false
        }
        return true
    }

    /// Moves to the line above or below; `false` when there is none.
    mutating func moveLine(isDown: Bool) -> Bool {
        let column = caret - lineStart
        if isDown {
            guard lineEnd < characters.count else { return false }
            caret = lineEnd + 1
        } else {
            guard lineStart > 0 else { return false }
            caret = lineStart - 1
            caret = lineStart
        }
        caret = min(caret + column, lineEnd)
        return true
    }

    private var lineStart: Int {
        characters[..<caret].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    private var lineEnd: Int { characters[caret...].firstIndex(of: "\n") ?? characters.count }

    private var wordStart: Int {
        var place = caret
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = caret
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        while place < characters.count, !characters[place].isWhitespace { place += 1 }
        return place
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        caret = range.lowerBound
    }
}
