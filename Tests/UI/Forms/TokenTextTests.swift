import TenonUI
import Testing

@Suite("Tokens as one text") struct TokenTextTests {
    @Test(
        "are read at commas, each once, and whole between quotes",
        arguments: [
            ("", []), (" , ,", []), ("work", ["work"]), ("work, home ,work,", ["work", "home"]),
            ("\"Miller, Inc.\", x", ["Miller, Inc.", "x"]), ("a \"b\" c", ["a \"b\" c"]),
            ("\"say \"\"so\"\"\"", ["say \"so\""]), ("\"not closed, yet", ["not closed, yet"]),
            ("عمل، بيت", ["عمل", "بيت"]),
        ])
    func reads(_ text: String, _ tokens: [String]) {
        #expect(TokenText(text).tokens == tokens)
    }

    @Test("come back from the text in which they are shown")
    func comesBack() {
        let parts = ["a", "b c", "d, e", "\"", "f\"", "\"g", "\"\",\"", "\u{60C}", "ü, \"ß\""]
        for count in 1...parts.count {
            let tokens = Array(parts.shuffled().prefix(count))
            #expect(TokenText(TokenText.text(of: tokens)).tokens == tokens)
        }
    }

    @Test("are completed by what is typed last, without regard to case")
    func completes() {
        let suggestions = ["work", "Words, long", "home", "wool"]
        let text = TokenText("wool, \"a, b\", wo")
        #expect(text.completions(from: suggestions) == ["work", "Words, long"])
        #expect(text.completed(by: "work") == "wool, \"a, b\", work")
        #expect(text.completed(by: "Words, long") == "wool, \"a, b\", \"Words, long\"")
        #expect(TokenText("wool, ").completions(from: suggestions).isEmpty)
        #expect(TokenText("work").completions(from: suggestions).isEmpty)
    }
}
