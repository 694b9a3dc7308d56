import Foundation
import TenonCore
import TenonUI
import Testing

@Suite struct ScreenCodingTests {
    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    private static let action = Action(
        id: "a", title: "Act", help: "Acts.", scope: .row, role: .destructive, shortcut: "x",
        availability: .disabled(reason: "Not now."),
        confirmation: Confirmation(
            title: "Sure?", message: "Really?", confirmTitle: "Yes", severity: .severe(name: "N")),
        input: Prompt(title: "What?", message: "Say.", isSecret: true))

    private static let options = [Field.Option(id: "o", title: "O")]

    private static let kinds: [Field.Kind] = [
        .text("t", isMultiline: true), .text("", isMultiline: false), .secret(isSet: true),
        .number("-12.50", currency: "EUR"), .number("", currency: nil), .date("2024-02-29"),
        .month("2028-04"), .number("20", range: 4...256),
        .tokens(["a", "b, c"], suggestions: ["d"]),
        .toggle(true), .choice("o", options: options), .choices(["o"], options: options),
        .file(name: "f.csv", accepts: [".csv"]),
    ]

    private static let values: [Fact.Value] = [
        .text("text"), .concealed, .revealed("secret"),
        .link(text: "l", address: "https://example.com"),
        .code("123 456", secondsLeft: 12, period: 30),
        .spans(spans), .moment(moment),
        .person(Person("Ada", handle: "@ada"), location: Location(["person", "ada"])),
        .person(Person("Ida"), location: nil),
    ]

    private static let spans = [
        TextSpan("a", .emphasis), TextSpan("b", .strong, link: .address("https://example.com")),
        TextSpan("c", .code, link: .location(Location(["tag", "bees"]))), TextSpan("d"),
    ]

    private static var moment: Moment {
        var moment = Moment(Timestamp(milliseconds: 1_749_988_800_123))
        (moment.text, moment.exact) = ("yesterday", "Jun 15, 2025 at 12:00 PM")
        return moment
    }

    private static let image = Image(
        .address("https://example.com/a.png"), alternative: "A",
        size: PictureSize(width: 3, height: 4), blurHash: "00TI:j",
        focus: Image.Focus(x: 9, y: .nan))

    private static var secret: Field {
        var field = Field(id: "made", label: "L", kind: .secret(isSet: true))
        field.actions = [action]
        field.strength = SecretStrength(.fair, text: "T")
        field.revealed = "R"
        return field
    }

    private static var datedRow: Row {
        var row = Row(id: "d", title: "D")
        (row.person, row.moment, row.image) = (Person("Ada", image: image), moment, image)
        return row
    }

    private static let blocks: [Block] = [
        .text(TextBlock("p")), .text(TextBlock("h", style: .heading(level: 3), tone: .critical)),
        .facts(
            FactsBlock(
                id: "f", title: "F",
                facts: values.enumerated().map {
                    Fact(id: "\($0.offset)", label: "L", value: $0.element, actions: [action])
                })),
        .list(
            ListBlock(
                id: "l", title: "L", total: 100_000, offset: 20,
                rows: [
                    Row(
                        id: "r", title: "R", subtitle: "S", value: "V",
                        badge: Badge("B", tone: .caution), actions: [action]),
                    Row(id: "s", title: "S"), datedRow,
                ])),
        .image(ImageBlock(id: "i", image: image)),
        .image(ImageBlock(id: "j", image: Image(.id("x"), alternative: ""))),
        .richText(RichTextBlock(id: "x", paragraphs: [spans, [], [TextSpan("e")]])),
        .table(
            TableBlock(
                id: "t", caption: "C",
                columns: [TableBlock.Column("A"), TableBlock.Column("B", isNumeric: true)],
                rows: [["a", "1"], ["b", "2"]])),
        .form(
            FormBlock(
                id: "form", title: "Form",
                fields: kinds.enumerated().map {
                    Field(
                        id: "\($0.offset)", label: "L", help: "H", kind: $0.element,
                        isRequired: true, problem: "P", autofill: .newPassword, isLive: true)
                } + [secret], actions: [action])),
        .qrCode(QRCodeBlock(id: "k", title: "K", alternative: "A", content: .text("x"))),
        .qrCode(QRCodeBlock(id: "k", alternative: "A", content: .revealed("x"))),
        .qrCode(QRCodeBlock(id: "k", alternative: "A", content: .concealed)),
        .progress(ProgressBlock(id: "p", label: "P", fraction: 0.5, detail: "D")),
        .progress(ProgressBlock(id: "q", label: "Q")),
    ]

    private static let charts: [Block] = ChartBlock.Kind.allCases.map { kind in
        .chart(
            ChartBlock(
                id: "c", title: "C", summary: "S", kind: kind,
                points: [ChartBlock.Point(label: "L", value: 1.5, text: "1.5")]))
    }

    @Test(
        "a screen with everything comes back as it was",
        arguments: [
            Phase.ready, .loading(message: "m"), .empty(message: "m", action: nil),
            .empty(message: "m", action: "a"),
            .failed(Problem(code: "c", message: "m", remedy: "r"), retry: "a"),
            .failed(Problem(code: "c", message: "m"), retry: nil),
        ])
    func screens(_ phase: Phase) throws {
        let nested: Block = .group(
            GroupBlock(
                id: "g", title: "G",
                blocks: [.group(GroupBlock(id: "h", title: "H", blocks: Self.blocks))]))
        let screen = Screen(
            location: try Location(parsing: "login:a%3Ab?q=1"), title: "T", summary: "S",
            phase: phase, blocks: Self.blocks + Self.charts + [nested], actions: [Self.action],
            search: Search(text: "x", label: "Find"), parent: .at("logins"))
        #expect(try roundTrip(screen) == screen)
        let bare = Screen(location: .at("a"), title: "")
        #expect(try roundTrip(bare) == bare)
    }

    @Test("a code says the same in the elements of the first version, whose readers take that")
    func codeFallback() throws {
        let contents: [(QRCodeBlock.Content, Fact.Value)] = [
            (.text("x"), .text("x")), (.revealed("y"), .revealed("y")), (.concealed, .concealed),
        ]
        for (content, value) in contents {
            let code = QRCodeBlock(id: "k", title: "K", alternative: "A", content: content)
            var json = String(
                decoding: try JSONEncoder().encode(Block.qrCode(code)), as: UTF8.self)
            json = json.replacing(#""type":"qrCode""#, with: #""type":"unknown""#)
            let read = try JSONDecoder().decode(Block.self, from: Data(json.utf8))
            let fact = Fact(id: "k", label: "A", value: value)
            #expect(read == .facts(FactsBlock(id: "k", title: "K", facts: [fact])))
        }
    }

    @Test("what a later version calls by another type is read as its fallback, at any depth")
    func fallback() throws {
        let json = #"""
            {"type": "map", "latitude": 1, "fallback": {"type": "facts", "id": "f", "title": "", "facts": [
                {"id": "a", "label": "Colour", "actions": [], "value":
                    {"type": "colour", "fallback": {"type": "hue", "fallback": {"type": "text", "text": "red"}}}}
            ]}}
            """#
        let block = try JSONDecoder().decode(Block.self, from: Data(json.utf8))
        let fact = Fact(id: "a", label: "Colour", value: .text("red"))
        #expect(block == .facts(FactsBlock(id: "f", facts: [fact])))

        let field = #"{"type": "slider", "fallback": {"type": "number", "value": "7"}}"#
        let kind = try JSONDecoder().decode(Field.Kind.self, from: Data(field.utf8))
        #expect(kind == .number("7", currency: nil))
    }

    @Test("an unknown type without a fallback is an error that says what is missing")
    func withoutFallback() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Block.self, from: Data(#"{"type": "map"}"#.utf8))
        }
        #expect(error.map { "\($0)".contains("fallback") } == true)
    }

    @Test("what a session says comes back, and says what it is")
    func events() throws {
        let question = Question(id: "q", kind: .alert(Alert(title: "T", message: "M")))
        let events: [(SessionEvent, String)] = [
            (.screen(Screen(location: .at("a"), title: "T")), "screen"),
            (.covered(Screen(location: .at("a"), title: "T")), "covered"),
            (.question(question), "question"), (.questionClosed("q"), "questionClosed"),
            (.notice(Notice("N", tone: .caution)), "notice"),
            (.progress(TaskProgress(id: "p", title: "P", completed: 1, total: 2)), "progress"),
            (.ended, "ended"),
        ]
        for (event, name) in events {
            #expect(try roundTrip(event) == event)
            let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(event))
            #expect((object as? [String: Any])?["event"] as? String == name)
        }
    }

    @Test(
        "actions of every scope, role and severity come back", arguments: Action.Scope.allCases,
        Action.Role.allCases)
    func actions(_ scope: Action.Scope, _ role: Action.Role) throws {
        for severity in [Severity.mild, .moderate, .severe(name: "N")] {
            let action = Action(
                id: "a", title: "A", scope: scope, role: role,
                confirmation: Confirmation(
                    title: "T", message: "M", confirmTitle: "C", severity: severity))
            #expect(try roundTrip(action) == action)
        }
    }

    @Test("questions of every kind come back")
    func questions() throws {
        let kinds: [Question.Kind] = [
            .alert(
                Alert(
                    title: "T", message: "M", tone: .caution,
                    choices: [Alert.Choice(id: "c", title: "C")])),
            .confirm(Confirmation(title: "T", message: "M", confirmTitle: "C", severity: .mild)),
            .prompt(Prompt(title: "T", message: "M", isSecret: true)),
        ]
        for kind in kinds {
            let question = Question(id: "q1", kind: kind)
            #expect(try roundTrip(question) == question)
        }
    }

    @Test("notices and progress come back")
    func messages() throws {
        for tone in Tone.allCases {
            #expect(try roundTrip(Notice("N", tone: tone)) == Notice("N", tone: tone))
        }
        let progress = TaskProgress(id: "t", title: "T", completed: 1, total: 3, isFinished: true)
        #expect(try roundTrip(progress) == progress)
        #expect(
            try roundTrip(TaskProgress(id: "t", title: "T")) == TaskProgress(id: "t", title: "T"))
    }

    @Test("what is concealed has no value in the encoding")
    func concealed() throws {
        let fact = Fact(id: "f", label: "L", value: .concealed)
        let json = String(decoding: try JSONEncoder().encode(fact), as: UTF8.self)
        #expect(json.contains("concealed"))
        let field = Field(id: "f", label: "L", kind: .secret(isSet: true))
        #expect(try roundTrip(field).kind == .secret(isSet: true))
    }
}
