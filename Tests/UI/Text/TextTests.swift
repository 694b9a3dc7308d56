import Foundation
import TenonCore
import TenonUI
import TestSupport
import Testing

@Suite("Text on a terminal")
struct TextTests {
    @Test(
        "takes as many columns as it may need on any terminal",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ＡＢ", 4), ("👩‍👩‍👧‍👦", 8),
            ("👍🏽", 4), ("🇧🇷", 2), ("ते", 1), ("स्ते", 2), ("नी", 2), ("❤️", 2), ("☎︎", 1), ("שלום", 4),
            ("", 0), ("\u{200B}", 0), ("–•█", 3),
        ])
    func width(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(
        "loses its power over a terminal, and nothing else",
        arguments: [
            ("a\u{1B}[2Jb", "a␛[2Jb"), ("\u{7}\u{8}\u{0}", "␇␈␀"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
            ("\u{202E}abc\u{2066}", "\u{FFFD}abc\u{FFFD}"), ("a\tb", "a    b"),
            ("\u{2068}a\u{2068}b\u{2069}\u{2069}", "\u{2068}a\u{2068}b\u{2069}\u{2069}"),
            ("a\u{2069}\u{2068}b\n\u{2069}", "a\u{FFFD}\u{FFFD}b\n\u{FFFD}"),
            ("a\r\nb\rc", "a\nb\nc"),
            ("a\u{2028}b\u{85}c", "a\nb\nc"), ("שלום 日本 é 👍🏽", "שלום 日本 é 👍🏽"), ("\u{7F}", "␡"),
            ("a\u{200F}b\u{200E}c\u{61C}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
            ("\u{FFF9}\u{E0041}", "\u{FFFD}\u{FFFD}"),
        ])
    func harmless(_ text: String, _ expected: String) {
        #expect(HarmlessText.lines(text) == expected)
        #expect(!HarmlessText.line(text).contains("\n"))
    }

    @Test("neither turns the direction of writing nor ends what others have begun")
    func directions() {
        let turning = [0x61C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        for scalar in turning.compactMap({ Unicode.Scalar($0) }) {
            #expect(HarmlessText.line("a\(scalar)b") == "a\u{FFFD}b", "\(scalar.value)")
            #expect(HarmlessText.isNeeded(for: "a\(scalar)b"), "\(scalar.value)")
        }
    }

    @Test("has no more marks above a letter than belong there")
    func marks() {
        let marks = String(repeating: "\u{301}", count: 100)
        let shown = HarmlessText.lines("a\(marks)b\(marks)")
        #expect(shown.unicodeScalars.count == 2 * 31)
        #expect(shown.unicodeScalars.filter { $0.value < 0x300 }.map(String.init) == ["a", "b"])
    }

    @Test("is escaped in JSON, where it means the same, and the layout stays")
    func json() throws {
        let text = "é日\u{202E}\u{200F}\u{9B}\u{2028}\u{E0041}"
        let json = HarmlessText.json("[\n  \"\(text)\"\n]")
        #expect(json == "[\n  \"é日\\u202e\\u200f\\u009b\\u2028\\udb40\\udc41\"\n]")
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test("is shortened to the columns that there are")
    func shortened() {
        #expect(TextWrapping.shortened("abcd", to: 4) == "abcd")
        #expect(TextWrapping.shortened("abcde", to: 4) == "abc…")
        #expect(TextWrapping.shortened("日本語", to: 5) == "日本…")
    }

    @Test("breaks at spaces, between wide characters, and only then inside words")
    func wrapping() {
        #expect(
            TextWrapping.lines(of: "one two three", width: 8) == ["one two", "three"])
        #expect(TextWrapping.lines(of: "abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
        #expect(TextWrapping.lines(of: "日本語文章", width: 5) == ["日本", "語文", "章"])
        #expect(TextWrapping.lines(of: "a\n\nb", width: 5) == ["a", "", "b"])
        #expect(TextWrapping.lines(of: "", width: 5) == [""])
    }

    @Test("parts that are isolated are so in each line, and in what is left of one")
    func isolated() {
        #expect(
            TextWrapping.lines(of: "a \u{2068}b c\u{2069} d", width: 3) == [
                "a \u{2068}b\u{2069}", "\u{2068}c\u{2069} d",
            ])
        #expect(TextWrapping.shortened("\u{2068}abc\u{2069}d", to: 3) == "\u{2068}ab…\u{2069}")
    }

    @Test("is all there after breaking, and no line is too long")
    func nothingLost() {
        let letters = Array("ab é日👍🏽  שe\u{301}")
        var random = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                text.append(letters[Int.random(in: 0..<letters.count, using: &random)])
            }
            let width = Int.random(in: 4...20, using: &random)
            let lines = TextWrapping.lines(of: text, width: width)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(text) in \(width)")
            #expect(
                lines.joined().filter { $0 != " " } == text.filter { $0 != " " },
                "\(text) in \(width)")
        }
    }
}
