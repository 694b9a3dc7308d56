import TenonCore
import TenonUI
import Testing

@Suite struct ScreenLookupTests {
    private static func form(_ id: String) -> Block {
        .form(
            FormBlock(
                id: id, fields: [Field(id: "\(id)-field", label: "L", kind: .toggle(true))],
                actions: [Action(id: "\(id)-save", title: "Save")]))
    }

    private let screen = Screen(
        location: .at("a"), title: "A",
        blocks: [
            Self.form("one"),
            .group(
                GroupBlock(
                    id: "outer", title: "",
                    blocks: [
                        .text(TextBlock("in the group")), Self.form("two"),
                        .group(
                            GroupBlock(
                                id: "inner", title: "",
                                blocks: [
                                    .list(
                                        ListBlock(
                                            id: "list",
                                            rows: [
                                                Row(
                                                    id: "r", title: "R",
                                                    actions: [Action(id: "open", title: "Open row")]
                                                )
                                            ])),
                                    .facts(
                                        FactsBlock(
                                            id: "facts",
                                            facts: [
                                                Fact(
                                                    id: "f", label: "F", value: .concealed,
                                                    actions: [
                                                        Action(id: "open", title: "Open fact")
                                                    ])
                                            ])),
                                ])),
                    ])),
        ], actions: [Action(id: "quit", title: "Quit")])

    @Test("fields and actions of all forms are found in reading order")
    func forms() {
        #expect(screen.fields.map(\.id) == ["one-field", "two-field"])
        #expect(screen.screenActions.map(\.id) == ["one-save", "two-save", "quit"])
    }

    @Test("blocks of groups are found in reading order, after their group")
    func blocks() {
        let names = screen.allBlocks.map { block in
            switch block {
            case .group(let group): group.id
            case .form(let form): form.id
            case .list(let list): list.id
            case .facts(let facts): facts.id
            case .text(let text): text.text
            case .richText, .table, .chart, .qrCode, .image, .progress: ""
            }
        }
        #expect(names == ["one", "outer", "in the group", "two", "inner", "list", "facts"])
    }

    @Test("an action is found by its id and its target")
    func actions() {
        #expect(screen.action("quit")?.title == "Quit")
        #expect(screen.action("two-save")?.title == "Save")
        #expect(screen.action("open", target: "r")?.title == "Open row")
        #expect(screen.action("open", target: "f")?.title == "Open fact")
        #expect(screen.action("open") == nil)
        #expect(screen.action("quit", target: "r") == nil)
        #expect(screen.action("open", target: "x") == nil)
    }

    @Test("a list is found by its id")
    func lists() {
        #expect(screen.list("list")?.rows.count == 1)
        #expect(screen.list("facts") == nil)
    }

    @Test("an error is a problem with its code, message and remedy; any other is a defect")
    func problems() {
        let error = RoutingError.unknownExample
        let localizer = Localizer(language: "en")
        let problem = Problem(error, localizer)
        #expect(problem.code == error.code.name)
        #expect(problem.message == "\(error.message)")
        #expect(problem.remedy == "\(error.remedy)")
        #expect(Problem(CancellationError(), localizer).code == "defect")
    }
}

extension RoutingError {
    /// The error of parsing nothing.
    fileprivate static var unknownExample: RoutingError {
        do {
            _ = try Location(parsing: "")
        } catch let error as RoutingError {
            return error
        } catch {}
        preconditionFailure("An empty location is malformed.")
    }
}
