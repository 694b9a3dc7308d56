import TenonUI
import Testing

@Suite struct SpanWrappingTests {
    private func lines(_ texts: [String], _ width: Int) -> [[String]] {
        SpanWrapping.lines(of: texts, width: width).map { $0.map { "\($0.index):\($0.text)" } }
    }

    @Test("texts follow each other without a gap, and each piece knows its text")
    func pieces() {
        #expect(lines(["One ", "two", ", three."], 40) == [["0:One ", "1:two", "2:, three."]])
        let broken = [["0:One ", "1:two", "2:,"], ["2:three."]]
        #expect(lines(["One ", "two", ", three."], 8) == broken)
    }

    @Test("a word of two texts is broken as one word")
    func words() {
        #expect(lines(["aaa b", "bb"], 5) == [["0:aaa"], ["0:b", "1:bb"]])
    }

    @Test("line breaks of texts and empty texts are kept")
    func breaks() {
        #expect(lines(["a\n", "", "b\n\nc"], 10) == [["0:a"], ["2:b"], [], ["2:c"]])
        #expect(lines([], 10) == [[]])
    }

    @Test("control characters are made harmless, and nothing else is lost")
    func harmless() {
        let texts = ["a\u{1B}[2J", " \u{2068}שלום\u{2069} ", "👩‍👩‍👧‍👦 end of it"]
        for width in 2...30 {
            let pieces = SpanWrapping.lines(of: texts, width: width).joined()
            let text = pieces.map(\.text).joined()
            #expect(!text.contains("\u{1B}"))
            #expect(text.filter { !$0.isWhitespace }.contains("👩‍👩‍👧‍👦") || width < 8)
            #expect(pieces.contains { $0.index == 2 })
        }
    }
}
