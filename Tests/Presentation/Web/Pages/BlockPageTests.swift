import Foundation
import TenonCore
import TenonQRCode
import TenonUI
import TenonWeb
import Testing

@Suite("The blocks of a screen")
struct BlockPageTests {
    @Test("Text keeps its level, and its tone in words")
    func text() {
        let page = SamplePage.html(
            .text(TextBlock("Upper", style: .heading(level: 2))),
            .text(TextBlock("Lower", style: .heading(level: 3))),
            .text(TextBlock("Careful", tone: .caution)), .text(TextBlock("Plain")))
        #expect(page.contains("<h2 class=\"heading tone-neutral\" dir=\"auto\">Upper</h2>"))
        #expect(page.contains("<h3 class=\"heading tone-neutral\" dir=\"auto\">Lower</h3>"))
        #expect(page.contains("<strong>Note: </strong>"))
        #expect(page.contains("<p class=\"paragraph\" dir=\"auto\">Plain</p>"))
    }

    @Test("Facts are a list of terms; a concealed one has no value, whatever its length")
    func facts() {
        let page = SamplePage.html(
            .facts(
                FactsBlock(
                    id: "f", title: "Facts",
                    facts: [
                        Fact(
                            id: "p", label: "Password", value: .concealed,
                            actions: [Action(id: "copy", title: "Copy", scope: .row)]),
                        Fact(id: "q", label: "Code", value: .revealed("s3cret")),
                    ])))
        #expect(page.contains("<dt dir=\"auto\">Password</dt>"))
        #expect(page.contains("aria-hidden=\"true\">••••••••••</span>"))
        #expect(page.contains(">concealed<"))
        #expect(page.contains(">s3cret<"))
        #expect(page.contains("value=\"copy:p\""))
        #expect(page.contains("> Password</span>"))
    }

    @Test("A link leads to the web in a tab of its own, and nothing else is a link")
    func links() {
        func page(_ address: String) -> String {
            SamplePage.html(
                .facts(
                    FactsBlock(
                        id: "f",
                        facts: [
                            Fact(id: "l", label: "Site", value: .link(text: "Go", address: address))
                        ])))
        }
        let good = page("https://example.com/?a=1&b=2")
        #expect(good.contains("href=\"https://example.com/?a=1&amp;b=2\" target=\"_blank\""))
        #expect(good.contains("rel=\"noopener noreferrer\""))
        #expect(good.contains("(opens in a new tab)"))
        #expect(!page("javascript:alert(1)").contains("javascript"))
    }

    @Test("Parts of a text have the elements of their meaning, and lead elsewhere as links")
    func richText() {
        let page = SamplePage.html(
            .richText(
                RichTextBlock(
                    id: "r",
                    paragraphs: [
                        [
                            TextSpan("a < b "), TextSpan("c", .emphasis), TextSpan("d", .strong),
                            TextSpan("e & f", .code),
                        ],
                        [
                            TextSpan("tag", .strong, link: .location(Location(["tag", "a b"]))),
                            TextSpan("web", link: .address("https://a.example")),
                            TextSpan("bad", link: .address("javascript:alert(1)")),
                        ],
                    ])))
        #expect(page.contains("a &lt; b <em>c</em><strong>d</strong><code>e &amp; f</code></p>"))
        #expect(
            page.contains(
                "<a class=\"link\" href=\"/s/KEY/tag:a%20b\" id=\"text.r.1.0\"><strong>tag</strong></a>"
            ))
        #expect(page.contains("href=\"https://a.example\" target=\"_blank\""))
        #expect(page.contains("</a>bad</p>"))
        #expect(!page.contains("javascript:alert"))
    }

    @Test("An image comes from this server, in its size, over what is blurred, and has words")
    func image() {
        let image = Image(
            .address("https://a.example/b?c=1"), alternative: "A <bee>",
            size: PictureSize(width: 40, height: 30), blurHash: "LE",
            focus: Image.Focus(x: -1, y: 1))
        var row = Row(id: "r", title: "Comb")
        row.image = image
        let page = SamplePage.html(
            .image(ImageBlock(id: "i", image: image)), .list(ListBlock(id: "l", rows: [row])))
        let source = "/image/KEY/address/https:%2F%2Fa.example%2Fb%3Fc%3D1"
        let shown = """
            <img class="picture focus-x-0 focus-y-0" src="\(source)" alt="A &lt;bee&gt;" \
            title="A &lt;bee&gt;" width="40" height="30" loading="lazy" decoding="async">
            """
        #expect(page.contains(shown))
        #expect(page.contains("<img class=\"blurred\" src=\"/image/KEY/blurred/LE\" alt=\"\""))
        #expect(page.contains("class=\"thumbnail\""))
        #expect(!page.contains("src=\"https"))
        #expect(!page.contains("style="))
    }

    @Test(
        "What is to be seen of an image that is cut has a class for each twentieth",
        arguments: [
            (-1, 1, "focus-x-0 focus-y-0"), (1, -1, "focus-x-20 focus-y-20"),
            (0.3, 0, "focus-x-13 focus-y-10"), (-0.94, 0.26, "focus-x-1 focus-y-7"),
            (7, -7, "focus-x-20 focus-y-20"),
        ])
    func focus(x: Double, y: Double, classes: String) {
        let image = Image(
            .address("https://a.example/b"), alternative: "A bee", focus: Image.Focus(x: x, y: y))
        let page = SamplePage.html(.image(ImageBlock(id: "i", image: image)))
        #expect(page.contains("class=\"picture \(classes)\""))
    }

    @Test(
        "An image that is too large for the page is written smaller, in its proportions",
        arguments: [
            (PictureSize(width: 1200, height: 1600), "width=\"480\" height=\"640\""),
            (PictureSize(width: 1408, height: 704), "width=\"704\" height=\"352\""),
        ])
    func largeImage(_ size: PictureSize, _ written: String) {
        let image = Image(.address("https://a.example/b"), alternative: "A bee", size: size)
        #expect(SamplePage.html(.image(ImageBlock(id: "i", image: image))).contains(written))
    }

    @Test("A moment says when it was on demand, and a person has a letter and leads elsewhere")
    func momentsAndPeople() {
        var moment = Moment(Timestamp(seconds: 0))
        (moment.text, moment.exact) = ("yesterday", "Jan 1, 1970 at 12:00 AM")
        var row = Row(id: "r", title: "Comb", subtitle: "Heavy")
        (row.person, row.moment) = (Person("Ada", handle: "@ada"), moment)
        let page = SamplePage.html(
            .facts(
                FactsBlock(
                    id: "f",
                    facts: [
                        Fact(id: "m", label: "Built", value: .moment(moment)),
                        Fact(
                            id: "p", label: "Keeper",
                            value: .person(Person("Ida", handle: "@i"), location: Location(["ida"]))
                        ),
                    ])), .list(ListBlock(id: "l", rows: [row])))
        let time =
            "datetime=\"1970-01-01T00:00:00.000Z\" title=\"Jan 1, 1970 at 12:00 AM\" dir=\"auto\">yesterday</time>"
        #expect(page.contains("<time class=\"value\" \(time)"))
        #expect(page.contains("<time class=\"row-value\" \(time)"))
        #expect(page.contains("href=\"/s/KEY/ida\" id=\"link.p\" dir=\"auto\">Ida</a>"))
        #expect(page.contains("dir=\"auto\">@i</span>"))
        #expect(page.contains("aria-hidden=\"true\">A</span>"))
        #expect(page.contains(">Ada @ada · Heavy</p>"))
    }

    @Test("A code stands in groups, with the time that is left in words")
    func code() {
        let page = SamplePage.html(
            .facts(
                FactsBlock(
                    id: "f",
                    facts: [
                        Fact(
                            id: "c", label: "Code",
                            value: .code("123456", secondsLeft: 12, period: 30))
                    ])))
        #expect(page.contains("<span>123</span><span>456</span>"))
        #expect(page.contains("<progress max=\"30\" value=\"12\""))
        #expect(page.contains("12 seconds left"))
    }

    @Test("Rows are buttons with their title; further actions stand beside them")
    func rows() {
        let row = Row(
            id: "r 1", title: "GitHub", subtitle: "ada", value: "today",
            badge: Badge("weak", tone: .caution),
            actions: ["open", "copy", "edit", "delete"].map {
                Action(id: $0, title: $0.capitalized, scope: .row)
            })
        let page = SamplePage.html(.list(ListBlock(id: "l", title: "Logins", rows: [row])))
        #expect(page.contains("class=\"row-main\""))
        #expect(page.contains("value=\"open:r%201\""))
        #expect(page.contains("aria-describedby=\"row.l.r_201.detail\""))
        #expect(page.contains("<details class=\"more\">"))
        #expect(page.contains("More for GitHub"))
        #expect(page.contains("class=\"badge tone-caution\""))
        #expect(page.contains("aria-hidden=\"true\">G</span>"))
    }

    @Test("A row that leads to a location is a link, unless what was typed would be left behind")
    func rowLinks() {
        let row = Row(
            id: "1", title: "GitHub", location: Location(["login", "1"]),
            actions: [Action(id: "open", title: "Open", scope: .row)])
        let list = Block.list(ListBlock(id: "l", rows: [row]))
        let page = SamplePage.html(list)
        #expect(page.contains("<a class=\"row-main\" href=\"/s/KEY/login:1\">"))
        #expect(!page.contains("value=\"open:1\""))
        let field = Field(id: "a", label: "A", kind: .text("", isMultiline: false))
        let form = SamplePage.html(list, SamplePage.form(field))
        #expect(!form.contains("<a class=\"row-main\"") && form.contains("value=\"open:1\""))
    }

    @Test("A long list says where it is, and leads to its other parts")
    func windows() {
        let rows = (50..<100).map { Row(id: "\($0)", title: "Row \($0)") }
        let page = SamplePage.html(
            .list(ListBlock(id: "l", total: 100_000, offset: 50, rows: rows)))
        #expect(page.contains("51–100 of 100,000"))
        for value in ["l:0:50", "l:100:150", "l:99950:100000"] {
            #expect(page.contains("name=\"rows\" value=\"\(value)\""), "\(value)")
        }
        let whole = SamplePage.html(.list(ListBlock(id: "l", rows: rows)))
        #expect(!whole.contains("class=\"pager\""))
    }

    @Test("Tables have a caption and headings for columns and rows")
    func tables() {
        let page = SamplePage.html(
            .table(
                TableBlock(
                    id: "t", caption: "Sizes",
                    columns: [.init("Name"), .init("Size", isNumeric: true)],
                    rows: [["a", "1"]])))
        #expect(page.contains(">Sizes</caption>"))
        #expect(page.contains("<th scope=\"col\" class=\"number\""))
        #expect(page.contains("<th scope=\"row\""))
        #expect(page.contains("role=\"region\" aria-labelledby=\"block.t\" tabindex=\"0\""))
    }

    @Test("Charts say in words and numbers what they show", arguments: ChartBlock.Kind.allCases)
    func charts(_ kind: ChartBlock.Kind) {
        let page = SamplePage.html(
            .chart(
                ChartBlock(
                    id: "c", title: "Strength", summary: "Most are strong.", kind: kind,
                    points: [
                        .init(label: "Strong", value: 3, text: "three"),
                        .init(label: "Weak", value: 1, text: "one"),
                    ])))
        #expect(page.contains(">Most are strong.</figcaption>"))
        for text in ["Strong", "three", "Weak", "one"] { #expect(page.contains(text)) }
        #expect(page.contains("aria-hidden=\"true\" focusable=\"false\"><"))
    }

    @Test("Codes are pictures with a name, drawn without scripts, styles and other files")
    func codes() throws {
        let block = QRCodeBlock(
            id: "q", title: "Way", alternative: "Where <bees> live.", content: .text("bees"))
        let page = SamplePage.html(.qrCode(block))
        #expect(page.contains("<h2 id=\"block.q\""))
        #expect(
            page.contains(
                "<svg class=\"qr-code-picture\" viewBox=\"0 0 29 29\" role=\"img\""
                    + " aria-labelledby=\"block.q.caption\" focusable=\"false\"><path d=\"M4 4h7v1h-7z"
            ))
        #expect(page.contains("id=\"block.q.caption\" dir=\"auto\">Where &lt;bees&gt; live.</fig"))
        #expect(!page.contains("style=") && !page.contains(">bees<"))
    }

    @Test("The code of a secret is marked as one; without a picture there is the text")
    func secretCodes() throws {
        func page(
            _ content: QRCodeBlock.Content, codes: (any QRCodeMaking)? = QREncoder()
        ) -> String {
            let block = QRCodeBlock(id: "q", alternative: "A", content: content)
            return SamplePage.html(SamplePage.screen(blocks: [.qrCode(block)]), codes: codes)
        }
        #expect(page(.revealed("bees")).contains("<svg class=\"qr-code-picture revealed\""))
        #expect(page(.revealed("bees")).contains("http-equiv=\"refresh\" content=\"10;"))
        #expect(page(.revealed("bees"), codes: nil).contains("revealed\" dir=\"ltr\">bees</p>"))
        let long = String(repeating: "x", count: 3000)
        #expect(page(.text(long)).contains(">\(long)</p>"))
        #expect(page(.concealed).contains(">concealed</p>"))
        #expect(!page(.concealed).contains("<svg class=\"qr-code"))
    }

    @Test("Progress has a name, a number and a detail; groups have a heading")
    func others() {
        let page = SamplePage.html(
            .progress(ProgressBlock(id: "p", label: "Reading", fraction: 0.5, detail: "1 of 2")),
            .progress(ProgressBlock(id: "q", label: "Waiting")),
            .group(
                GroupBlock(
                    id: "g", title: "Outer",
                    blocks: [.group(GroupBlock(id: "h", title: "Inner", blocks: []))])))
        #expect(page.contains("<progress max=\"100\" value=\"50\" aria-labelledby=\"block.p\""))
        #expect(page.contains("<progress aria-labelledby=\"block.q\""))
        #expect(page.contains("1 of 2"))
        #expect(page.contains("<h2 id=\"block.g\""))
        #expect(page.contains("<h3 id=\"block.h\""))
    }
}
