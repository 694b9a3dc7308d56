import CGTK
import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("Rich text is never taken for markup")
struct RichLabelTests {
    private static let words = [
        "plain", "<b>bold</b>", "a & b", "&amp;", "\"quoted\"", "'", "<a href=\"x\">y</a>", "<!--",
        "&#0;", "<span size=\"1\">", "]]>",
    ]

    /// The text that Pango makes of markup; `nil` when it is none.
    private func text(ofMarkup markup: String) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard pango_parse_markup(markup, -1, 0, nil, &text, nil, nil) != 0, let text else {
            return nil
        }
        defer { g_free(text) }
        return String(cString: text)
    }

    @Test("words are shown as they are, in each style", arguments: words)
    func spans(_ words: String) {
        for style in TextSpan.Style.allCases {
            #expect(text(ofMarkup: RichLabel.markup(0, TextSpan(words, style))) == words)
        }
    }

    /// GtkLabel reads the title of a link as the value of an attribute, and then as markup.
    @Test("an address is shown as it is when the pointer rests on its link", arguments: words)
    func titles(_ words: String) throws {
        let address = "https://evil.example/?a=1&b=\(words)"
        let markup = RichLabel.markup(3, TextSpan("a link", link: .address(address)))
        let start = "<a href=\"3\" title=\"", end = "\">a link</a>"
        #expect(markup.hasPrefix(start) && markup.hasSuffix(end))
        let title = markup.dropFirst(start.count).dropLast(end.count)
        #expect(!title.contains("\"") && !title.contains("<"))
        let read = try #require(text(ofMarkup: String(title)))
        #expect(text(ofMarkup: read) == address)
    }
}
