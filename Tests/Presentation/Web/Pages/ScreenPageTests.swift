import TenonCore
import TenonUI
import TenonWeb
import Testing

@Suite("The page of a screen")
struct ScreenPageTests {
    @Test("begins at the right in a language that is written so; what must not turn stays")
    func mirrored() {
        let secret = Field(id: "password", label: "Password", kind: .secret(isSet: false))
        let page = SamplePage.html(
            SamplePage.screen(
                blocks: [.form(FormBlock(id: "form", title: "", fields: [secret], actions: []))],
                actions: []), language: "ar-EG")
        #expect(page.contains("<html lang=\"ar-EG\" dir=\"rtl\">"))
        #expect(page.contains("<input type=\"password\" dir=\"ltr\""))
    }

    @Test("has one title, one main part, the way to it, and the language")
    func landmarks() {
        let page = SamplePage.html(
            SamplePage.screen(
                search: Search(text: "", label: "Search things"),
                destinations: [Destination(Location(["home"]), title: "Home")]),
            language: "pt-BR")
        #expect(page.contains("<html lang=\"pt-BR\" dir=\"ltr\">"))
        #expect(page.contains("<title>Things – Sample</title>"))
        for tag in ["h1", "main", "nav", "header", "footer"] {
            #expect(page.split(separator: "<\(tag) ").count == 2, "\(tag)")
        }
        #expect(page.contains("role=\"search\""))
        #expect(page.contains("href=\"#content\""))
        #expect(page.contains("id=\"content\""))
        #expect(!page.contains(" style=") && !page.contains("<style") && !page.contains(" on"))
    }

    @Test("says each problem once, beside its field, where the caret is")
    func problems() {
        let fields = [
            Field(id: "a", label: "First", kind: .text("", isMultiline: false)),
            Field(
                id: "b", label: "Second", kind: .choice("x", options: [.init(id: "x", title: "X")]),
                problem: "Wrong one."),
            Field(
                id: "c", label: "Third", kind: .text("", isMultiline: false),
                problem: "Wrong two."),
        ]
        let page = SamplePage.html(
            .form(FormBlock(id: "form", fields: fields, actions: [])))
        for text in ["Wrong one.", "Wrong two."] { #expect(page.ranges(of: text).count == 1) }
        #expect(page.contains("<a href=\"#field.b\">Second</a>"))
        #expect(Self.caret(page) == ["field.b.option.x"])
    }

    /// The controls in the content that have the caret when the page is loaded, by their ids.
    private static func caret(_ page: String) -> [String] {
        let content = page.firstMatch(of: /<main (.*)<\/main>/).map { $0.output.1 } ?? ""
        return content.matches(of: /<[^>]* autofocus[ >=]/).map { control in
            control.output.firstMatch(of: /\sid="([^"]*)"/).map { String($0.output.1) } ?? "?"
        }
    }

    @Test("has the caret in the first field of the form that it is for, whatever kind it is")
    func caret() {
        let name = Field(id: "name", label: "Name", kind: .text("", isMultiline: false))
        let wish = Field(id: "wish", label: "Wish", kind: .toggle(false))
        let facts = Block.facts(FactsBlock(id: "facts", facts: []))
        func form(_ fields: [Field], _ role: Action.Role = .normal) -> Block {
            .form(
                FormBlock(
                    id: "form", fields: fields, actions: [Action(id: "go", title: "Go", role: role)]
                ))
        }
        let cases: [([Block], String?)] = [
            ([form([name, wish])], "field.name"), ([form([wish, name])], "field.wish"),
            ([.text(TextBlock("Hello")), form([name])], "field.name"),
            ([facts, form([name])], nil), ([facts, form([name], .primary)], "field.name"),
            ([facts], nil), ([], nil),
        ]
        for (blocks, id) in cases {
            let screen = SamplePage.screen(
                blocks: blocks, destinations: [Destination(Location(["home"]), title: "Home")])
            #expect(Self.caret(SamplePage.html(screen)) == [id].compactMap(\.self), "\(blocks)")
        }
    }

    @Test("is asked for again without scripts, but not while somebody fills in a form")
    func refresh() {
        let name = Field(id: "name", label: "Name", kind: .text("", isMultiline: false))
        let task = TaskProgress(id: "t", title: "Copying", completed: 1, total: 2)
        func seconds(_ screen: Screen, _ progress: [TaskProgress] = []) -> String {
            let page = SamplePage.html(screen) { $0.progress = progress }
            return page.firstMatch(of: /http-equiv="refresh" content="([0-9]+);/)
                .map { String($0.output.1) } ?? ""
        }
        let form = SamplePage.screen(blocks: [SamplePage.form(name)])
        #expect(seconds(SamplePage.screen()) == "60")
        #expect(seconds(SamplePage.screen(), [task]) == "2")
        #expect(seconds(form) == "1801" && seconds(form, [task]) == "1801")
        #expect(seconds(SamplePage.screen(phase: .loading(message: "Soon"))) == "2")
    }

    @Test("has no script but that of this server, which has no content")
    func scripts() throws {
        let page = SamplePage.html(SamplePage.screen(title: "</title><script>alert(1)</script>"))
        #expect(page.ranges(of: "<script").count == 1)
        #expect(page.contains("<script src=\"/assets/v1/live.js\" type=\"module\"></script>"))
        #expect(page.contains("&lt;script&gt;alert(1)"))
    }

    @Test("escapes every text of every part")
    func escaping() {
        let evil = "\"'><script>evil()</script>"
        let action = Action(
            id: evil, title: evil, help: evil, shortcut: "x",
            availability: .disabled(reason: evil))
        let screen = SamplePage.screen(
            title: evil, summary: evil,
            phase: .failed(
                Problem(code: evil, message: evil, remedy: evil), retry: evil),
            blocks: [
                .text(TextBlock(evil, tone: .critical)),
                .facts(
                    FactsBlock(
                        id: evil, title: evil,
                        facts: [
                            Fact(id: evil, label: evil, value: .revealed(evil), actions: [action]),
                            Fact(id: "l", label: evil, value: .link(text: evil, address: evil)),
                            Fact(
                                id: "c", label: evil, value: .code(evil, secondsLeft: 1, period: 30)
                            ),
                        ])),
                .list(
                    ListBlock(
                        id: evil, title: evil, total: 100,
                        rows: [
                            Row(
                                id: evil, title: evil, subtitle: evil, value: evil,
                                badge: Badge(evil),
                                actions: [Action(id: evil, title: evil), action, action, action])
                        ])),
                .table(
                    TableBlock(
                        id: evil, caption: evil, columns: [TableBlock.Column(evil)], rows: [[evil]])
                ),
                .chart(
                    ChartBlock(
                        id: evil, title: evil, summary: evil, kind: .bars,
                        points: [ChartBlock.Point(label: evil, value: 1, text: evil)])),
                .form(
                    FormBlock(
                        id: evil, title: evil,
                        fields: [
                            Field(
                                id: evil, label: evil, help: evil,
                                kind: .text(evil, isMultiline: true), problem: evil),
                            Field(
                                id: "choice", label: evil,
                                kind: .choice(evil, options: [Field.Option(id: evil, title: evil)])),
                            Field(
                                id: "file", label: evil, kind: .file(name: evil, accepts: [evil])),
                        ], actions: [action])),
                .progress(ProgressBlock(id: evil, label: evil, detail: evil)),
                .group(GroupBlock(id: evil, title: evil, blocks: [])),
            ], actions: [action], search: Search(text: evil, label: evil),
            destinations: [
                Destination(
                    Location([evil]), title: evil, help: evil, group: evil,
                    badge: Badge(evil, tone: .critical), shortcut: evil)
            ])
        let page = SamplePage.html(screen) { content in
            content.questions = [
                Question(
                    id: evil,
                    kind: .confirm(
                        Confirmation(
                            title: evil, message: evil, confirmTitle: evil,
                            severity: .severe(name: evil))))
            ]
            content.answerProblem = evil
            content.notices = [(1, Notice(evil))]
            content.progress = [TaskProgress(id: evil, title: evil)]
        }
        #expect(!page.contains("<script>evil"))
        #expect(!page.contains("=\"\"'"))
        #expect(page.ranges(of: "<script").count == 1)
    }

    @Test("offers the actions of the application in the bar, the others beside the title")
    func actions() throws {
        let page = SamplePage.html(
            SamplePage.screen(actions: [
                Action(id: "lock", title: "Lock", scope: .application),
                Action(id: "add", title: "Add", role: .primary, shortcut: "n"),
            ]))
        let bar = try #require(page.firstMatch(of: /<header.*<\/header>/)).output
        #expect(bar.contains("Lock") && !bar.contains("Add"))
        #expect(!page.contains("<nav") && !bar.contains("popovertarget"))
        #expect(page.contains("aria-keyshortcuts=\"n\""))
        #expect(page.contains("value=\"add\""))
        #expect(page.contains("class=\"button primary\""))
    }

    @Test("gives a key that two actions want to the first, and another one to the second")
    func keys() {
        let page = SamplePage.html(
            SamplePage.screen(actions: [
                Action(id: "items", title: "Items", scope: .application, shortcut: "i"),
                Action(id: "import", title: "Import", scope: .application, shortcut: "i"),
            ]))
        #expect(page.matches(of: /data-shortcut="i"/).count == 1)
        #expect(page.contains("data-shortcut=\"m\""))
        #expect(page.contains("<kbd>m</kbd>"))
    }

    @Test("says the keys of rows once, and gives no key of a screen or a row to a fact as well")
    func keysOfParts() throws {
        func copy(_ id: String, _ letter: String) -> Action {
            Action(id: id, title: "Copy", scope: .row, shortcut: letter)
        }
        let rows = ["1", "2"].map {
            Row(id: $0, title: $0, actions: [copy("pass:word", "l"), copy("name", "n")])
        }
        let facts = [("Password", "l"), ("Name", "n"), ("Number", "l")].map { name, letter in
            Fact(id: name, label: name, value: .text(""), actions: [copy("copy", letter)])
        }
        let page = SamplePage.html(
            SamplePage.screen(
                blocks: [
                    .list(ListBlock(id: "all", title: "", total: 2, rows: rows)),
                    .facts(FactsBlock(id: "one", title: "", facts: facts)),
                ], actions: [Action(id: "new", title: "New", shortcut: "n")]))
        #expect(page.matches(of: /data-row-keys="l=pass%3Aword"/).count == 1)
        #expect(page.matches(of: /data-shortcut="l"/).count == 1)
        #expect(page.matches(of: /data-shortcut="n"/).count == 1)
        #expect(page.matches(of: /<kbd>l<\/kbd>/).count == 1)
    }

    @Test("says what a letter does to each kind of row")
    func keysOfDifferentRows() {
        let rows = ["password", "number"].map {
            Row(
                id: $0, title: $0,
                actions: [Action(id: $0, title: "Copy", scope: .row, accelerator: .copy)])
        }
        let page = SamplePage.html(.list(ListBlock(id: "all", rows: rows)))
        #expect(page.contains("data-row-keys=\"c=password c=number\""))
        #expect(page.matches(of: /<kbd>c<\/kbd>/).count == 1)
    }

    @Test("says why an action cannot be done, and only the title of one that takes something away")
    func roles() {
        let page = SamplePage.html(
            SamplePage.screen(actions: [
                Action(id: "a", title: "Delete", role: .destructive),
                Action(id: "b", title: "Save", availability: .disabled(reason: "Nothing changed.")),
            ]))
        #expect(page.contains("<span dir=\"auto\">Delete</span></button>"))
        #expect(page.contains("aria-disabled=\"true\" aria-describedby=\"reason.b.\""))
        #expect(page.contains("id=\"reason.b.\" dir=\"auto\">Nothing changed."))
    }

    @Test("asks again by itself without scripts while something is going on")
    func refreshing() {
        let ready = SamplePage.html(SamplePage.screen())
        #expect(ready.contains("<noscript><meta http-equiv=\"refresh\" content=\"60;url=/s/KEY/"))
        let field = Field(id: "a", label: "A", kind: .text("", isMultiline: false))
        let form = SamplePage.html(SamplePage.form(field))
        #expect(form.contains("content=\"1801;url=/s/KEY/things\""))
        let fact = Fact(id: "p", label: "Password", value: .revealed("s3cret"))
        let secret = SamplePage.html(.facts(FactsBlock(id: "f", facts: [fact])))
        #expect(secret.contains("content=\"10;url=/s/KEY/things\""))
        let loading = SamplePage.html(SamplePage.screen(phase: .loading(message: "Reading")))
        #expect(loading.contains("content=\"2;url=/s/KEY/things\""))
        #expect(loading.contains("role=\"status\" dir=\"auto\">Reading"))
        let busy = SamplePage.html(SamplePage.screen()) {
            $0.progress = [TaskProgress(id: "t", title: "Copying", completed: 1, total: 4)]
        }
        #expect(busy.contains("content=\"2;url=/s/KEY/things\""))
        #expect(busy.contains("<progress max=\"100\" value=\"25\""))
        #expect(busy.contains("1 / 4"))
    }

    @Test("puts the action of an empty screen into the middle, and nowhere else")
    func empty() {
        let page = SamplePage.html(
            SamplePage.screen(
                phase: .empty(message: "No things yet.", action: "add"),
                actions: [Action(id: "add", title: "Add one", role: .primary)]))
        #expect(page.ranges(of: ">Add one<").count == 1)
        #expect(page.contains("No things yet."))
        #expect(page.contains("class=\"illustration\""))
    }

    @Test("explains a failure, and offers to try again")
    func failed() {
        let page = SamplePage.html(
            SamplePage.screen(
                phase: .failed(
                    Problem(code: "disk.full", message: "The disk is full.", remedy: "Tidy up."),
                    retry: "again"),
                actions: [Action(id: "again", title: "Try again")]))
        for text in ["The disk is full.", "Tidy up.", "disk.full", "Error: "] {
            #expect(page.contains(text))
        }
        #expect(page.ranges(of: ">Try again<").count == 1)
    }

    @Test("makes the chosen appearance known, and offers the others")
    func appearance() {
        let page = SamplePage.html(SamplePage.screen(), scheme: .dark)
        #expect(page.contains("<html lang=\"en\" dir=\"ltr\" data-theme=\"dark\">"))
        #expect(page.contains("name=\"color-scheme\" content=\"dark\""))
        #expect(page.contains("value=\"dark\" aria-pressed=\"true\""))
        #expect(page.contains("value=\"light\" aria-pressed=\"false\""))
    }

    @Test("shows notices in a live region, with a word for their tone")
    func notices() {
        let page = SamplePage.html(SamplePage.screen()) {
            $0.notices = [(7, Notice("Saved.", tone: .positive))]
        }
        #expect(page.contains("role=\"status\" aria-live=\"polite\"><div class=\"notice"))
        #expect(page.contains("Done: "))
        #expect(page.contains("data-notice=\"7\""))
    }

    @Test("has a key without scripts for what takes back what was done last, and for nothing else")
    func undoKey() {
        let page = SamplePage.html(SamplePage.screen()) {
            $0.notices = [
                (7, Notice("Gone.", undo: "u1")), (8, Notice("Gone, too.", undo: "u2")),
                (9, Notice("Saved.")),
            ]
        }
        let buttons = page.split(separator: "<button").filter { $0.contains("accesskey=\"z\"") }
        #expect(buttons.count == 1)
        #expect(buttons.first?.contains("id=\"undo.u2\"") == true)
    }
}
