import TenonCore
import TenonQRCode
import TenonTesting
import TenonUI
import TestSupport
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("A screen as a page")
struct PageLayoutTests {
    private func page(_ blocks: [Block], width: Int = 60, focus: FocusID? = nil) -> Page {
        var layout = PageLayout(localizer: Localizer(language: "en"), width: width)
        layout.focus = focus
        return layout.page(
            of: Screen(location: Location(["a"]), title: "Title", blocks: blocks))
    }

    private func text(_ page: Page) -> String { page.lines.map(\.text).joined(separator: "\n") }

    @Test("has rows in columns where they fit, and below each other where they do not")
    func rows() {
        let list = Block.list(
            ListBlock(
                id: "l", title: "Fruits",
                rows: [
                    Row(
                        id: "1", title: "Apple", subtitle: "red", value: "5",
                        badge: Badge("ripe", tone: .positive),
                        actions: [Action(id: "open", title: "Open")])
                ]))
        #expect(text(page([list])).contains("Apple                 red  ✓ ripe  5"))
        let narrow = page([list], width: 16)
        #expect(text(narrow).contains("Apple\n  red   ✓ ripe\n  5"))
        #expect(narrow.items.map(\.lines.count) == [3])
    }

    @Test("says how many rows there are when not all are present")
    func window() {
        let rows = (10..<20).map { Row(id: "\($0)", title: "Row \($0)") }
        let page = page([
            .list(ListBlock(id: "l", title: "All", total: 100_000, offset: 10, rows: rows))
        ])
        #expect(text(page).contains("100,000 rows"))
        #expect(page.items.map(\.index) == Array(10..<20))
    }

    @Test("never has a line that is too long", arguments: [12, 20, 37, 57, 117])
    func widths(_ width: Int) {
        for sample in [PageSamples.form, PageSamples.facts, PageSamples.table] {
            let lines = page(sample, width: width).lines
            // A picture that is joined of several may alone be wider than a line.
            for line in lines where line.width > width {
                Issue.record("\(line.text) is longer than \(width)")
            }
        }
    }

    @Test("shows a secret that was made, how strong it is, and offers to make another")
    func madeSecret() {
        var field = Field(id: "p", label: "Password", kind: .secret(isSet: true))
        field.actions = [Action(id: "make", title: "Make", scope: .row)]
        field.strength = SecretStrength(.fair, text: "Strength: fair.")
        field.revealed = "m4de"
        let page = page([.form(FormBlock(id: "f", fields: [field], actions: []))])
        #expect(text(page).contains("Password  m4de"))
        #expect(text(page).contains("██████░░░░ Strength: fair."))
        #expect(page.items.first?.actions == field.actions)
        #expect(page.items.first?.target == "p")
    }

    @Test("shows nothing of a secret but that it is there")
    func secrets() {
        let facts = FactsBlock(
            id: "f", facts: [Fact(id: "p", label: "Password", value: .concealed)])
        #expect(text(page([.facts(facts)])).contains("Password  ••••••••"))
        let form = FormBlock(
            id: "f", fields: [Field(id: "s", label: "Secret", kind: .secret(isSet: true))],
            actions: [])
        #expect(text(page([.form(form)])).contains("••••••••"))
    }

    @Test("has the cursor where the next character goes")
    func caret() {
        let form = FormBlock(
            id: "f",
            fields: [
                Field(id: "n", label: "Name", kind: .text("日本x", isMultiline: false)),
                Field(id: "m", label: "More", kind: .text("a\nbc", isMultiline: true)),
            ], actions: [])
        var layout = PageLayout(localizer: Localizer(language: "en"), width: 60)
        layout.hidesTitle = true
        layout.focus = .field("n")
        layout.caret = 2
        let screen = Screen(location: Location(["a"]), title: "T", blocks: [.form(form)])
        #expect(layout.page(of: screen).items[0].cursor == CellPoint(column: 10, row: 0))
        layout.focus = .field("m")
        layout.caret = 4
        #expect(layout.page(of: screen).items[1].cursor == CellPoint(column: 8, row: 2))
    }

    private func code(width: Int, rows: Int?, codes: (any QRCodeMaking)? = QREncoder()) -> Page {
        var layout = PageLayout(localizer: Localizer(language: "en"), width: width)
        (layout.codes, layout.rows) = (codes, rows)
        let block = QRCodeBlock(
            id: "q", title: "Way", alternative: "The hive.", content: .text("https://bees.example"))
        return layout.page(
            of: Screen(location: Location(["a"]), title: "Title", blocks: [.qrCode(block)]))
    }

    @Test("draws a code that a camera reads, where there is room for all of it")
    func codes() async throws {
        let page = code(width: 33, rows: 17)
        #expect(text(page).contains("Way\nThe hive.\n"))
        #expect(try await CodeReader.texts(inTerminal: text(page)) == ["https://bees.example"])
        let papers = page.lines.flatMap(\.runs).filter { $0.style.paper == .code }
        #expect(papers.count == 17 && papers.allSatisfy { $0.text.count == 33 })
    }

    @Test(
        "says how much room a code needs, and has its text instead",
        arguments: [(32, 17), (33, 16), (32, nil)])
    func codeWithoutRoom(width: Int, rows: Int?) {
        let text = text(code(width: width, rows: rows))
        #expect(text.contains("33") && text.contains("17"))
        #expect(text.contains("https://bees.example") && !text.contains("█"))
    }

    @Test("has the text of a code where nothing makes codes")
    func codeWithoutMaker() {
        #expect(text(code(width: 60, rows: 40, codes: nil)).contains("https://bees.example"))
    }

    @Test("lets what leads elsewhere have the focus, where it stands")
    func links() throws {
        let bees = TextSpan("the bees", link: .location(Location(["bees"])))
        let text = Block.richText(
            RichTextBlock(
                id: "r",
                paragraphs: [
                    [TextSpan("See "), bees, TextSpan(" now")],
                    [TextSpan("Or "), TextSpan("read", link: .address("https://a.example"))],
                ]))
        let facts = Block.facts(
            FactsBlock(
                id: "f",
                facts: [
                    Fact(id: "t", label: "Tags", value: .spans([bees])),
                    Fact(
                        id: "k", label: "Keeper",
                        value: .person(
                            Person("Ada", handle: "@ada"), location: Location(["ada"]))),
                ]))
        let page = page([text, facts], focus: .link(block: "r", part: 0, span: 1))
        #expect(self.text(page).contains("See the bees now\n\nOr read <https://a.example>"))
        #expect(self.text(page).contains("Tags    the bees\nKeeper  Ada @ada"))
        #expect(
            page.items.compactMap(\.location)
                == [["bees"], ["bees"], ["ada"]].map { Location($0) })
        for item in page.items {
            let line = page.lines[item.lines.lowerBound].text
            let columns = try #require(item.columns)
            #expect(["the bees", "Ada"].contains(String(Array(line)[columns])))
        }
        let row = try #require(page.items.first?.lines.lowerBound)
        #expect(page.lines[row].runs[1].style.paper == .selection)
        let narrow = self.page([text], width: 6)
        #expect(narrow.items.count == 1)
        #expect(narrow.items[0].columns == 0..<3)
    }

    @Test("has bars as long as the numbers, and something for everything")
    func bars() {
        #expect(BlockBar.filled(1, width: 4) == "████")
        #expect(BlockBar.filled(0.5, width: 4) == "██")
        #expect(BlockBar.filled(0.0001, width: 4) == "▏")
        #expect(BlockBar.filled(0, width: 4).isEmpty)
        #expect(BlockBar.text(.nan, width: 3) == "░░░")
    }
}

/// Blocks with texts of all lengths.
private enum PageSamples {
    static let long = (1...40).map { "word\($0)" }.joined(separator: " ")

    static let facts = [
        Block.facts(
            FactsBlock(
                id: "f", title: long,
                facts: [
                    Fact(id: "1", label: "Short", value: .text(long)),
                    Fact(
                        id: "2", label: long,
                        value: .link(text: "link", address: "https://a.example")),
                    Fact(
                        id: "3", label: "Code", value: .code("123 456", secondsLeft: 3, period: 30)),
                ]))
    ]

    static let table = [
        Block.table(
            TableBlock(
                id: "t", caption: "日本語の長い文章は単語の間に空白がない",
                columns: [TableBlock.Column("A"), TableBlock.Column("B", isNumeric: true)],
                rows: [[long, "1"], ["b", "2"]]))
    ]

    static let form = [
        Block.form(
            FormBlock(
                id: "m",
                fields: [
                    Field(id: "1", label: "A", kind: .text(long, isMultiline: true), problem: long),
                    Field(id: "2", label: "B", kind: .number("1", currency: "EUR")),
                    Field(id: "3", label: "C", kind: .toggle(true)),
                    Field(
                        id: "4", label: "D",
                        kind: .choice("x", options: [Field.Option(id: "x", title: long)])),
                    Field(
                        id: "5", label: "E",
                        kind: .choices(["x"], options: [Field.Option(id: "x", title: long)])),
                    Field(id: "6", label: "F", kind: .file(name: "", accepts: [".csv"])),
                ], actions: [Action(id: "s", title: "Save"), Action(id: "t", title: long)]))
    ]
}
