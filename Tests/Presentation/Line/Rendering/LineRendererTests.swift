import TenonCore
import TenonQRCode
import TenonUI
import TestSupport
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("A screen as text")
struct LineRendererTests {
    private func render(
        _ screen: Screen, width: Int = 60, isColored: Bool = false, language: String = "en",
        pages: ListPages = ListPages(size: 20), returns: ReturnKey = .repeats,
        codes: (any QRCodeMaking)? = nil
    ) -> String {
        LineRenderer(
            localizer: Localizer(language: language), width: width,
            style: TextStyle(isOn: isColored), pages: pages, codes: codes
        ).text(of: screen, returns: returns, canGoBack: true)
    }

    private static let logins = Screen(
        location: Location(["logins"]), title: "Logins", summary: "3 logins, sorted by title",
        blocks: [
            .list(
                ListBlock(
                    id: "l", total: 30,
                    rows: ["GitHub", "GitLab", "Mail"].map { title in
                        Row(
                            id: title, title: title, subtitle: "ada@example.com",
                            badge: title == "Mail" ? Badge("Weak", tone: .caution) : nil,
                            actions: [
                                Action(id: "open", title: "Open", scope: .row),
                                Action(
                                    id: "copy", title: "Copy password", scope: .row,
                                    accelerator: .copy),
                            ])
                    }))
        ],
        actions: [
            Action(id: "add", title: "Add login", role: .primary, accelerator: .new),
            Action(id: "next", title: "Next steps", shortcut: "n"),
            Action(
                id: "trash", title: "Empty the trash",
                availability: .disabled(reason: "It is empty.")),
            Action(id: "lock", title: "Lock now", scope: .application),
        ], search: Search(text: "", label: "Search logins"))

    @Test("has title, rows, what they can do, actions and a legend")
    func whole() {
        #expect(
            render(Self.logins) == """
                Logins
                ======
                3 logins, sorted by title

                1. GitHub  ada@example.com
                2. GitLab  ada@example.com
                3. Mail    ada@example.com  (! Weak)

                [1–3] Open   [1–3 c] Copy password
                1–3 of 30   [n] Next

                [a] Add login   [t] Next steps
                [m] Empty the trash (not now: It is empty.)
                [/text] Search logins   [l] Lock now   [b] Back   [?] Help
                [q] Quit

                """)
    }

    @Test("says each action of different rows once, with the numbers that have it")
    func differentRows() {
        let rows = (1...20).map { number in
            Row(
                id: "\(number)", title: "Bill \(number)",
                actions: [Action(id: "open", title: "Open", scope: .row)]
                    + ([1, 2, 5].contains(number) || number.isMultiple(of: 4)
                        ? [Action(id: "pay", title: "Pay", scope: .row)] : [])
                    + (number == 7 ? [Action(id: "file", title: "File", scope: .row)] : []))
        }
        let text = render(
            Screen(
                location: Location(["bills"]), title: "Bills",
                blocks: [.list(ListBlock(id: "bills", rows: rows))]))
        #expect(text.contains("\n[1–20] Open   [1–2, 4–5, 8, … p] Pay   [7 f] File\n"), "\(text)")
    }

    @Test("puts rows one below the other where there is no room for columns")
    func narrow() {
        let text = render(Self.logins, width: 24)
        #expect(text.contains("3. Mail\n   ada@example.com\n   (! Weak)\n"))
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 24 })
    }

    @Test("says in words and signs what colours say")
    func tones() {
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: Tone.allCases.map { .text(TextBlock("It is so.", tone: $0)) })
        let text = render(screen)
        for line in ["\nIt is so.", "✓ Done: It", "! Note: It", "✗ Error: It"] {
            #expect(text.contains(line))
        }
    }

    @Test("is the same with colours, apart from the colours", arguments: [24, 40, 60, 100])
    func colors(_ width: Int) {
        let colored = render(Self.logins, width: width, isColored: true)
        #expect(colored.contains("\u{1B}["))
        #expect(
            colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == render(Self.logins, width: width))
    }

    @Test("lines up facts, and never shows what is concealed")
    func facts() {
        let copy = Action(id: "copy", title: "Copy", scope: .row, accelerator: .copy)
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: [
                .facts(
                    FactsBlock(
                        id: "f",
                        facts: [
                            Fact(id: "u", label: "User name", value: .text("ada"), actions: [copy]),
                            Fact(
                                id: "p", label: "Password", value: .concealed,
                                actions: [
                                    Action(id: "reveal", title: "Reveal", scope: .row), copy,
                                ]),
                            Fact(id: "n", label: "Notes", value: .text("one\ntwo")),
                        ]))
            ])
        #expect(
            render(screen, width: 70).contains(
                """
                User name  ada   [1] Copy
                Password   •••••••• (concealed)   [2] Reveal   [2 c] Copy
                Notes      one
                           two
                """))
    }

    @Test("numbers what leads elsewhere, in paragraphs, facts and people, and shows addresses")
    func links() {
        let bees = TextSpan("the bees", .strong, link: .location(Location(["bees"])))
        let keeper = Person("Ada", handle: "@ada")
        let moment = {
            var moment = Moment(Timestamp(seconds: 0))
            (moment.text, moment.exact) = ("yesterday", "Jan 1")
            return moment
        }()
        let copy = Action(id: "copy", title: "Copy", scope: .row)
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: [
                .richText(
                    RichTextBlock(
                        id: "r",
                        paragraphs: [
                            [TextSpan("See "), bees, TextSpan(" "), TextSpan("now", .emphasis)],
                            [
                                TextSpan("Or "),
                                TextSpan("read", link: .address("https://a.example")),
                            ],
                        ])),
                .facts(
                    FactsBlock(
                        id: "f",
                        facts: [
                            Fact(
                                id: "t", label: "Tags", value: .spans([bees, TextSpan(", b")]),
                                actions: [copy]),
                            Fact(
                                id: "k", label: "Keeper",
                                value: .person(keeper, location: Location(["ada"]))),
                            Fact(id: "m", label: "Built", value: .moment(moment)),
                        ])),
            ])
        let text = render(screen)
        #expect(text.contains("See the bees [1] now\n\nOr read <https://a.example>\n"))
        #expect(
            text.contains(
                """
                Tags    the bees [2], b   [3] Copy
                Keeper  Ada [4] @ada
                Built   yesterday (Jan 1)
                """))
        let index = ScreenIndex(screen)
        for (number, place) in [(1, "bees"), (2, "bees"), (4, "ada")] {
            guard case .link(let location)? = index[number] else {
                Issue.record("\(number) leads nowhere")
                continue
            }
            #expect(location == Location([place]))
        }
        guard case .fact(let fact)? = index[3] else {
            Issue.record("3 is no fact")
            return
        }
        #expect(fact.id == "t")
        let colored = render(screen, isColored: true)
        #expect(colored.contains("\u{1B}[4mthe bees [1]\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[3mnow\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text)
    }

    @Test("lines up a form, with what is wrong below the field")
    func form() {
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: [
                .form(
                    FormBlock(
                        id: "f",
                        fields: [
                            Field(
                                id: "t", label: "Title", kind: .text("Mail", isMultiline: false),
                                isRequired: true, problem: "It is taken."),
                            Field(id: "p", label: "Password", kind: .secret(isSet: true)),
                        ], actions: [Action(id: "save", title: "Save")]))
            ])
        let text = render(screen, returns: .fills)
        #expect(
            text.contains(
                """
                1. Title     Mail
                             ✗ Error: It is taken.
                             required
                2. Password  •••••••• (set)

                [Return] Fill in   [s] Save
                """))
        #expect(render(screen, returns: .acts("save")).contains("[Return, s] Save\n"))
    }

    @Test("speaks Portuguese")
    func portuguese() {
        let text = render(Self.logins, language: "pt-BR")
        for word in ["[n] Próximos", "agora não: It is empty.", "[b] Voltar", "[q] Sair"] {
            #expect(text.contains(word))
        }
    }

    @Test("survives numbers that are none")
    func oddNumbers() {
        let points = [Double.nan, .infinity, -3, 0].map {
            ChartBlock.Point(label: "L", value: $0, text: "text \($0)")
        }
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: ChartBlock.Kind.allCases.map { kind in
                .chart(
                    ChartBlock(
                        id: "c", title: "C", summary: "S", kind: kind, points: points))
            } + [.progress(ProgressBlock(id: "p", label: "P", fraction: .nan))]
                + [
                    .table(
                        TableBlock(
                            id: "t", caption: "", columns: [TableBlock.Column("A")],
                            rows: [[], ["1", "2"]]))
                ])
        #expect(render(screen).contains("text inf"))
        #expect(render(screen, width: 1).contains("text inf"))
    }

    private func code(_ content: QRCodeBlock.Content) -> Screen {
        let block = QRCodeBlock(id: "q", title: "Way", alternative: "The hive.", content: content)
        return Screen(location: Location(["q"]), title: "Bees", blocks: [.qrCode(block)])
    }

    @Test("draws a code on a terminal, in colours of its own where there are any")
    func codes() async throws {
        let screen = code(.text("https://bees.example.com"))
        let plain = render(screen, codes: QREncoder())
        #expect(plain.contains("Way\n---\nThe hive.\n████"))
        #expect(!plain.contains("https"))
        let read = try await CodeReader.texts(inTerminal: plain, isInkDark: false)
        #expect(read == ["https://bees.example.com"])
        let colored = render(screen, isColored: true, codes: QREncoder())
        #expect(colored.contains("\u{1B}[30;107m    █▀▀▀▀▀█"))
        let seen = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(try await CodeReader.texts(inTerminal: seen) == ["https://bees.example.com"])
    }

    @Test("says that there is no room for a code, and has its text there as where nobody looks")
    func codeWithoutRoom() {
        let screen = code(.revealed("https://bees.example.com"))
        let narrow = render(screen, width: 32, codes: QREncoder())
        #expect(narrow.contains("There is no room for"))
        #expect(narrow.contains("https://bees.example.com") && !narrow.contains("█"))
        let piped = render(screen)
        #expect(piped.contains("The hive.\n  https://bees.example.com\n"))
        #expect(!render(code(.concealed), codes: QREncoder()).contains("█"))
    }
}
