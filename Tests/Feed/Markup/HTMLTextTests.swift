import FeedMarkup
import TenonCore
import TenonUI
import Testing

@Suite struct HTMLTextTests {
    private func text(_ html: String) -> [String] {
        HTMLText.paragraphs(of: html).map { $0.map(\.text).joined() }
    }

    @Test("paragraphs, breaks and lists are kept, markup is not")
    func structure() {
        #expect(text("<p>One</p><p>Two<br>lines</p>") == ["One", "Two\nlines"])
        #expect(text("plain &amp; <b>bold</b> &#x1F4F7;") == ["plain & bold 📷"])
        #expect(text("<ul><li>a</li><li>b</li></ul>") == ["• a", "• b"])
        #expect(text("<p>  white \n space </p>") == ["white space"])
        #expect(text("") == [])
    }

    @Test("stress and code have a style")
    func styles() {
        let spans = HTMLText.paragraphs(of: "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>")
        #expect(spans.first?.map(\.style) == [.plain, .emphasis, .plain, .strong, .plain, .code])
    }

    @Test("what runs, draws or asks is passed over with its content")
    func silent() {
        #expect(text("a<script>alert(1)</script>b") == ["ab"])
        #expect(text("a<style>p{}</style><svg><text>x</text></svg>b") == ["ab"])
        #expect(text("<iframe src=x>in</iframe><form><button>Send</button></form>ok") == ["ok"])
        #expect(text("<blink onclick=\"x()\">kept</blink>") == ["kept"])
    }

    @Test(
        "only addresses of the web lead anywhere",
        arguments: [
            "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//host", "/path",
            "JAVASCRIPT:x", "http://a\u{202E}b", "photofeed://logout",
        ])
    func links(address: String) {
        let spans = HTMLText.paragraphs(of: "<a href=\"\(address)\">there</a>").flatMap(\.self)
        #expect(spans == [TextSpan("there")])
    }

    @Test("a link leads where the caller says, else to its address")
    func lead() {
        let html = """
            <p><a class="mention hashtag" href="https://a.example/tags/fog">#<span>fog</span></a> \
            <a href="https://b.example/x"><span class="invisible">https://</span>\
            <span class="ellipsis">b.example</span><span class="invisible">/x</span></a></p>
            """
        let spans = HTMLText.paragraphs(of: html) { link in
            link.classes.contains("hashtag")
                ? .location(Location(["tag", String(link.words.dropFirst())])) : nil
        }
        #expect(
            spans == [
                [
                    TextSpan("#fog", link: .location(Location(["tag", "fog"]))), TextSpan(" "),
                    TextSpan("b.example…", link: .address("https://b.example/x")),
                ]
            ])
    }

    @Test("characters that turn the writing or speak to a terminal are made visible")
    func harmless() {
        let words = text("<p>a\u{202E}b\u{1B}[31mc&#27;d&#x202e;e</p>").joined()
        #expect(!HarmlessText.isNeeded(for: words))
        #expect(words.hasPrefix("a"))
    }

    @Test("neither depth nor length does harm")
    func limits() {
        let deep = String(repeating: "<div>", count: 10_000) + "deep"
        _ = HTMLText.paragraphs(of: deep)
        let long = "<p>" + String(repeating: "word ", count: 200_000)
        #expect(text(long).joined().utf8.count <= 100_000)
        #expect(text("<p>un<closed <b>x").joined().contains("un"))
    }
}
