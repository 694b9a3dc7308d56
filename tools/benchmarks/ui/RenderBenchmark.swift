import BenchmarkReport
import TenonCore
import TenonHeadless
import TenonLine
import TenonTerminal
import TenonUI
import TenonWeb

/// A screen of 20 blocks and 100 rows in each front end, beside writing the same bytes to memory.
enum RenderBenchmark {
    private static let rounds = 101
    private static let localizer = Localizer(language: "en")

    static func run() async throws -> [Figure] {
        let screen = screen
        var changed = screen
        if case .list(var list) = changed.blocks[0] {
            list.rows[3].subtitle = "eva@example.org"
            changed.blocks[0] = .list(list)
        }
        let page = PageContext(
            application: ApplicationInfo(
                name: "Bench", executable: "bench", version: "1", scheme: "bench"),
            localizer: localizer, assetVersion: "1")
        let session = PageContext.SessionPart(paths: SessionPaths(key: "k"), formToken: "t")
        return [
            try await .rendering("render, text of 80 columns", rounds: rounds) {
                Array(LineRenderer.plainText(of: screen, localizer: localizer, width: 80).utf8)
            },
            try await .rendering("render, terminal of 80 × 50, all of it", rounds: rounds) {
                TerminalRendering.bytes(of: screen, localizer: localizer, columns: 80, rows: 50)
            },
            try await .rendering(
                "render, terminal of 80 × 50, twice, and one changed row", rounds: rounds
            ) {
                TerminalRendering.bytes(
                    from: screen, to: changed, localizer: localizer, columns: 80, rows: 50)
            },
            try await .rendering("render, HTML", rounds: rounds) {
                HTMLWriter.document(
                    ScreenPage(PageContent(screen: screen), context: page, session: session).html)
            },
            try await .rendering("render, JSON", rounds: rounds) {
                Array(JSONLine.text(of: SessionEvent.screen(screen)).utf8)
            },
        ]
    }

    /// A list of 100 rows among 19 other blocks.
    private static var screen: Screen {
        let rows = (0..<100).map { number in
            Row(
                id: "login:\(number)", title: "Login \(number)", subtitle: "ada@example.org",
                value: "example.org", badge: Badge("weak", tone: .caution),
                actions: [
                    Action(id: "open", title: "Open", scope: .row, role: .primary),
                    Action(id: "copy", title: "Copy password", scope: .row),
                ])
        }
        let list = Block.list(
            ListBlock(id: "list", title: "Logins", total: 100_000, offset: 0, rows: rows))
        let others = (0..<19).map { number -> Block in
            switch number % 4 {
            case 0:
                .facts(
                    FactsBlock(
                        id: "facts\(number)", title: "Facts",
                        facts: (0..<5).map {
                            Fact(id: "fact\($0)", label: "Label \($0)", value: .text("Value \($0)"))
                        }))
            case 1:
                .table(
                    TableBlock(
                        id: "table\(number)", caption: "Table",
                        columns: [TableBlock.Column("A"), TableBlock.Column("B", isNumeric: true)],
                        rows: (0..<5).map { ["row \($0)", "\($0)"] }))
            case 2:
                .form(
                    FormBlock(
                        id: "form\(number)", title: "Form",
                        fields: (0..<4).map {
                            Field(
                                id: "field\(number)-\($0)", label: "Field \($0)",
                                kind: .text("text", isMultiline: false))
                        }, actions: [Action(id: "save\(number)", title: "Save", role: .primary)]))
            default: .text(TextBlock("A paragraph of some words, as they stand on a screen."))
            }
        }
        return Screen(
            location: Location(["logins"]), title: "Logins", summary: "100,000 logins",
            blocks: [list] + others,
            actions: [Action(id: "add", title: "Add login", role: .primary)],
            search: Search(text: "", label: "Search logins"))
    }
}
